import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { downloadEngagementAttachment } from "~/domain/engagement/download-attachment.server";
import { api, endpoint } from "~/http/api.server";
import { ATTACHMENT_FILE_TYPES, contentTypesOf } from "~/storage/file-types";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadEngagementAttachment, { media: contentTypesOf(ATTACHMENT_FILE_TYPES) }),
  DELETE: endpoint(deleteEngagementAttachment),
});
