import { and, eq, ne } from "drizzle-orm";
import { user } from "#db/schema";
import { countRows } from "~/lists/listing.server";
import { changesBetween } from "~/operations/changes";
import { defineOperation, Refusal } from "~/operations/operation.server";
import { DomainError, invalidField } from "~/values/errors";
import { refuseAssignment, viewGovernmentUser } from "./assignment.server";
import { findGovernmentUser, isSystemAdministrator } from "./queries.server";
import { mayChange } from "./rules";
import { governmentUserChangeSchema } from "./schema";

/** Changes a government user's role, command or title. The last system administrator stays one. */
export const updateGovernmentUser = defineOperation({
  gate: "user administration",
  input: governmentUserChangeSchema,
  refuses: {
    invalid_request:
      "`commandId` does not exist, you may not assign this role or command, or the user is the last system administrator",
    forbidden: "you may not change this user",
    not_found: "`userId` is not a government user",
  },
  events: ["gov_user_updated", "gov_user_role_changed", "authorization_failure"],

  run({ db, actor, reach, now, audit }, { userId, ...input }) {
    const present = findGovernmentUser(db, userId);
    if (!mayChange(reach, actor, present)) throw new DomainError("forbidden", "You cannot change this user");
    refuseAssignment(db, reach, actor, input);
    const target = { targetType: "user", targetId: userId };
    if (present.role === "GOV_SYSTEM_ADMIN" && input.role && input.role !== "GOV_SYSTEM_ADMIN") {
      const isOther = and(isSystemAdministrator, ne(user.id, userId));
      if (countRows(db, user, isOther) === 0) {
        audit("authorization_failure", { ...target, details: { reason: "last system administrator" } });
        return new Refusal(
          invalidField("role", "not_allowed", "Keep this role: no one else is a system administrator"),
        );
      }
    }
    const changes = changesBetween(present, input);
    if (!changes) return viewGovernmentUser(present);
    const updated = db
      .update(user)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(user.id, userId))
      .returning()
      .get();
    const { role: roleBefore, ...before } = changes.before;
    const { role: roleAfter, ...after } = changes.after;
    if (roleAfter !== undefined) {
      audit("gov_user_role_changed", {
        ...target,
        details: { before: { role: roleBefore }, after: { role: roleAfter } },
      });
    }
    if (Object.keys(after).length > 0) audit("gov_user_updated", { ...target, details: { before, after } });
    return viewGovernmentUser(updated);
  },
});
