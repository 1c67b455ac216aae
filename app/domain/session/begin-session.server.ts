import { statement } from "#db/open";
import type { WriteContext } from "~/operations/operation.server";
import { countAttempt } from "~/operations/rate-limit.server";
import type { Services } from "~/operations/services";
import {
  ACTOR,
  type ActorRow,
  actorOf,
  createSession,
  endOldestSessions,
  endSession,
} from "~/operations/session.server";
import { SIGN_INS } from "~/values/limits";
import type { Actor } from "../../policy/policy";
import { rememberAddress } from "./sign-in-limits.server";

export interface Credentials extends Actor {
  passwordHash: string;
  sessionVersion: number;
}

type CredentialsRow = ActorRow & Omit<Credentials, keyof Actor>;

const SELECT_CREDENTIALS = `
  SELECT ${ACTOR}, u.password_hash AS passwordHash, u.session_version AS sessionVersion FROM user u WHERE u.active = 1`;

/** Finds an active account. A deactivated account gets the same response as an unknown email. */
export function findCredentials({ db }: Pick<Services, "db">, email: string): Credentials | undefined {
  const row = statement<CredentialsRow>(db, `${SELECT_CREDENTIALS} AND u.email = ?`).get(email);
  return row && actorOf(row);
}

/** The same by the account's id, for someone whose password was checked before. */
export function findCredentialsOf({ db }: Pick<Services, "db">, userId: string): Credentials | undefined {
  const row = statement<CredentialsRow>(db, `${SELECT_CREDENTIALS} AND u.id = ?`).get(userId);
  return row && actorOf(row);
}

/** Someone who is now signed in. Only their browser stores the token. */
export interface SignedIn {
  token: string;
  actor: Actor;
}

type Context = Pick<
  WriteContext<"public", "sign_in_success">,
  "db" | "settings" | "randomBytes" | "caller" | "now" | "audit"
>;

/**
 * Begins a session with a new token in the open transaction, for someone who has just proved who they are. It ends the
 * session that the browser had before (OWASP ASVS 5.0, 7.2.4).
 * @param secondFactor what they proved it with besides the password, for the audit log
 */
export function beginSession(context: Context, credentials: Credentials, secondFactor?: string): SignedIn {
  const { db, caller, now, audit } = context;
  const { passwordHash: _hash, sessionVersion, ...actor } = credentials;
  if (actor.role === "INDUSTRY") countAttempt(db, SIGN_INS, actor.id, now);
  if (caller.sessionHash) endSession(db, caller.sessionHash);
  rememberAddress(context, actor.id);
  endOldestSessions(db, actor.id);
  statement(db, "UPDATE user SET last_sign_in_at = ? WHERE id = ?").run(now.toISOString(), actor.id);
  const token = createSession(context, { id: actor.id, sessionVersion }, caller, now);
  audit("sign_in_success", {
    claimedEmail: actor.email,
    targetType: "user",
    targetId: actor.id,
    organizationId: actor.organizationId,
    ...(secondFactor && { details: { secondFactor } }),
  });
  return { token, actor };
}

/** Signs in the owner of an account that the open transaction creates. They have just chosen its password. */
export function signInNewAccount(context: Context, email: string): SignedIn {
  const credentials = findCredentials(context, email);
  if (!credentials) throw new Error("The account was not created.");
  return beginSession(context, credentials);
}
