import { defineOperation, Refusal } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { CODE_EVENTS } from "../second-factor/spend-code.server";
import { beginSession } from "./begin-session.server";
import { accountOf, comparePassword } from "./password.server";
import { signInSchema } from "./schema";
import { giveSecondFactor } from "./second-factor.server";
import { openStep } from "./step.server";

const EVENTS = ["sign_in_success", "sign_in_failure", "sign_in_rate_limited"] as const;

/**
 * Signs in by email and password, and by a code of the second factor if the account has one. Only failures count toward
 * its limits: for each email and address together, for each address and for each account. Over a limit, the right password
 * is refused like a wrong one.
 */
export const signIn = defineOperation({
  gate: "public",
  input: signInSchema,
  refuses: {
    unauthorized:
      "the email or password is wrong, or the account's second factor is wrong or missing (`code` says which)",
    rate_limited:
      "sign-in failed too often with this email or from this address, codes of this account were wrong too often, or the service is checking too many passwords",
  },
  boundedBy: "the failures of each email and address, and the sign-ins of each industry user",
  events: [...EVENTS, ...CODE_EVENTS],
  prepare: comparePassword,

  run(context, input, compared) {
    const account = accountOf(context, input, compared);
    if (account instanceof Refusal) return account;
    if (!account.hasSecondFactor) return beginSession(context, account);
    if (input.secondFactor == null) {
      const message = "Send a code of your second factor too";
      const fields = { secondFactor: [{ code: "required", message } as const] };
      return new Refusal(new DomainError("unauthorized", message, { fields, reason: "second_factor_required" }));
    }
    const used = giveSecondFactor(context, account, input.secondFactor, "secondFactor");
    return used instanceof Refusal ? used : beginSession(context, account, { secondFactor: used });
  },
});

/**
 * The same for the page, which asks for the second factor on the next page. Until then there is no session, only a step
 * that this browser can finish.
 */
export const beginSignIn = defineOperation({
  gate: "public",
  input: signInSchema.omit({ secondFactor: true }),
  boundedBy: "the failures of each email and address, the sign-ins of each industry user, and password hashing",
  events: EVENTS,
  prepare: comparePassword,
  run(context, input, compared) {
    const account = accountOf(context, input, compared);
    if (account instanceof Refusal) return account;
    if (account.hasSecondFactor) return { step: openStep(context, account) };
    return beginSession(context, account);
  },
});
