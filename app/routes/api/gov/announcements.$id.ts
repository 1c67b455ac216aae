import { deleteAnnouncement } from "~/domain/announcement/delete.server";
import { announcementRecord } from "~/domain/announcement/queries.server";
import { announcementWithAttachments } from "~/domain/announcement/responses";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(announcementRecord, {
    summary: "Get an announcement with its files",
    data: announcementWithAttachments,
  }),
  PATCH: endpoint(updateAnnouncement, {
    summary: "Edit, schedule, publish, unpublish or republish an announcement",
    description:
      "Fields you leave out keep their values. Only the first publication notifies people. Existing notifications show the current title, or that the announcement was withdrawn.",
    data: announcementWithAttachments,
  }),
  DELETE: endpoint(deleteAnnouncement, {
    summary: "Delete an announcement",
    description: "Notifications about it then say only that it was withdrawn.",
    data: deleted,
  }),
});
