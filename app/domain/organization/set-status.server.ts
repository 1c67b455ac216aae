import { eq } from "drizzle-orm";
import { organization } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { findOrganization } from "./queries.server";
import { organizationStatusSchema } from "./schema";

/** Sets an organization's status, from any value to any other. Setting the current one changes nothing. */
export const setOrganizationStatus = defineOperation({
  gate: "gov write",
  input: organizationStatusSchema,
  events: ["organization_status_changed"],

  run({ db, now, audit }, { id, status }) {
    const present = findOrganization(db, id);
    if (present.status === status) return { id, status };
    db.update(organization).set({ status, updatedAt: now.toISOString() }).where(eq(organization.id, id)).run();
    audit("organization_status_changed", {
      targetType: "organization",
      targetId: id,
      organizationId: id,
      details: { before: { status: present.status }, after: { status } },
    });
    return { id, status };
  },
});
