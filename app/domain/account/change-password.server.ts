import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { defineOperation, Refusal } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { mailAccountChange } from "./account-mail.server";
import { refuseWhileLocked } from "./lock.server";
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

  async prepare({ db, actor, passwords }, { currentPassword, newPassword }) {
    const row = db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, actor.id)).get();
    const presentHash = row?.hash ?? null;
    const matches = await passwords.verify(currentPassword, presentHash);
    return { presentHash, newHash: matches ? await passwords.hash(newPassword) : null };
  },

  run({ db, actor, now, audit }, _input, { presentHash, newHash }) {
    const target = { targetType: "user", targetId: actor.id };
    const stored = db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, actor.id)).get();
    // Compared again under the write lock: another change may have come in between.
    if (newHash === null || stored?.hash !== presentHash) {
      audit("password_change_failure", { ...target, details: { reason: "current password mismatch" } });
      const message = "The current password is wrong. Enter it again";
      return new Refusal(
        new DomainError("forbidden", message, {
          fields: { currentPassword: [{ code: "invalid", message }] },
        }),
      );
    }
    db.update(user)
      .set({
        passwordHash: newHash,
        mustChangePassword: false,
        updatedAt: now.toISOString(),
      })
      .where(eq(user.id, actor.id))
      .run();
    endSessionsOf(db, actor.id);
    mailAccountChange({ db, now }, { userId: actor.id }, "password changed");
    audit("password_change_success", target);
    return { changed: true as const };
  },
});
