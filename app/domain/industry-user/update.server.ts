import { and, eq } from "drizzle-orm";
import type { IndustryRole } from "#db/enumerations";
import { user } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation, type ReadContext, Refusal } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { organizationOf } from "../../policy/policy";
import { deliverTo } from "../../routing/deliver.server";
import { mailAccountChange } from "../account/account-mail.server";
import { administeredAccount } from "../account-administration/administered.server";
import { countOtherAdministrators } from "../account-administration/administrators.server";
import { changeIndustryActive, INDUSTRY_ACTIVE_EVENTS } from "../account-administration/change-active.server";
import { deleteRevokedLinks } from "../account-administration/revoked-links.server";
import { withdrawInvitationsOf } from "../invitation/of-inviter.server";
import { nameOfOrganization } from "../organization/queries.server";
import { ROLE_WORDS, whyMustStayAdministrator } from "./rules";
import { industryUserChangeSchema } from "./schema";

/** One message for both guards (docs/contract.md#organization-users); the page says which one applies. */
const MESSAGE = "You cannot change this role";
const REASONS = { oneself: "own role", last: "last administrator" } as const;

/**
 * Makes a colleague an administrator or a user of the organization, and notifies them. Deactivates or reactivates the
 * account. An organization's last administrator stays one.
 */
export const updateIndustryUser = defineOperation({
  gate: "industry admin",
  input: industryUserChangeSchema,
  refuses: {
    invalid_request: "you cannot deactivate or demote yourself, or the last administrator",
  },
  events: ["industry_user_role_changed", ...INDUSTRY_ACTIVE_EVENTS],

  run(context, { id, industryRole, active, successorId }) {
    const { db, actor, now, audit } = context;
    const organizationId = organizationOf(actor);
    const present = findColleague(context, id);
    const changes = changesBetween({ industryRole: present.industryRole }, { industryRole });
    const target = { targetType: "user", targetId: id };
    const stays =
      changes &&
      industryRole === "INDUSTRY_USER" &&
      whyMustStayAdministrator(actor.id, id, countOtherAdministrators(db, id, organizationId));
    if (stays) {
      audit("authorization_failure", { ...target, details: { reason: REASONS[stays] } });
      return new Refusal(new DomainError("invalid_request", MESSAGE));
    }
    const refusal = changeIndustryActive(context, administeredAccount(context, id), { active, successorId });
    if (refusal) return refusal;
    if (changes && industryRole !== undefined) {
      db.update(user).set({ industryRole, updatedAt: now.toISOString() }).where(eq(user.id, id)).run();
      deleteRevokedLinks(db, id);
      audit("industry_user_role_changed", { ...target, details: changes });
      if (industryRole === "INDUSTRY_USER") withdrawInvitationsOf(context, { id, organizationId });
      const notification = {
        kind: "SYSTEM",
        title: "Your role changed",
        body: `You are now ${ROLE_WORDS[industryRole]} of ${nameOfOrganization(db, organizationId)}.`,
        linkUrl: "/account",
        tags: [],
        hasOwnMail: true,
      } as const;
      deliverTo(db, [{ userId: id }], notification, now);
      mailAccountChange({ db, now }, { userId: id }, "role changed");
    }
    return findColleague(context, id);
  },
});

/** @throws DomainError not_found for someone outside the caller's organization */
function findColleague({ db, actor }: Pick<ReadContext<"industry admin">, "db" | "actor">, id: string) {
  const found = db
    .select({ id: user.id, email: user.email, industryRole: user.industryRole, active: user.active })
    .from(user)
    .where(and(eq(user.id, id), eq(user.organizationId, organizationOf(actor))))
    .get();
  if (!found) throw notFound();
  // The table's check guarantees that every industry user has one.
  return { ...found, industryRole: found.industryRole as IndustryRole };
}
