import { and, asc, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { outbox } from "#db/schema";
import { defineOperation, type WriteContext } from "~/operations/operation.server";
import { isMailOn } from "~/routing/outbox.server";
import { DomainError, notFound } from "~/values/errors";
import { MAIL } from "~/values/limits";
import { recordSchema } from "~/values/text";

type Context = Pick<WriteContext<"system admin", "mail_retried">, "db" | "now" | "audit">;

const shared = {
  gate: "system admin",
  refuses: { invalid_request: "mail is off" },
  events: ["mail_retried"],
} as const;

/** Sends a mail again that the server gave up. It keeps its Message-ID, in case it did arrive. */
export const retryMail = defineOperation({
  ...shared,
  input: recordSchema,
  run(context, { id }) {
    const found = context.db.select({ state: outbox.state }).from(outbox).where(eq(outbox.id, id)).get();
    if (!found) throw notFound();
    return retry(context, [id]);
  },
});

/** The same for all of them, oldest first and at most `MAIL.retriedAtOnce`: after an outage of the mail server. */
export const retryFailedMail = defineOperation({
  ...shared,
  input: z.object({}),
  run(context) {
    const failed = context.db
      .select({ id: outbox.id })
      .from(outbox)
      .where(eq(outbox.state, "FAILED"))
      .orderBy(asc(outbox.createdAt), asc(outbox.id))
      .limit(MAIL.retriedAtOnce)
      .all();
    return retry(
      context,
      failed.map(({ id }) => id),
    );
  },
});

/** Makes failed mail wait again. It leaves mail in another state alone, so a second click does nothing. */
function retry({ db, now, audit }: Context, ids: readonly string[]): { retried: number } {
  if (!isMailOn(db)) throw new DomainError("invalid_request", "Mail is off. Set SMTP_URL and MAIL_FROM first");
  const { changes } = db
    .update(outbox)
    .set({ state: "WAITING", attempts: 0, nextAttemptAt: now.toISOString() })
    .where(and(inArray(outbox.id, [...ids]), eq(outbox.state, "FAILED")))
    .run();
  const [id] = ids;
  if (changes > 0) {
    audit("mail_retried", {
      targetType: "outbox",
      ...(ids.length === 1 && { targetId: id }),
      details: { retried: changes },
    });
  }
  return { retried: changes };
}
