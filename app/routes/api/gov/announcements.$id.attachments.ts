import { addAnnouncementAttachments } from "~/domain/announcement/add-attachments.server";
import { api, endpoint } from "~/http/api.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addAnnouncementAttachments, { status: 201, body: ATTACHMENT_BODY }),
});
