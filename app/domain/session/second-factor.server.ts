import { Refusal, type WriteContext } from "~/operations/operation.server";
import { type CODE_EVENTS, spendCode } from "../second-factor/spend-code.server";
import type { Credentials } from "./begin-session.server";
import { countFailure } from "./sign-in-limits.server";

/**
 * Checks the second step of a sign-in. A wrong code is also a failed sign-in, and counts against the same limits as a wrong
 * password.
 * @param field of the request that has the code
 */
export function giveSecondFactor(
  context: WriteContext<"public", (typeof CODE_EVENTS)[number]>,
  account: Credentials,
  code: string,
  field: string,
): string | Refusal {
  const used = spendCode(context, account, code, { code: "unauthorized", field });
  if (used instanceof Refusal && used.error.code !== "rate_limited") countFailure(context, account.email);
  return used;
}
