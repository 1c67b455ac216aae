import { z } from "zod";
import { attachment } from "~/domain/answers";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { api, endpoint } from "~/http/api.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addEngagementAttachments, {
    summary: "Add files to an engagement",
    description: "All of the files are kept, or none.",
    status: 201,
    body: ATTACHMENT_BODY,
    data: z.array(attachment),
  }),
});
