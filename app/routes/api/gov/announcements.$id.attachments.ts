import { z } from "zod";
import { addAnnouncementAttachments } from "~/domain/announcement/add-attachments.server";
import { attachment } from "~/domain/answers";
import { api, endpoint } from "~/http/api.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addAnnouncementAttachments, {
    summary: "Add files to an announcement",
    description: "All of the files are kept, or none.",
    status: 201,
    body: ATTACHMENT_BODY,
    data: z.array(attachment),
  }),
});
