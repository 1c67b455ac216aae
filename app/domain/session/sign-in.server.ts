import { defineOperation, type ReadContext, Refusal } from "~/operations/operation.server";
import { refuseOverLimit } from "~/operations/rate-limit.server";
import { DomainError } from "~/values/errors";
import { SIGN_INS } from "~/values/limits";
import { beginSession, findCredentials } from "./begin-session.server";
import { signInSchema } from "./schema";
import { countFailure, findOverLimit, isAudited, isFirstOverLimit } from "./sign-in-limits.server";

/** One message for a wrong password and an unknown email. */
const MESSAGE = "The email or the password is not right";

/**
 * Refuses an industry user who signed in too often, before the password is looked at: the refusal must not confirm it.
 * @throws DomainError rate_limited
 */
function refuseTooMany({ db, now }: Pick<ReadContext, "db" | "now">, user: ReturnType<typeof findCredentials>): void {
  if (user?.role === "INDUSTRY") refuseOverLimit(db, SIGN_INS, user.id, now);
}

/**
 * Signs in by email and password. Only failures count towards its limits: of each email and address together, of each
 * address and of each account. What a limit refuses is refused with the right password or a wrong one.
 */
export const signIn = defineOperation({
  gate: "public",
  input: signInSchema,
  refuses: {
    unauthorized: "the email or password is wrong",
    rate_limited:
      "sign-in failed too often with this email or from this address, or the service is checking too many passwords",
  },
  boundedBy: "the failures of each email and address, and the sign-ins of each industry user",
  events: ["sign_in_success", "sign_in_failure", "sign_in_rate_limited"],

  async prepare(context, { email, password }) {
    const user = findCredentials(context, email);
    const over = findOverLimit(context, email, user?.id);
    // A flood of refused tries takes neither a hash nor the write lock.
    if (over && isAudited(context, over)) throw over.error;
    if (over) return { user: undefined, matches: false };
    refuseTooMany(context, user);
    return { user, matches: await context.passwords.verify(password, user?.passwordHash ?? null) };
  },

  run(context, { email }, { user, matches }) {
    const found = findCredentials(context, email);
    // Looked at again with the write lock held: of a burst of guesses, no more than the limit learn anything.
    const over = findOverLimit(context, email, found?.id);
    if (over) {
      if (isFirstOverLimit(context, over)) context.audit("sign_in_rate_limited", { claimedEmail: email });
      return new Refusal(over.error);
    }
    refuseTooMany(context, found);
    const current = matches && user ? found : undefined;
    // The password may have been changed while the old one was being checked.
    if (!current || current.passwordHash !== user?.passwordHash) {
      countFailure(context, email);
      context.audit("sign_in_failure", { claimedEmail: email });
      return new Refusal(new DomainError("unauthorized", MESSAGE));
    }
    return beginSession(context, current);
  },
});
