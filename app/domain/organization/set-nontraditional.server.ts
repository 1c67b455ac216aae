import { eq } from "drizzle-orm";
import { organization } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { viewForGovernment } from "./profile.server";
import { findOrganization } from "./queries.server";
import { organizationNontraditionalSchema } from "./schema";

/** Sets whether an organization is a nontraditional contractor. Only government can. */
export const setOrganizationNontraditional = defineOperation({
  gate: "gov write",
  input: organizationNontraditionalSchema,
  events: ["organization_profile_updated"],

  run({ db, now, audit }, { id, nontraditional }) {
    const present = findOrganization(db, id);
    const changes = changesBetween(present, { nontraditional });
    if (!changes) return viewForGovernment(present);
    const updated = db
      .update(organization)
      .set({ nontraditional, updatedAt: now.toISOString() })
      .where(eq(organization.id, id))
      .returning()
      .get();
    audit("organization_profile_updated", {
      targetType: "organization",
      targetId: id,
      organizationId: id,
      details: changes,
    });
    return viewForGovernment(updated);
  },
});
