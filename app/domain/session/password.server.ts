import { type ReadContext, Refusal, type WriteContext } from "~/operations/operation.server";
import { refuseOverLimit } from "~/operations/rate-limit.server";
import { DomainError } from "~/values/errors";
import { SIGN_INS } from "~/values/limits";
import { type Credentials, findCredentials } from "./begin-session.server";
import { countFailure, findOverLimit, isAudited, isFirstOverLimit } from "./sign-in-limits.server";

/* The first step of a sign-in: the email and the password. The page and the API continue differently. */

/** One message for a wrong password and an unknown email. */
const MESSAGE = "The email address or the password is wrong";

interface Claim {
  email: string;
  password: string;
}

/**
 * Refuses an industry user who signed in too often. It runs before the password check, so that the refusal does not
 * confirm the password.
 * @throws DomainError rate_limited
 */
export function refuseTooMany(
  { db, now }: Pick<ReadContext, "db" | "now">,
  user: Pick<Credentials, "id" | "role"> | undefined,
): void {
  if (user?.role === "INDUSTRY") refuseOverLimit(db, SIGN_INS, user.id, now);
}

/** Compares the password, before the write lock is taken. */
export async function comparePassword(context: ReadContext, { email, password }: Claim) {
  const user = findCredentials(context, email);
  const over = findOverLimit(context, email, user?.id);
  // A flood of refused attempts must cost neither a hash nor the write lock.
  if (over && isAudited(context, over)) throw over.error;
  if (over) return { user: undefined, matches: false };
  refuseTooMany(context, user);
  return { user, matches: await context.passwords.verify(password, user?.passwordHash ?? null) };
}

type Compared = Awaited<ReturnType<typeof comparePassword>>;
type Event = "sign_in_failure" | "sign_in_rate_limited";

/** The account whose password was right, or a refusal, which is counted and audited in the open transaction. */
export function accountOf(
  context: WriteContext<"public", Event>,
  { email }: Claim,
  { user, matches }: Compared,
): Credentials | Refusal {
  const found = findCredentials(context, email);
  const refusal = refuseOverFailures(context, email, found?.id);
  if (refusal) return refusal;
  refuseTooMany(context, found);
  const current = matches && user ? found : undefined;
  // Meanwhile, the password may have been changed, or all sessions ended.
  const isUnchanged = current?.passwordHash === user?.passwordHash && current?.sessionVersion === user?.sessionVersion;
  if (!current || !isUnchanged) {
    countFailure(context, email);
    context.audit("sign_in_failure", { claimedEmail: email });
    return new Refusal(new DomainError("unauthorized", MESSAGE));
  }
  return current;
}

/**
 * A refusal if sign-ins with this email failed too often; null otherwise. Checked under the write lock: a burst of guesses
 * learns no more than the limit allows.
 */
export function refuseOverFailures(
  context: WriteContext<"public", Event>,
  email: string,
  userId: string | undefined,
): Refusal | null {
  const over = findOverLimit(context, email, userId);
  if (!over) return null;
  if (isFirstOverLimit(context, over)) context.audit("sign_in_rate_limited", { claimedEmail: email });
  return new Refusal(over.error);
}
