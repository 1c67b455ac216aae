import * as z from "zod";
import { defineOperation, defineQuery, Refusal } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { countPasskeys } from "../second-factor/passkeys.server";
import { codeSchema } from "../second-factor/schema";
import { CODE_EVENTS } from "../second-factor/spend-code.server";
import { beginSession } from "./begin-session.server";
import { refuseOverFailures, refuseTooMany } from "./password.server";
import { giveSecondFactor } from "./second-factor.server";
import { accountOfStep, closeStep, countStepFailure } from "./step.server";

const stepSchema = z.object({ step: z.string().max(64) });

/** Whether this browser's sign-in still waits for its second factor, and whether that may be a passkey. */
export const waitingSignIn = defineQuery({
  gate: "public",
  input: stepSchema,
  run(context, { step }) {
    const account = accountOfStep(context, step);
    return { isWaiting: account !== undefined, hasPasskey: !!account && countPasskeys(context, account.id) > 0 };
  },
});

/** @throws DomainError conflict if the step cannot be finished */
function waitingAccount(context: Parameters<typeof accountOfStep>[0], step: string) {
  const account = accountOfStep(context, step);
  if (!account?.hasSecondFactor) throw new DomainError("conflict", "Sign in again");
  return account;
}

/** Finishes a sign-in with a code of the app or a recovery code. Its token works once. */
export const finishSignIn = defineOperation({
  gate: "public",
  input: stepSchema.extend(codeSchema.shape),
  boundedBy: "the steps, because each needs a right password, and the failures of each email and address",
  events: ["sign_in_success", "sign_in_failure", "sign_in_rate_limited", ...CODE_EVENTS],
  // A flood of made-up steps must not cost the write lock.
  check: (context, { step }) => void waitingAccount(context, step),
  run(context, { step, code }) {
    const account = waitingAccount(context, step);
    const refusal = refuseOverFailures(context, account.email, account.id);
    if (refusal) return refusal;
    refuseTooMany(context, account);
    const used = giveSecondFactor(context, account, code, "code");
    if (used instanceof Refusal) {
      countStepFailure(context, step);
      return used;
    }
    closeStep(context, step);
    return beginSession(context, account, { secondFactor: used });
  },
});
