import { DomainError } from "../../errors";
import { SIGN_IN_FAILURES } from "../../limits";
import type { Actor } from "../../policy/policy";
import { addressGroup } from "../address-group";
import { defineOperation, Refusal } from "../operation.server";
import { countAttempt, isFirstRefusal, refuseOverLimit } from "../rate-limit.server";
import type { Services } from "../services";
import { signInSchema } from "./schema";
import { createSession, endSession } from "./session.server";

interface Credentials extends Actor {
  passwordHash: string;
  sessionVersion: number;
}

/** One message for a wrong password and an unknown email. */
const MESSAGE = "The email or the password is not right";

/** Of an active account only: a deactivated one is answered as an unknown email is. */
function findCredentials({ db }: Pick<Services, "db">, email: string): Credentials | undefined {
  return db.query.user
    .findFirst({ where: (user, { and, eq }) => and(eq(user.email, email), eq(user.active, true)) })
    .sync();
}

/**
 * Signs in by email and password. Only failures count towards the limit of each email and address; from the tenth on
 * the pair is refused, right password or wrong, until the window passes.
 */
export const signIn = defineOperation({
  gate: "public",
  input: signInSchema,
  refuses: {
    unauthorized: "email and password do not fit",
    rate_limited:
      "sign-in failed too often with this email from this address, or too many passwords are being looked at",
  },
  events: ["sign_in_success", "sign_in_failure", "sign_in_rate_limited"],
  duringRotation: true,

  async prepare(context, { email, password }) {
    const limited = overLimit(context, subjectOf(context, email));
    if (limited) return { user: undefined, matches: false };
    const user = findCredentials(context, email);
    return { user, matches: await context.passwords.verify(password, user?.passwordHash ?? null) };
  },

  run(context, { email }, { user, matches }) {
    const { db, caller, now } = context;
    const subject = subjectOf(context, email);
    // Looked at again with the write lock held: of a burst of guesses, no more than the limit learn anything.
    const limited = overLimit(context, subject);
    if (limited) {
      if (isFirstRefusal(db, SIGN_IN_FAILURES, subject, now)) {
        context.audit("sign_in_rate_limited", { claimedEmail: email });
      }
      return new Refusal(limited);
    }
    const current = matches && user ? findCredentials(context, email) : undefined;
    // The password may have been changed while the old one was being checked.
    if (!current || current.passwordHash !== user?.passwordHash) {
      countAttempt(db, SIGN_IN_FAILURES, subject, now);
      context.audit("sign_in_failure", { claimedEmail: email });
      return new Refusal(new DomainError("unauthorized", MESSAGE));
    }
    const { passwordHash: _hash, sessionVersion, ...actor } = current;
    // Signing in again ends the session that the browser came with (OWASP ASVS 5.0, 7.2.4).
    if (caller.sessionHash) endSession(db, caller.sessionHash);
    const token = createSession(context, current, caller, now);
    context.audit("sign_in_success", {
      claimedEmail: email,
      targetType: "user",
      targetId: actor.id,
      organizationId: actor.organizationId,
    });
    return { token, actor };
  },
});

function subjectOf(context: { caller: { ip: string } }, email: string): string {
  return `${email} ${addressGroup(context.caller.ip)}`;
}

function overLimit({ db, now }: { db: Services["db"]; now: Date }, subject: string): DomainError | null {
  try {
    refuseOverLimit(db, SIGN_IN_FAILURES, subject, now);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
