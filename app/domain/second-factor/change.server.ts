import { defineOperation, Refusal, type WriteContext } from "~/operations/operation.server";
import { endOtherSessionsOf } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { refuseWhileLocked } from "../account/lock.server";
import { comparePassword, refuseWrongPassword } from "../account/password-proof.server";
import { tellOwner } from "./notifications.server";
import { countPasskeys } from "./passkeys.server";
import { deleteApp, factorSince, replaceRecoveryCodes } from "./records.server";
import { changeSchema } from "./schema";
import { CODE_EVENTS, spendCode } from "./spend-code.server";

/* Changes to a second factor that is on. Each needs the password or a code, and ends the person's other sessions. */

interface Proof {
  currentPassword?: string | null;
  code?: string | null;
}

type Context = WriteContext<"signed in", (typeof CODE_EVENTS)[number]>;
type Compared = Awaited<ReturnType<typeof comparePassword>>;

/** Refuses a change without a right password or code. Null if it may go on. */
function refuseUnproven(context: Context, { code }: Proof, compared: Compared | null): Refusal | null {
  if (compared) return refuseWrongPassword(context, compared, "second_factor_failure");
  const used = spendCode(context, context.actor, code ?? "", { code: "forbidden", field: "code" });
  return used instanceof Refusal ? used : null;
}

/** Turns the caller's app off and forgets its key, or replaces the recovery codes, which are shown once. */
export const changeSecondFactor = defineOperation({
  gate: "signed in",
  input: changeSchema,
  limit: RATE_LIMITS.secondFactorChange,
  events: ["second_factor_disabled", "recovery_codes_renewed", ...CODE_EVENTS],
  before: refuseWhileLocked,
  prepare: async (context, { currentPassword }) =>
    currentPassword == null ? null : comparePassword(context, currentPassword),
  run(context, input, compared) {
    const { db, actor, caller, audit } = context;
    const hasApp = factorSince(context, actor.id) !== null;
    const isOn = hasApp || (input.change === "renew" && countPasskeys(context, actor.id) > 0);
    if (!isOn) throw new DomainError("conflict", "Your second factor is not on");
    const refusal = refuseUnproven(context, input, compared);
    if (refusal) return refusal;
    const target = { targetType: "user", targetId: actor.id };
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    if (input.change === "off") {
      deleteApp(context, actor.id);
      audit("second_factor_disabled", target);
      tellOwner(context, actor.id, "disabled");
      return { recoveryCodes: null };
    }
    audit("recovery_codes_renewed", target);
    tellOwner(context, actor.id, "codes renewed");
    return { recoveryCodes: replaceRecoveryCodes(context, actor.id) };
  },
});
