import { defineOperation, type ReadContext, Refusal } from "~/operations/operation.server";
import { refuseOverLimit } from "~/operations/rate-limit.server";
import { DomainError } from "~/values/errors";
import { SIGN_INS } from "~/values/limits";
import { beginSession, findCredentials } from "./begin-session.server";
import { signInSchema } from "./schema";
import { countFailure, findOverLimit, isAudited, isFirstOverLimit } from "./sign-in-limits.server";

/** One message for a wrong password and an unknown email. */
const MESSAGE = "The email address or the password is wrong";

/**
 * Refuses an industry user who signed in too often. It runs before the password check, so that the refusal does not
 * confirm the password.
 * @throws DomainError rate_limited
 */
function refuseTooMany({ db, now }: Pick<ReadContext, "db" | "now">, user: ReturnType<typeof findCredentials>): void {
  if (user?.role === "INDUSTRY") refuseOverLimit(db, SIGN_INS, user.id, now);
}

/**
 * Signs in by email and password. Only failures count toward its limits: for each email and address together, for each
 * address and for each account. Over a limit, the right password is refused like a wrong one.
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
    // A flood of refused attempts must cost neither a hash nor the write lock.
    if (over && isAudited(context, over)) throw over.error;
    if (over) return { user: undefined, matches: false };
    refuseTooMany(context, user);
    return { user, matches: await context.passwords.verify(password, user?.passwordHash ?? null) };
  },

  run(context, { email }, { user, matches }) {
    const found = findCredentials(context, email);
    // Checked again under the write lock: a burst of guesses learns no more than the limit allows.
    const over = findOverLimit(context, email, found?.id);
    if (over) {
      if (isFirstOverLimit(context, over)) context.audit("sign_in_rate_limited", { claimedEmail: email });
      return new Refusal(over.error);
    }
    refuseTooMany(context, found);
    const current = matches && user ? found : undefined;
    // The password may have been changed while the old one was checked.
    if (!current || current.passwordHash !== user?.passwordHash) {
      countFailure(context, email);
      context.audit("sign_in_failure", { claimedEmail: email });
      return new Refusal(new DomainError("unauthorized", MESSAGE));
    }
    return beginSession(context, current);
  },
});
