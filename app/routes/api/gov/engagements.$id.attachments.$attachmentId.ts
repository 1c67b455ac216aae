import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { downloadEngagementAttachment } from "~/domain/engagement/download-attachment.server";
import { ATTACHMENT_FILE_TYPES, contentTypesOf } from "~/storage/file-types";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadEngagementAttachment, {
    summary: "Download an engagement's file",
    media: contentTypesOf(ATTACHMENT_FILE_TYPES),
  }),
  DELETE: endpoint(deleteEngagementAttachment, { summary: "Delete an engagement's file", data: deleted }),
});
