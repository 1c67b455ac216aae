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
import { maySignInByPassword } from "~/operations/sign-in-methods";
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

/**
 * Finds an active account that may sign in with a password. A deactivated account, and one for which only single sign-on is
 * allowed, gets the same response as an unknown email.
 */
export function findCredentials(
  { db, settings }: Pick<Services, "db" | "settings">,
  email: string,
): Credentials | undefined {
  const row = statement<CredentialsRow>(db, `${SELECT_CREDENTIALS} AND u.email = ?`).get(email);
  return row && maySignInByPassword(settings, row) ? actorOf(row) : undefined;
}

/** The same by the account's id, for someone who proved who they are before or in another way. */
export function findCredentialsOf({ db }: Pick<Services, "db">, userId: string): Credentials | undefined {
  const row = statement<CredentialsRow>(db, `${SELECT_CREDENTIALS} AND u.id = ?`).get(userId);
  return row && actorOf(row);
}

interface Proof {
  secondFactor?: string;
  method?: "oidc";
  acr?: string;
  isMultiFactor?: boolean;
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
 * @param proof what they proved it with besides a password, for the audit log, and whether that was a second factor of another
 *   service
 */
export function beginSession(context: Context, credentials: Credentials, proof: Proof = {}): SignedIn {
  const { db, caller, now, audit } = context;
  const { passwordHash: _hash, sessionVersion, ...actor } = credentials;
  const { isMultiFactor = false, ...details } = proof;
  if (actor.role === "INDUSTRY") countAttempt(db, SIGN_INS, actor.id, now);
  if (caller.sessionHash) endSession(db, caller.sessionHash);
  rememberAddress(context, actor.id);
  endOldestSessions(db, actor.id);
  statement(db, "UPDATE user SET last_sign_in_at = ? WHERE id = ?").run(now.toISOString(), actor.id);
  const token = createSession(context, { id: actor.id, sessionVersion, isMultiFactor }, caller, now);
  audit("sign_in_success", {
    claimedEmail: actor.email,
    targetType: "user",
    targetId: actor.id,
    organizationId: actor.organizationId,
    ...(Object.keys(details).length > 0 && { details }),
  });
  return { token, actor };
}

/** Signs in the owner of an account that the open transaction creates. They have just chosen its password. */
export function signInNewAccount(context: Context, email: string): SignedIn {
  const credentials = findCredentials(context, email);
  if (!credentials) throw new Error("The account was not created.");
  return beginSession(context, credentials);
}
