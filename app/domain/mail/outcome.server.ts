import { statement } from "#db/open";
import type { MailError } from "~/mail/transport.server";
import type { Services } from "~/operations/services";
import { DAY_MILLISECONDS } from "~/values/days";
import { MAIL } from "~/values/limits";

type Context = Pick<Services, "db" | "randomBytes">;

const SET_SENT = `
  UPDATE outbox SET state = 'SENT', sent_at = @now, last_error = NULL, address = NULL, facts = NULL
  WHERE id = @id AND state = 'WAITING'`;
const SET_FAILED = `
  UPDATE outbox SET state = 'FAILED', attempts = attempts + 1, last_error = @reason WHERE id = @id AND state = 'WAITING'`;
const SET_RETRY = `
  UPDATE outbox SET attempts = attempts + 1, last_error = @reason, next_attempt_at = @next
  WHERE id = @id AND state = 'WAITING'`;

/** Records that the mail server accepted a mail, in the open transaction. */
export function recordSent({ db }: Context, id: string, now: Date): void {
  statement(db, SET_SENT).run({ id, now: now.toISOString() });
}

/** Records a failed try, in the open transaction: when to try again, or that nobody will. */
export function recordFailure(
  { db, randomBytes }: Context,
  { id, attempts }: { id: string; attempts: number },
  { outcome, message: reason }: Pick<MailError, "outcome" | "message">,
  now: Date,
): void {
  if (outcome === "refused" || attempts + 1 >= MAIL.attempts) {
    statement(db, SET_FAILED).run({ id, reason });
    return;
  }
  const next = new Date(now.getTime() + retryMilliseconds(attempts, randomBytes)).toISOString();
  statement(db, SET_RETRY).run({ id, reason, next });
}

const RANDOM_BYTES = 4;

/** The pause after a failure. By chance between half of the longest and all of it, so that mail does not fail in step. */
function retryMilliseconds(attempts: number, randomBytes: (size: number) => Buffer): number {
  const seconds = Math.min(MAIL.retry.firstSeconds * 2 ** attempts, MAIL.retry.mostSeconds);
  const chance = randomBytes(RANDOM_BYTES).readUInt32BE() / 2 ** 32;
  return Math.round(seconds * 1000 * (0.5 + chance / 2));
}

const DELETE_OLD = `
  DELETE FROM outbox WHERE id IN (
    SELECT id FROM outbox WHERE state = @state AND created_at < @before ORDER BY created_at LIMIT ${MAIL.deletedAtOnce})`;

/** Deletes some of the mail that was done long ago. Housekeeping calls it often enough. */
export function forgetOldMail({ db }: Pick<Services, "db">, now: Date): void {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS).toISOString();
  for (const state of ["SENT", "CANCELLED"]) statement(db, DELETE_OLD).run({ state, before: before(MAIL.sentDays) });
  statement(db, DELETE_OLD).run({ state: "FAILED", before: before(MAIL.failedDays) });
}
