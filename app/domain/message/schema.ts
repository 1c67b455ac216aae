import * as z from "zod";
import { paragraphs } from "~/values/text";

/** The fields of POST /api/portal/submissions/<id>/messages, without its files. */
export const messageFieldsSchema = z.object({ id: z.string(), body: paragraphs(1, 4000) });

/** The same for POST /api/gov/submissions/<id>/messages. */
export const governmentMessageFieldsSchema = messageFieldsSchema.extend({
  // A multipart form has only text.
  asksAnswer: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")], "Send true or false")
    .default(false)
    .meta({
      description:
        "Whether it is a question. The clock of a promised answer stops until the organization's next message.",
    }),
});

/** GET …/messages/<messageId>/files/<fileId>. */
export const messageFileSchema = z.object({ id: z.string(), messageId: z.string(), fileId: z.string() });
