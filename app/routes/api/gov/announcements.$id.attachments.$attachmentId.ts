import { deleteAnnouncementAttachment } from "~/domain/announcement/delete-attachment.server";
import { downloadAnnouncementAttachment } from "~/domain/announcement/download-attachment.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadAnnouncementAttachment, { download: true }),
  DELETE: endpoint(deleteAnnouncementAttachment),
});
