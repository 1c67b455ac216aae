import { eq } from "drizzle-orm";
import { organization } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { organizationOf } from "../../policy/policy";
import { organizationColumns, refuseDuplicate, refuseFutureStart, viewOrganization } from "./profile.server";
import { findOrganization } from "./queries.server";
import { profileSchema } from "./schema";

/** Changes the profile of the caller's own organization. */
export const updateProfile = defineOperation({
  gate: "industry admin",
  input: profileSchema,
  refuses: { not_found: "the organization does not exist", conflict: "another organization has this UEI or CAGE code" },
  events: ["organization_profile_updated"],
  check: (context, input) => refuseFutureStart(input, context.now),

  run({ db, actor, now, audit }, input) {
    const present = findOrganization(db, organizationOf(actor));
    refuseDuplicate(db, { cageCode: input.cageCode, uei: input.uei }, present.id);
    const changes = changesBetween(present, organizationColumns(input));
    if (!changes) return viewOrganization(present);
    const updated = db
      .update(organization)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(organization.id, present.id))
      .returning()
      .get();
    audit("organization_profile_updated", { targetType: "organization", targetId: present.id, details: changes });
    return viewOrganization(updated);
  },
});
