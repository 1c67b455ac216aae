import { deleteAnnouncementAttachment } from "~/domain/announcement/delete-attachment.server";
import { downloadAnnouncementAttachment } from "~/domain/announcement/download-attachment.server";
import { api, endpoint } from "~/http/api.server";
import { ATTACHMENT_FILE_TYPES, contentTypesOf } from "~/storage/file-types";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadAnnouncementAttachment, { media: contentTypesOf(ATTACHMENT_FILE_TYPES) }),
  DELETE: endpoint(deleteAnnouncementAttachment),
});
