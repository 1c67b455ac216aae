import * as z from "zod";
import { MESSAGE_SIDES } from "#db/enumerations";
import { instant, named } from "~/values/responses";

const messageFile = z
  .object({ id: z.string(), fileName: z.string(), contentType: z.string(), sizeBytes: z.int().min(1) })
  .meta({
    id: "MessageFile",
    description:
      "A file of a message. Download it at `/api/portal/submissions/{id}/messages/{messageId}/files/{fileId}`.",
    examples: [
      {
        id: "019cbb10-93c4-7f0d-8a26-5b7c9d0e1f23",
        fileName: "range-plots.pdf",
        contentType: "application/pdf",
        sizeBytes: 184_320,
      },
    ],
  });

const messageFields = {
  id: z.string(),
  side: z.enum(MESSAGE_SIDES).meta({ description: "Who wrote it: the government or the organization." }),
  body: z.string(),
  asksAnswer: z.boolean().meta({ description: "Whether it is a question of the government." }),
  createdAt: instant,
  files: z.array(messageFile),
};

const example = {
  id: "019cba7e-4d31-7c52-b6e8-0f1a2b3c4d5e",
  side: "GOVERNMENT",
  body: "Which range did you measure, and with how many microphones?",
  asksAnswer: true,
  createdAt: "2026-03-04T15:00:00.000Z",
  files: [],
};

/** GET /api/gov/submissions/<id>/messages. */
export const message = z.object({ ...messageFields, author: named }).meta({
  id: "Message",
  description: "A message about a submission, as government users see it.",
  examples: [{ ...example, author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" } }],
});

/** GET /api/portal/submissions/<id>/messages. */
export const ownMessage = z
  .object({
    ...messageFields,
    author: named.nullable().meta({ description: "Who wrote it. Null for messages of the government." }),
  })
  .meta({
    id: "OwnMessage",
    description: "A message about a submission, as its organization sees it.",
    examples: [{ ...example, author: null }],
  });
