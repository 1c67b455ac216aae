import { type Database, statement } from "#db/open";
import { DAY_MILLISECONDS } from "~/values/days";
import { DomainError } from "~/values/errors";
import {
  KNOWN_ADDRESSES,
  PASSWORD_LINK_MAILS,
  SECOND_FACTOR_FAILURES_OF_DAY,
  SIGN_IN_FAILED_ADDRESSES,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_OF_ACCOUNT,
  SIGN_IN_FAILURES_OF_ADDRESS,
} from "~/values/limits";
import { inSteps } from "./steps.server";

interface Window {
  name: string;
  max: number;
  windowSeconds: number;
}

/** The times of the attempts within the window, newest first. */
const SELECT_ATTEMPTS = `
  SELECT attempted_at AS attemptedAt FROM rate_limit_attempt
  WHERE limit_name = +@name AND subject = +@subject AND attempted_at > +@since ORDER BY attempted_at DESC LIMIT +@max`;

function windowStart(limit: Window, now: Date): string {
  return new Date(now.getTime() - limit.windowSeconds * 1000).toISOString();
}

/** When a subject that has used up its attempts may try again; null if it may now. */
function freeAt(db: Database, limit: Window, subject: string, now: Date): Date | null {
  const { name, max } = limit;
  const given = { name, subject, since: windowStart(limit, now), max };
  const attempts = statement<{ attemptedAt: string }>(db, SELECT_ATTEMPTS).all(given);
  const oldest = attempts[max - 1];
  return oldest ? new Date(new Date(oldest.attemptedAt).getTime() + limit.windowSeconds * 1000) : null;
}

/** Whether a subject may try now. Not a promise: another attempt may come first. */
export function hasRoom(db: Database, limit: Window, subject: string, now: Date): boolean {
  return freeAt(db, limit, subject, now) === null;
}

/**
 * Refuses a subject that has used up its attempts in the current window.
 * @throws DomainError rate_limited, with the whole seconds until the oldest attempt leaves the window
 */
export function refuseOverLimit(db: Database, limit: Window, subject: string, now: Date): void {
  const free = freeAt(db, limit, subject, now);
  if (!free) return;
  throw new DomainError("rate_limited", undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil((free.getTime() - now.getTime()) / 1000)),
  });
}

const FORGET_BEYOND = `
  DELETE FROM rate_limit_attempt WHERE rowid IN (
    SELECT rowid FROM rate_limit_attempt WHERE limit_name = +? AND subject = +?
    ORDER BY attempted_at DESC, rowid DESC LIMIT -1 OFFSET +?)`;

/**
 * Counts one attempt, and deletes those that no longer matter. Call it after `refuseOverLimit` in the same transaction,
 * together with what it counts. A burst then admits exactly the limit.
 */
export function countAttempt(db: Database, limit: Window, subject: string, now: Date): void {
  statement(db, "DELETE FROM rate_limit_attempt WHERE limit_name = +? AND subject = +? AND attempted_at <= +?").run(
    limit.name,
    subject,
    windowStart(limit, now),
  );
  statement(db, "INSERT INTO rate_limit_attempt (limit_name, subject, attempted_at) VALUES (?, ?, ?)").run(
    limit.name,
    subject,
    now.toISOString(),
  );
  statement(db, FORGET_BEYOND).run(limit.name, subject, limit.max);
}

const refusalsOf = ({ name, windowSeconds }: Window): Window => ({ name: `${name}:refused`, max: 1, windowSeconds });

/** Whether a limit has already refused a subject in the current window. */
export function hasRefused(db: Database, limit: Window, subject: string, now: Date): boolean {
  return !hasRoom(db, refusalsOf(limit), subject, now);
}

/**
 * Whether this is the first refusal in the window. Only that one is audited, or a flood of refused requests would fill
 * the audit log.
 */
export function isFirstRefusal(db: Database, limit: Window, subject: string, now: Date): boolean {
  if (hasRefused(db, limit, subject, now)) return false;
  countAttempt(db, refusalsOf(limit), subject, now);
  return true;
}

/** Limits with windows of more than an hour, or that anyone can fill with made-up subjects. */
const OWN_WINDOWS = [
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_OF_ADDRESS,
  SIGN_IN_FAILURES_OF_ACCOUNT,
  SIGN_IN_FAILED_ADDRESSES,
  KNOWN_ADDRESSES,
  SECOND_FACTOR_FAILURES_OF_DAY,
  // Anyone may enter any email, so these rows must not stay for a day.
  PASSWORD_LINK_MAILS,
];
const CUTOFF = `CASE limit_name ${OWN_WINDOWS.map(({ name }) => `WHEN '${name}' THEN @${name}`).join(" ")} ELSE @others END`;
const FORGET_SOME = `
  DELETE FROM rate_limit_attempt WHERE rowid > @after AND rowid <= @last AND attempted_at <= ${CUTOFF}`;

/** A flood leaves more than a million rows in a day. Checking this many takes a few milliseconds. */
const ROWS_AT_ONCE = 2_000;
const SELECT_LAST = `
  SELECT max(rowid) AS last FROM (
    SELECT rowid FROM rate_limit_attempt WHERE rowid > @after ORDER BY rowid LIMIT ${ROWS_AT_ONCE})`;

/** Deletes attempts that have left every window, in short transactions with other requests in between. */
export async function forgetOldAttempts(db: Database, now: Date): Promise<void> {
  const cutoffs = Object.fromEntries(OWN_WINDOWS.map((limit) => [limit.name, windowStart(limit, now)]));
  const others = new Date(now.getTime() - DAY_MILLISECONDS).toISOString();
  let after = 0;
  await inSteps(db, () => {
    const last = statement<{ last: number | null }>(db, SELECT_LAST).get({ after })?.last;
    if (last == null) return false;
    statement(db, FORGET_SOME).run({ ...cutoffs, others, after, last });
    after = last;
    return true;
  });
}
