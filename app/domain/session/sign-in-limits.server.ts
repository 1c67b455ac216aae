import type { ReadContext } from "~/operations/operation.server";
import { countAttempt, hasRefused, hasRoom, isFirstRefusal, refuseOverLimit } from "~/operations/rate-limit.server";
import { DomainError } from "~/values/errors";
import {
  KNOWN_ADDRESSES,
  SIGN_IN_FAILED_ADDRESSES,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_OF_ACCOUNT,
  SIGN_IN_FAILURES_OF_ADDRESS,
} from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";

type Context = Pick<ReadContext, "db" | "caller" | "now">;

interface OverLimit {
  limit: typeof SIGN_IN_FAILURES | typeof SIGN_IN_FAILURES_OF_ADDRESS | typeof SIGN_IN_FAILURES_OF_ACCOUNT;
  subject: string;
  error: DomainError;
}

const pairOf = (email: string, ip: string) => `${email} ${addressGroup(ip)}`;

/**
 * The limit of failed sign-ins that refuses a try with this email from the caller's address; null if none does. Emails
 * without an account count like any other, so responses never show which emails have one.
 * @param userId of the account with this email, if there is one
 */
export function findOverLimit(context: Context, email: string, userId: string | undefined): OverLimit | null {
  const { db, now, caller } = context;
  const group = addressGroup(caller.ip);
  const limits = [
    { limit: SIGN_IN_FAILURES, subject: pairOf(email, caller.ip) },
    { limit: SIGN_IN_FAILURES_OF_ADDRESS, subject: group },
    { limit: SIGN_IN_FAILURES_OF_ACCOUNT, subject: email },
  ] as const;
  for (const { limit, subject } of limits) {
    if (limit === SIGN_IN_FAILURES_OF_ACCOUNT && isTrusted(context, group, userId)) continue;
    try {
      refuseOverLimit(db, limit, subject, now);
    } catch (error) {
      if (error instanceof DomainError) return { limit, subject, error };
      throw error;
    }
  }
  return null;
}

/**
 * Whether failures from other addresses do not count against this one: it has not failed itself, or the account has
 * signed in from it. Otherwise anyone could lock an owner out by failing on purpose.
 */
function isTrusted({ db, now }: Context, group: string, userId: string | undefined): boolean {
  if (hasRoom(db, SIGN_IN_FAILED_ADDRESSES, group, now)) return true;
  return userId !== undefined && !hasRoom(db, KNOWN_ADDRESSES, `${userId} ${group}`, now);
}

/** Whether a refusal is already in the audit log, so that nothing needs to be written. */
export function isAudited({ db, now }: Context, { limit, subject }: OverLimit): boolean {
  return hasRefused(db, limit, subject, now);
}

/** Whether to audit this refusal: once for each window of the limit that refused. */
export function isFirstOverLimit({ db, now }: Context, { limit, subject }: OverLimit): boolean {
  return isFirstRefusal(db, limit, subject, now);
}

/** Counts a failed sign-in, in the open transaction. */
export function countFailure({ db, now, caller }: Context, email: string): void {
  const group = addressGroup(caller.ip);
  countAttempt(db, SIGN_IN_FAILURES, pairOf(email, caller.ip), now);
  countAttempt(db, SIGN_IN_FAILURES_OF_ADDRESS, group, now);
  countAttempt(db, SIGN_IN_FAILURES_OF_ACCOUNT, email, now);
  countAttempt(db, SIGN_IN_FAILED_ADDRESSES, group, now);
}

/** Records that an account signed in from the caller's address, in the open transaction. */
export function rememberAddress({ db, now, caller }: Context, userId: string): void {
  countAttempt(db, KNOWN_ADDRESSES, `${userId} ${addressGroup(caller.ip)}`, now);
}
