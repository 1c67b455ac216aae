import { type Database, statement } from "#db/open";
import type { Services } from "~/operations/services";
import { hashToken, newToken } from "~/operations/session.server";
import { LIMITS } from "~/values/limits";
import { type Credentials, findCredentialsOf } from "./begin-session.server";

/* Sign-ins whose password was right, and that still need the second factor. */

const MINUTE = 60_000;

/** Opens a step in the open transaction. @returns its token, which is not stored anywhere */
export function openStep(
  { db, randomBytes, now }: Pick<Services, "db" | "randomBytes"> & { now: Date },
  { id, sessionVersion }: Pick<Credentials, "id" | "sessionVersion">,
): string {
  const token = newToken({ randomBytes });
  statement(
    db,
    `INSERT INTO sign_in_step (token_hash, user_id, session_version, expires_at)
       VALUES (@tokenHash, @id, @sessionVersion, @expiresAt)`,
  ).run({
    tokenHash: hashToken(token),
    id,
    sessionVersion,
    expiresAt: new Date(now.getTime() + LIMITS.signInStepMinutes * MINUTE).toISOString(),
  });
  return token;
}

const SELECT_STEP = `
  SELECT user_id AS userId, session_version AS sessionVersion FROM sign_in_step
  WHERE token_hash = @tokenHash AND expires_at > @now AND failures < ${LIMITS.signInStepFailures}`;

/**
 * The account of a step that can be finished: it is not too old, had few wrong codes, and since the password was checked
 * the account was neither deactivated nor signed out everywhere, as a new password does.
 */
export function accountOfStep(
  { db, now }: Pick<Services, "db"> & { now: Date },
  token: string,
): Credentials | undefined {
  const given = { tokenHash: hashToken(token), now: now.toISOString() };
  const step = statement<{ userId: string; sessionVersion: number }>(db, SELECT_STEP).get(given);
  const account = step && findCredentialsOf({ db }, step.userId);
  return account?.sessionVersion === step?.sessionVersion ? account : undefined;
}

export function countStepFailure({ db }: Pick<Services, "db">, token: string): void {
  statement(db, "UPDATE sign_in_step SET failures = failures + 1 WHERE token_hash = ?").run(hashToken(token));
}

export function closeStep({ db }: Pick<Services, "db">, token: string): void {
  statement(db, "DELETE FROM sign_in_step WHERE token_hash = ?").run(hashToken(token));
}

/** Deletes steps that nobody can finish any more. */
export function forgetOldSteps(db: Database, now: Date): void {
  statement(db, "DELETE FROM sign_in_step WHERE expires_at <= ?").run(now.toISOString());
}
