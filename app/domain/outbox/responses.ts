import * as z from "zod";
import { OUTBOX_STATES } from "#db/enumerations";
import { instant } from "~/values/responses";

/** GET /api/gov/admin/outbox. */
export const outboxMail = z
  .object({
    id: z.string(),
    kind: z.string().meta({ description: "What the mail is about, such as `DIGEST` or `INVITATION`." }),
    recipient: z.string().nullable().meta({
      description: "The email address. Null if the mail is done and its recipient has no account.",
    }),
    state: z.enum(OUTBOX_STATES),
    attempts: z.int().min(0).meta({ description: "Failed tries since it was queued, or sent again by hand." }),
    lastError: z.string().nullable().meta({ description: "Where the last try failed, and its code." }),
    createdAt: instant,
    dueAt: instant.meta({ description: "When it was or will be due, for example as a digest." }),
    nextAttemptAt: instant.nullable().meta({ description: "When it will be tried next. Null unless it waits." }),
    sentAt: instant.nullable(),
  })
  .meta({
    id: "OutboxMail",
    description: "A mail that waits, was sent or failed. Its text is not shown.",
    examples: [
      {
        id: "019c8c051be47f0693ad",
        kind: "DIGEST",
        recipient: "jordan.reyes@example.com",
        state: "FAILED",
        attempts: 20,
        lastError: "550 5.1.1 at RCPT TO",
        createdAt: "2026-03-02T15:00:00.000Z",
        dueAt: "2026-03-03T12:00:00.000Z",
        nextAttemptAt: null,
        sentAt: null,
      },
    ],
  });

/** POST /api/gov/admin/outbox/<id>/retry and /api/gov/admin/outbox/retry. */
export const mailRetried = z.object({ retried: z.int().min(0).meta({ description: "How many mails wait again." }) });
