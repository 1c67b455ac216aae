import { createHash } from "node:crypto";
import { statement, writeIfPossible } from "#db/open";
import type { Actor } from "~/policy/policy";
import { CONNECTIONS, LIMITS } from "~/values/limits";
import type { Services } from "./services";

/** Bytes of a session token: 256 bits, which nobody guesses. */
const TOKEN_BYTES = 32;
const ID_BYTES = 16;
const MINUTE = 60_000;

export interface FoundSession {
  actor: Actor;
  tokenHash: Buffer;
  /** When it ends however much it is used. */
  expiresAt: string;
}

/**
 * Last-seen times are written at most this often, in milliseconds, so that reading does not become writing: each minute,
 * and oftener where a session idles out so soon that a minute of it would be missed.
 */
const touchInterval = ({ sessionIdleMinutes }: Services["settings"]) => Math.min(1, sessionIdleMinutes / 10) * MINUTE;

/** For how many seconds a session lasts without use, counted from a request by which it may not have been written as seen. */
export const sureIdleSeconds = (settings: Services["settings"]) =>
  (settings.sessionIdleMinutes * MINUTE - touchInterval(settings)) / 1000;

/** The only form in which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Makes a session row for a user, inside the sign-in's transaction. @returns the token, which is kept nowhere. */
export function createSession(
  { db, settings, randomBytes }: Pick<Services, "db" | "settings" | "randomBytes">,
  user: { id: string; sessionVersion: number },
  client: { ip: string; userAgent: string | null },
  now: Date,
): string {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(now.getTime() + settings.sessionAbsoluteHours * 3_600_000);
  statement(
    db,
    `INSERT INTO session (token_hash, id, user_id, session_version, ip, user_agent, created_at, last_seen_at, expires_at)
       VALUES (@tokenHash, @id, @userId, @sessionVersion, @ip, @userAgent, @now, @now, @expiresAt)`,
  ).run({
    tokenHash: hashToken(token),
    id: randomBytes(ID_BYTES).toString("hex"),
    userId: user.id,
    sessionVersion: user.sessionVersion,
    ip: client.ip,
    userAgent: client.userAgent?.slice(0, LIMITS.userAgentCharacters).toWellFormed() ?? null,
    now: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
  return token;
}

/** SQLite has no booleans. */
interface ActorRow extends Omit<Actor, "mustChangePassword"> {
  mustChangePassword: 0 | 1;
}
interface SessionRow extends ActorRow {
  lastSeenAt: string;
  expiresAt: string;
}

/** The moments that a session must be newer than, or that must be before its end, to count at `now`. */
export const liveSince = ({ sessionIdleMinutes }: Services["settings"], now: Date) => ({
  now: now.toISOString(),
  idleSince: new Date(now.getTime() - sessionIdleMinutes * MINUTE).toISOString(),
});

/** Neither expired nor idle for too long; its password was not changed since, and its account is active. */
const IS_LIVE = "s.expires_at > @now AND s.last_seen_at > @idleSince";
const SESSIONS = `FROM session s
  JOIN user u ON u.id = s.user_id AND u.session_version = s.session_version AND u.active = 1`;
export const LIVE_SESSIONS_OF_USER = `${SESSIONS} WHERE s.user_id = @userId AND ${IS_LIVE}`;

const ACTOR = `u.id, u.email, u.name, u.role, u.industry_role AS industryRole, u.organization_id AS organizationId,
         u.command_id AS commandId, u.must_change_password AS mustChangePassword`;
const SELECT_SESSION = `
  SELECT ${ACTOR}, s.last_seen_at AS lastSeenAt, s.expires_at AS expiresAt
  ${SESSIONS} WHERE s.token_hash = @tokenHash AND ${IS_LIVE}`;
const SELECT_ACTOR = `SELECT ${ACTOR} ${SESSIONS} WHERE s.token_hash = ?`;

/**
 * The session of a token, marked as seen now if it is `used` and not only looked at. Null when there is none, it
 * expired or was idle for too long, the user's password was changed since, or the account was deactivated. The user is
 * read as it is now, so a changed role counts from this request on.
 */
export function findSession({ db, settings, clock }: Services, token: string, used = true): FoundSession | null {
  const now = clock();
  const tokenHash = hashToken(token);
  const row = statement<SessionRow>(db, SELECT_SESSION).get({
    tokenHash,
    ...liveSince(settings, now),
  });
  if (!row) return null;
  const { lastSeenAt, expiresAt, mustChangePassword, ...user } = row;
  if (used && now.getTime() - new Date(lastSeenAt).getTime() >= touchInterval(settings)) {
    touchSession(db, tokenHash, now);
  }
  return { actor: { ...user, mustChangePassword: mustChangePassword === 1 }, tokenHash, expiresAt };
}

/** Writes when a session was last seen. Where nothing can be written just now, a later request will do as well. */
function touchSession(db: Services["db"], tokenHash: Buffer, now: Date): void {
  writeIfPossible(db, () =>
    statement(db, "UPDATE session SET last_seen_at = ? WHERE token_hash = ?").run(now.toISOString(), tokenHash),
  );
}

const DELETE_OLDEST = `
  DELETE FROM session WHERE token_hash IN (
    SELECT token_hash FROM session WHERE user_id = ? ORDER BY last_seen_at DESC LIMIT -1 OFFSET ?)`;

/** Ends the sessions of a user that were used least lately, so that there is room for one more. */
export function endOldestSessions(db: Services["db"], userId: string): void {
  statement(db, DELETE_OLDEST).run(userId, LIMITS.sessionsPerUser - 1);
}

/** Ends one session, inside the transaction that is open. */
export function endSession(db: Services["db"], tokenHash: Buffer): void {
  statement(db, "DELETE FROM session WHERE token_hash = ?").run(tokenHash);
}

/** Ends every session of a user, in the transaction that is open. One that is just being made with the old row ends too. */
export function endSessionsOf(db: Services["db"], userId: string): void {
  statement(db, "UPDATE user SET session_version = session_version + 1 WHERE id = ?").run(userId);
  statement(db, "DELETE FROM session WHERE user_id = ?").run(userId);
}

/**
 * The user of a session that a request began with, as it is now. Null when the session ended, the password was changed
 * or the account was deactivated since. Whether the session expired is not asked again: the request was a use of it.
 */
export function findActor(db: Services["db"], tokenHash: Buffer): Actor | null {
  const row = statement<ActorRow>(db, SELECT_ACTOR).get(tokenHash);
  return row ? { ...row, mustChangePassword: row.mustChangePassword === 1 } : null;
}

/** How long a session outlasts its end: a request that it began may take as long (`CONNECTIONS`, `exportMinutes`). */
const KEPT_AFTER_END = CONNECTIONS.requestMilliseconds + LIMITS.exportMinutes * MINUTE;

/** Deletes sessions that no request can use any more, not even one that began while they were good. */
export function forgetExpiredSessions({ db, settings }: Pick<Services, "db" | "settings">, now: Date): void {
  statement(db, "DELETE FROM session WHERE expires_at <= @now OR last_seen_at <= @idleSince").run(
    liveSince(settings, new Date(now.getTime() - KEPT_AFTER_END)),
  );
}
