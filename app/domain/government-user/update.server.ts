import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation, Refusal } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { handOverOwned } from "../../routing/hand-over-reviews.server";
import { mayReviewAs } from "../../routing/reviewers";
import { mailAccountChange } from "../account/account-mail.server";
import { administeredAccount } from "../account-administration/administered.server";
import { countOtherSystemAdministrators } from "../account-administration/administrators.server";
import { changeGovernmentActive, GOVERNMENT_ACTIVE_EVENTS } from "../account-administration/change-active.server";
import { deleteRevokedLinks } from "../account-administration/revoked-links.server";
import { refuseAssignment, viewGovernmentUser } from "./assignment.server";
import { findGovernmentUser } from "./queries.server";
import { governmentUserChangeSchema } from "./schema";

/**
 * Changes a government user's role, command or title, deactivates or reactivates the account. The last system administrator
 * stays one.
 */
export const updateGovernmentUser = defineOperation({
  gate: "user administration",
  input: governmentUserChangeSchema,
  refuses: {
    invalid_request:
      "`commandId` does not exist, you may not assign this role or command, or the account must stay active or a system administrator's",
    forbidden: "you may not change this user",
    not_found: "`userId` is not a government user",
  },
  events: ["gov_user_updated", "gov_user_role_changed", ...GOVERNMENT_ACTIVE_EVENTS],

  run(context, { userId, active, successorId, handOverTags, ...input }) {
    const { db, actor, reach, now, audit } = context;
    const present = findGovernmentUser(db, userId);
    const account = administeredAccount(context, userId);
    refuseAssignment(db, reach, actor, input);
    const target = { targetType: "user", targetId: userId };
    if (present.role === "GOV_SYSTEM_ADMIN" && input.role && input.role !== "GOV_SYSTEM_ADMIN") {
      if (countOtherSystemAdministrators(db, userId) === 0) {
        audit("authorization_failure", { ...target, details: { reason: "last system administrator" } });
        return new Refusal(
          invalidField("role", "not_allowed", "Keep this role: no one else is a system administrator"),
        );
      }
    }
    const refusal = changeGovernmentActive(context, account, { active, successorId, handOverTags });
    if (refusal) return refusal;
    const changes = changesBetween(present, input);
    if (!changes) return viewGovernmentUser(findGovernmentUser(db, userId));
    const updated = db
      .update(user)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(user.id, userId))
      .returning()
      .get();
    deleteRevokedLinks(db, userId);
    const { role: roleBefore, ...before } = changes.before;
    const { role: roleAfter, ...after } = changes.after;
    if (roleAfter !== undefined) {
      const ownedSubmissions = mayReviewAs(updated.role) ? 0 : handOverOwned(db, userId, null);
      audit("gov_user_role_changed", {
        ...target,
        details: {
          before: { role: roleBefore },
          after: { role: roleAfter },
          ...(ownedSubmissions > 0 && { ownedSubmissions }),
        },
      });
      mailAccountChange({ db, now }, { userId }, "role changed");
    }
    if (Object.keys(after).length > 0) audit("gov_user_updated", { ...target, details: { before, after } });
    return viewGovernmentUser(updated);
  },
});
