import { organization, user } from "#db/schema";
import { RATE_LIMITS } from "../../limits";
import { refuseKnownEmail } from "../account/email.server";
import { defineOperation } from "../operation.server";
import { comparisonKey } from "../text";
import { organizationColumns, refuseDuplicate, refuseFutureStart } from "./profile.server";
import { registrationSchema } from "./schema";

/** Registers an organization and its first user, its administrator, in one transaction. */
export const registerOrganization = defineOperation({
  gate: "public",
  input: registrationSchema,
  refuses: {
    conflict: "an organization of this name, UEI or CAGE code, or an account with this email, is there",
    rate_limited: "too many passwords are being looked at",
  },
  limit: RATE_LIMITS.registration,
  events: ["organization_registered"],
  check: (context, input) => refuseFutureStart(input, context.now),
  prepare: (context, { password }) => context.passwords.hash(password),

  run({ db, newId, now, audit }, { orgName, contactName, email, password: _password, ...profile }, passwordHash) {
    const nameKey = comparisonKey(orgName);
    refuseDuplicate(db, { nameKey, cageCode: profile.cageCode, uei: profile.uei });
    refuseKnownEmail(db, email);
    const organizationId = newId();
    const userId = newId();
    const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const columns = { orgType: profile.orgType, ...organizationColumns(profile), name: orgName, nameKey };
    db.insert(organization)
      .values({ ...columns, id: organizationId, ...times })
      .run();
    db.insert(user)
      .values({
        id: userId,
        email,
        name: contactName,
        role: "INDUSTRY",
        industryRole: "INDUSTRY_ADMIN",
        organizationId,
        passwordHash,
        ...times,
      })
      .run();
    audit("organization_registered", {
      claimedEmail: email,
      targetType: "organization",
      targetId: organizationId,
      organizationId,
      details: { after: { name: orgName, orgType: profile.orgType, userId, email } },
    });
    return { organizationId };
  },
});
