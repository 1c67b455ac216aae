import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { RATE_LIMITS } from "~/values/limits";
import { mailAccountChange } from "./account-mail.server";
import { refuseWhileLocked } from "./lock.server";
import { comparePassword, refuseWrongPassword } from "./password-proof.server";
import { passwordChangeSchema } from "./schema";

/** Changes the caller's password, and ends every session of the caller, including this one. */
export const changePassword = defineOperation({
  gate: "signed in",
  input: passwordChangeSchema,
  refuses: { forbidden: "the current password is wrong", rate_limited: "the service is checking too many passwords" },
  limit: RATE_LIMITS.passwordChange,
  refusalEvents: { invalid_request: "password_change_failure", rate_limited: "password_change_rate_limited" },
  events: ["password_change_success", "password_change_failure", "password_change_rate_limited"],
  duringDuty: "change password",
  before: refuseWhileLocked,

  async prepare(context, { currentPassword, newPassword }) {
    const compared = await comparePassword(context, currentPassword);
    return { compared, newHash: compared.matches ? await context.passwords.hash(newPassword) : undefined };
  },

  run(context, _input, { compared, newHash }) {
    const { db, actor, now, audit } = context;
    const refusal = refuseWrongPassword(context, compared, "password_change_failure");
    if (refusal) return refusal;
    db.update(user)
      .set({ passwordHash: newHash, mustChangePassword: false, updatedAt: now.toISOString() })
      .where(eq(user.id, actor.id))
      .run();
    endSessionsOf(db, actor.id);
    mailAccountChange({ db, now }, { userId: actor.id }, "password changed");
    audit("password_change_success", { targetType: "user", targetId: actor.id });
    return { changed: true as const };
  },
});
