import { hash } from "node:crypto";
import { type Database, statement, writeIfPossible } from "#db/open";
import { type DatabaseState, isSameState, mayRollBack, stateOf } from "#db/watch";
import type { Actor } from "~/policy/policy";
import { CONNECTIONS, LIMITS } from "~/values/limits";
import type { Services } from "./services";

/** 256 bits, which nobody can guess. */
const TOKEN_BYTES = 32;
const ID_BYTES = 16;
const MINUTE = 60_000;

interface FoundSession {
  actor: Actor;
  tokenHash: Buffer;
  /** When it ends, even if it is used. */
  expiresAt: string;
}

/**
 * How often, in milliseconds, the time of last use is written, so that not every read becomes a write. Once a minute,
 * or more often if sessions expire so soon that a minute matters.
 */
const touchInterval = ({ sessionIdleMinutes }: Services["settings"]) => Math.min(1, sessionIdleMinutes / 10) * MINUTE;

/** How many seconds a session lasts without use. The count starts at a request whose time may not have been written. */
export const guaranteedIdleSeconds = (settings: Services["settings"]) =>
  (settings.sessionIdleMinutes * MINUTE - touchInterval(settings)) / 1000;

/** A random token, of a session or of anything else that only its holder may use. */
export const newToken = ({ randomBytes }: Pick<Services, "randomBytes">): string =>
  randomBytes(TOKEN_BYTES).toString("base64url");

/** Only this hash is stored, never the token. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Adds a session for a user, inside the sign-in's transaction.
 * @returns the token, which is not stored anywhere
 */
export function createSession(
  { db, settings, randomBytes }: Pick<Services, "db" | "settings" | "randomBytes">,
  user: { id: string; sessionVersion: number; isMultiFactor?: boolean },
  client: { ip: string; userAgent: string | null },
  now: Date,
): string {
  const token = newToken({ randomBytes });
  const expiresAt = new Date(now.getTime() + settings.sessionAbsoluteHours * 3_600_000);
  statement(
    db,
    `INSERT INTO session (token_hash, id, user_id, session_version, is_multi_factor, ip, user_agent, created_at, last_seen_at, expires_at)
       VALUES (@tokenHash, @id, @userId, @sessionVersion, @isMultiFactor, @ip, @userAgent, @now, @now, @expiresAt)`,
  ).run({
    tokenHash: hashToken(token),
    id: randomBytes(ID_BYTES).toString("hex"),
    userId: user.id,
    sessionVersion: user.sessionVersion,
    isMultiFactor: user.isMultiFactor ? 1 : 0,
    ip: client.ip,
    userAgent: client.userAgent?.slice(0, LIMITS.userAgentCharacters).toWellFormed() ?? null,
    now: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
  });
  return token;
}

/** SQLite has no booleans. */
type Flags = "mustChangePassword" | "hasSecondFactor";
/** An actor as the database returns it. */
export type ActorRow = Omit<Actor, Flags> & Record<Flags, 0 | 1>;

/** @param row any row that has an actor's columns; the others are kept */
export function actorOf<Row extends ActorRow>(row: Row): Omit<Row, Flags> & Record<Flags, boolean> {
  return { ...row, mustChangePassword: row.mustChangePassword === 1, hasSecondFactor: row.hasSecondFactor === 1 };
}
type SessionRow = ActorRow & Pick<FoundSession, "expiresAt"> & { lastSeenAt: string };

/** Limits that the session's times must meet to count at `now`. */
export const liveSince = ({ sessionIdleMinutes }: Services["settings"], now: Date) => ({
  now: now.toISOString(),
  idleSince: new Date(now.getTime() - sessionIdleMinutes * MINUTE).toISOString(),
});

/** Not expired or idle for too long, with the password unchanged since and an active account. */
const IS_LIVE = "s.expires_at > +@now AND s.last_seen_at > +@idleSince";
const SESSIONS = `FROM session s
  JOIN user u ON u.id = s.user_id AND u.session_version = s.session_version AND u.active = 1`;
export const LIVE_SESSIONS_OF_USER = `${SESSIONS} WHERE s.user_id = @userId AND ${IS_LIVE}`;

/** Whether the account of the row `u` has a second factor. */
const HAS_SECOND_FACTOR = `(EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = u.id)
         OR EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = u.id))`;
const ACTOR_COLUMNS = `u.id, u.email, u.name, u.role, u.industry_role AS industryRole, u.organization_id AS organizationId,
         u.command_id AS commandId, u.must_change_password AS mustChangePassword`;
/** An actor's columns, from the row `u` of its user. */
export const ACTOR = `${ACTOR_COLUMNS}, ${HAS_SECOND_FACTOR} AS hasSecondFactor`;
/** The same in a session. One that an identity provider began with a required context counts as having a second factor. */
const ACTOR_IN_SESSION = `${ACTOR_COLUMNS}, (s.is_multi_factor OR ${HAS_SECOND_FACTOR}) AS hasSecondFactor`;
const SELECT_SESSION = `
  SELECT ${ACTOR_IN_SESSION}, s.last_seen_at AS lastSeenAt, s.expires_at AS expiresAt
  ${SESSIONS} WHERE s.token_hash = +?`;

