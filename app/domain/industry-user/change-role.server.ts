import { and, eq } from "drizzle-orm";
import { user } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation, Refusal } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { organizationOf } from "../../policy/policy";
import { deliverTo } from "../../routing/deliver.server";
import { withdrawInvitationsOf } from "../invitation/of-inviter.server";
import { nameOfOrganization } from "../organization/queries.server";
import { countOtherAdministrators } from "./queries.server";
import { ROLE_WORDS, whyMustStayAdministrator } from "./rules";
import { industryRoleSchema } from "./schema";

/** One message for both guards (docs/contract.md#organization-users); the page says which one applies. */
const MESSAGE = "You cannot change this role";
const REASONS = { oneself: "own role", last: "last administrator" } as const;

/** Makes a colleague an administrator or a user of the organization, and notifies them. */
export const changeIndustryRole = defineOperation({
  gate: "industry admin",
  input: industryRoleSchema,
  refuses: { invalid_request: "you cannot remove your own administrator role or the last administrator's" },
  events: ["industry_user_role_changed", "industry_user_invitation_withdrawn", "authorization_failure"],

  run(context, { id, industryRole }) {
    const { db, actor, now, audit } = context;
    const organizationId = organizationOf(actor);
    const present = db
      .select({ email: user.email, industryRole: user.industryRole })
      .from(user)
      .where(and(eq(user.id, id), eq(user.organizationId, organizationId)))
      .get();
    if (!present) throw notFound();
    const view = { id, email: present.email, industryRole };
    const changes = changesBetween({ industryRole: present.industryRole }, { industryRole });
    if (!changes) return view;
    const target = { targetType: "user", targetId: id };
    const stays =
      industryRole === "INDUSTRY_USER" &&
      whyMustStayAdministrator(actor.id, id, countOtherAdministrators(db, id, organizationId));
    if (stays) {
      audit("authorization_failure", { ...target, details: { reason: REASONS[stays] } });
      return new Refusal(new DomainError("invalid_request", MESSAGE));
    }
    db.update(user).set({ industryRole, updatedAt: now.toISOString() }).where(eq(user.id, id)).run();
    audit("industry_user_role_changed", { ...target, details: changes });
    if (industryRole === "INDUSTRY_USER") withdrawInvitationsOf(context, { id, organizationId });
    const notice = {
      kind: "SYSTEM",
      title: "Your role changed",
      body: `You are now ${ROLE_WORDS[industryRole]} of ${nameOfOrganization(db, organizationId)}.`,
      linkUrl: "/account",
      tags: [],
    } as const;
    deliverTo(db, [{ userId: id }], notice, now);
    return view;
  },
});
