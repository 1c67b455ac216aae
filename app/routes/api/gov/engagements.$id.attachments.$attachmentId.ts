import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { downloadEngagementAttachment } from "~/domain/engagement/download-attachment.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadEngagementAttachment, { download: true }),
  DELETE: endpoint(deleteEngagementAttachment),
});
