import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { api, endpoint } from "~/http/api.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addEngagementAttachments, { status: 201, body: ATTACHMENT_BODY }),
});
