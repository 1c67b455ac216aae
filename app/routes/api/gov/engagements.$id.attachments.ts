import * as z from "zod";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { attachment } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";
import { ATTACHMENT_BODY } from "~/web/transport/multipart.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addEngagementAttachments, {
    summary: "Add files to an engagement",
    description: "The service stores all of the files or none.",
    status: 201,
    body: ATTACHMENT_BODY,
    data: z.array(attachment),
  }),
});
