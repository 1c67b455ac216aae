import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { mailAccountChange } from "../account/account-mail.server";
import { refuseKnownEmail } from "../account/email.server";
import { administeredAccount } from "../account-administration/administered.server";
import {
  changeIndustryActive,
  INDUSTRY_ACTIVE_EVENTS,
  refuseChange,
} from "../account-administration/change-active.server";
import { findIndustryAccount } from "./accounts.server";
import { industryAccountChangeSchema } from "./schema";

/** Deactivates or reactivates an industry user, or changes the email, which frees the old one for its owner. */
export const changeIndustryAccount = defineOperation({
  gate: "system admin",
  input: industryAccountChangeSchema,
  refuses: {
    invalid_request: "the account is the last active administrator of an organization that is not INACTIVE",
    conflict: "an account with this email already exists",
  },
  events: ["industry_user_email_changed", ...INDUSTRY_ACTIVE_EVENTS],

  run(context, { id, active, successorId, email }) {
    const { db, now, audit } = context;
    const present = findIndustryAccount(db, id);
    const changes = changesBetween(present, { email });
    if (email !== undefined && changes) refuseKnownEmail(db, email);
    const account = administeredAccount(context, id);
    const refusal = refuseChange(context, account, { active });
    if (refusal) return refusal;
    if (email !== undefined && changes) {
      db.update(user).set({ email, updatedAt: now.toISOString() }).where(eq(user.id, id)).run();
      endSessionsOf(db, id);
      mailAccountChange({ db, now }, { email: present.email }, "email changed");
      const target = { targetType: "user", targetId: id, organizationId: present.organization.id };
      audit("industry_user_email_changed", { ...target, details: changes });
    }
    changeIndustryActive(context, account, { active, successorId });
    return findIndustryAccount(db, id);
  },
});