/** A session whose password is unchanged and whose account is active, even if it expired. */
interface KeptSession {
  actor: Readonly<Actor>;
  lastSeenAt: string;
  expiresAt: string;
}

/** Enough for everyone who works at once. The next write makes room for others. */
const SESSIONS_KEPT = 2_000;
/** The sessions that were read since anything was last written to each database, by the hash of their token. */
const keptSessions = new WeakMap<Database["$client"], { state: DatabaseState; sessions: Map<string, KeptSession> }>();

/**
 * Reads a session, or takes the one that was read if nothing was written since: a page asks up to thirty times. What is read in
 * a transaction that has written is not kept, because it may be rolled back, and SQLite counts its rows all the same.
 */
function readSession(db: Database, tokenHash: Buffer): KeptSession | null {
  const state = stateOf(db);
  let present = keptSessions.get(db.$client);
  if (!present || !isSameState(state, present.state)) {
    present = { state, sessions: new Map() };
    if (!mayRollBack(db)) keptSessions.set(db.$client, present);
  }
  const key = tokenHash.toString("latin1");
  const known = present.sessions.get(key);
  if (known) return known;
  const row = statement<SessionRow>(db, SELECT_SESSION).get(tokenHash);
  if (!row) return null;
  const { lastSeenAt, expiresAt, ...user } = row;
  const session = { actor: Object.freeze(actorOf(user)), lastSeenAt, expiresAt };
  if (present.sessions.size < SESSIONS_KEPT) present.sessions.set(key, session);
  return session;
}

/**
 * The session of a token, and its user as they are now, so a changed role counts from this request on. Null if there is
 * no session, it expired or was idle for too long, the password was changed since, or the account was deactivated.
 * @param used whether to record this as a use of the session
 */
export function findSession({ db, settings, clock }: Services, token: string, used = true): FoundSession | null {
  const now = clock();
  const tokenHash = hashToken(token);
  const session = readSession(db, tokenHash);
  // As IS_LIVE says in SQL. What is kept does not change with the time.
  const since = liveSince(settings, now);
  if (!session || session.expiresAt <= since.now || session.lastSeenAt <= since.idleSince) return null;
  if (used && now.getTime() - new Date(session.lastSeenAt).getTime() >= touchInterval(settings)) {
    touchSession(db, tokenHash, now);
  }
  return { actor: session.actor, tokenHash, expiresAt: session.expiresAt };
}

/** Records when a session was last used. If the database cannot be written, a later request does it. */
function touchSession(db: Services["db"], tokenHash: Buffer, now: Date): void {
  writeIfPossible(db, () =>
    statement(db, "UPDATE session SET last_seen_at = ? WHERE token_hash = ?").run(now.toISOString(), tokenHash),
  );
}

const DELETE_OLDEST = `
  DELETE FROM session WHERE token_hash IN (
    SELECT token_hash FROM session WHERE user_id = ? ORDER BY last_seen_at DESC LIMIT -1 OFFSET ?)`;

/** Ends the user's least recently used sessions, to make room for one more. */
export function endOldestSessions(db: Services["db"], userId: string): void {
  statement(db, DELETE_OLDEST).run(userId, LIMITS.sessionsPerUser - 1);
}

/** Ends one session, in the open transaction. */
export function endSession(db: Services["db"], tokenHash: Buffer): void {
  statement(db, "DELETE FROM session WHERE token_hash = ?").run(tokenHash);
}

/**
 * Ends every session of a user, in the open transaction. This includes one that is being created from the user's old
 * row.
 */
export function endSessionsOf(db: Services["db"], userId: string): void {
  statement(db, "UPDATE user SET session_version = session_version + 1 WHERE id = ?").run(userId);
  statement(db, "DELETE FROM session WHERE user_id = ?").run(userId);
}

/**
 * Ends every session of a user except one, in the open transaction, with everything else that was begun before: password
 * links, half-finished sign-ins.
 */
export function endOtherSessionsOf(db: Services["db"], userId: string, kept: Buffer | null): void {
  statement(db, "UPDATE user SET session_version = session_version + 1 WHERE id = ?").run(userId);
  statement(db, "DELETE FROM session WHERE user_id = ? AND token_hash IS NOT ?").run(userId, kept);
  statement(
    db,
    "UPDATE session SET session_version = (SELECT session_version FROM user WHERE id = user_id) WHERE token_hash IS ?",
  ).run(kept);
}

/**
 * The user of a session that began a request, as they are now. Null if the session ended, the password was changed or
 * the account was deactivated since. It does not check expiry again, because the request itself was a use.
 */
export function findActor(db: Services["db"], tokenHash: Buffer): Actor | null {
  return readSession(db, tokenHash)?.actor ?? null;
}

/** How long an ended session is kept. A request that it began may take this long (`CONNECTIONS`, `exportMinutes`). */
const KEPT_AFTER_END = CONNECTIONS.requestMilliseconds + LIMITS.exportMinutes * MINUTE;

/** Deletes sessions that no request can use any more, not even one that began before they ended. */
export function forgetExpiredSessions({ db, settings }: Pick<Services, "db" | "settings">, now: Date): void {
  statement(db, "DELETE FROM session WHERE expires_at <= @now OR last_seen_at <= @idleSince").run(
    liveSince(settings, new Date(now.getTime() - KEPT_AFTER_END)),
  );
}
