import { deleteAnnouncement } from "~/domain/announcement/delete.server";
import { announcementRecord } from "~/domain/announcement/queries.server";
import { announcementWithAttachments } from "~/domain/announcement/responses";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(announcementRecord, {
    summary: "Read an announcement with its files",
    data: announcementWithAttachments,
  }),
  PATCH: endpoint(updateAnnouncement, {
    summary: "Edit an announcement, take it back or publish it again",
    description:
      "Fields that are not sent keep their values. Nobody is notified a second time. Notifications about the announcement show what it says now. Once it is unpublished, they say only that it was withdrawn.",
    data: announcementWithAttachments,
  }),
  DELETE: endpoint(deleteAnnouncement, {
    summary: "Delete an announcement",
    description: "Notifications about it then say only that it was withdrawn.",
    data: deleted,
  }),
});
