import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { refuseKnownEmail } from "../account/email.server";
import { withdrawInvitationsOf } from "../invitation/of-inviter.server";
import { findIndustryAccount } from "./accounts.server";
import { industryAccountChangeSchema } from "./schema";

/**
 * Deactivates or reactivates an industry user, or changes the email, which frees the old one for its owner. This may be
 * the last administrator of an organization: someone who registers in another's name usually is.
 */
export const changeIndustryAccount = defineOperation({
  gate: "system admin",
  input: industryAccountChangeSchema,
  refuses: { conflict: "an account with this email already exists" },
  events: [
    "industry_user_deactivated",
    "industry_user_reactivated",
    "industry_user_email_changed",
    "industry_user_invitation_withdrawn",
  ],

  run(context, { id, ...input }) {
    const { db, now, audit } = context;
    const present = findIndustryAccount(db, id);
    const changes = changesBetween(present, input);
    if (!changes) return present;
    const isRenamed = "email" in changes.after;
    if (input.email !== undefined && isRenamed) refuseKnownEmail(db, input.email);
    db.update(user)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(user.id, id))
      .run();
    endSessionsOf(db, id);
    const organizationId = present.organization.id;
    const target = { targetType: "user", targetId: id, organizationId };
    if (isRenamed) {
      const details = { before: { email: present.email }, after: { email: input.email } };
      audit("industry_user_email_changed", { ...target, details });
    }
    if ("active" in changes.after) {
      const details = { before: { active: present.active }, after: { active: input.active } };
      audit(input.active ? "industry_user_reactivated" : "industry_user_deactivated", { ...target, details });
      if (!input.active) withdrawInvitationsOf(context, { id, organizationId });
    }
    return findIndustryAccount(db, id);
  },
});
