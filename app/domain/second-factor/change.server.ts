import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { defineOperation, type ReadContext, Refusal, type WriteContext } from "~/operations/operation.server";
import { endOtherSessionsOf } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { refuseWhileLocked } from "../account/lock.server";
import { tellOwner } from "./notices.server";
import { deleteFactor, factorSince, replaceRecoveryCodes } from "./records.server";
import { changeSchema } from "./schema";
import { CODE_EVENTS, spendCode } from "./spend-code.server";

/* Changes to a second factor that is on. Each needs the password or a code, and ends the person's other sessions. */

interface Proof {
  currentPassword?: string | null;
  code?: string | null;
}

/** Checks the password, if it was sent. It runs before the write lock is taken. */
async function checkPassword({ db, actor, passwords }: ReadContext<"signed in">, { currentPassword }: Proof) {
  if (currentPassword == null) return null;
  const row = db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, actor.id)).get();
  return { hash: row?.hash, matches: await passwords.verify(currentPassword, row?.hash ?? null) };
}

type Checked = Awaited<ReturnType<typeof checkPassword>>;
type Context = WriteContext<"signed in", (typeof CODE_EVENTS)[number]>;

/** Refuses a change without a right password or code. Null if it may go on. */
function refuseUnproven(context: Context, { code }: Proof, checked: Checked): Refusal | null {
  const { db, actor, audit } = context;
  if (!factorSince(context, actor.id)) throw new DomainError("conflict", "Your second factor is not on");
  if (checked) {
    const stored = db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, actor.id)).get();
    // Compared again under the write lock: the password may have been changed in between.
    if (checked.matches && stored?.hash === checked.hash) return null;
    const details = { reason: "current password mismatch" };
    audit("second_factor_failure", { targetType: "user", targetId: actor.id, details });
    const message = "The password is wrong. Enter it again";
    const fields = { currentPassword: [{ code: "invalid", message } as const] };
    return new Refusal(new DomainError("forbidden", message, { fields }));
  }
  const used = spendCode(context, actor, code ?? "", { code: "forbidden", field: "code" });
  return used instanceof Refusal ? used : null;
}

/** Turns the caller's second factor off and forgets its key, or replaces the recovery codes, which are shown once. */
export const changeSecondFactor = defineOperation({
  gate: "signed in",
  input: changeSchema,
  limit: RATE_LIMITS.secondFactorChange,
  events: ["second_factor_disabled", "recovery_codes_renewed", ...CODE_EVENTS],
  before: refuseWhileLocked,
  prepare: checkPassword,
  run(context, input, checked) {
    const { db, actor, caller, audit } = context;
    const refusal = refuseUnproven(context, input, checked);
    if (refusal) return refusal;
    const target = { targetType: "user", targetId: actor.id };
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    if (input.change === "off") {
      deleteFactor(context, actor.id);
      audit("second_factor_disabled", target);
      tellOwner(context, actor.id, "disabled");
      return { recoveryCodes: null };
    }
    audit("recovery_codes_renewed", target);
    tellOwner(context, actor.id, "codes renewed");
    return { recoveryCodes: replaceRecoveryCodes(context, actor.id) };
  },
});
