import { deleteAnnouncement } from "~/domain/announcement/delete.server";
import { announcementRecord } from "~/domain/announcement/queries.server";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(announcementRecord),
  PATCH: endpoint(updateAnnouncement),
  DELETE: endpoint(deleteAnnouncement),
});
