import { eq, inArray } from "drizzle-orm";
import type { Database } from "#db/open";
import { engagement, engagementOrganization, organization, submission } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { touchLookAlikes } from "./look-alikes.server";
import { nameColumns, refuseDuplicate, viewForGovernment } from "./profile.server";
import { findOrganization } from "./queries.server";
import { organizationIdentitySchema } from "./schema";

/** Corrects an organization's name, UEI or CAGE code, or frees them for the organization that owns them. */
export const setOrganizationIdentity = defineOperation({
  gate: "system admin",
  input: organizationIdentitySchema,
  refuses: { conflict: "another organization has this name, UEI or CAGE code" },
  events: ["organization_identity_changed"],

  run({ db, now, audit }, { id, ...input }) {
    const present = findOrganization(db, id);
    const named = input.name === undefined ? undefined : nameColumns(input.name);
    refuse(db, { nameKey: named?.nameKey, cageCode: input.cageCode, uei: input.uei }, id);
    const changes = changesBetween(present, input);
    if (!changes) return viewForGovernment(present);
    // The look-alike warnings of other organizations change: of those it looked like, and of those it looks like now
    // (below).
    if ("name" in changes.after) touchLookAlikes(db, id);
    const updated = db
      .update(organization)
      .set({ ...changes.after, ...named, updatedAt: now.toISOString() })
      .where(eq(organization.id, id))
      .returning()
      .get();
    if ("name" in changes.after) {
      touchLookAlikes(db, id);
      touchNamedIn(db, id);
    }
    audit("organization_identity_changed", {
      targetType: "organization",
      targetId: id,
      organizationId: id,
      details: changes,
    });
    return viewForGovernment(updated);
  },
});

/** @throws DomainError conflict, naming the field as this route does */
function refuse(db: Database, identity: Parameters<typeof refuseDuplicate>[1], id: string): void {
  try {
    refuseDuplicate(db, identity, id);
  } catch (error) {
    if (!(error instanceof DomainError && error.fields?.orgName)) throw error;
    throw new DomainError(error.code, error.message, { fields: { name: error.fields.orgName } });
  }
}

/**
 * Marks records that show the organization's name as changed, so that copies of lists get the new one. Setting a column
 * to its own value counts as a change (the triggers of record_change).
 */
function touchNamedIn(db: Database, id: string): void {
  db.update(submission).set({ organizationId: id }).where(eq(submission.organizationId, id)).run();
  const { engagementId, organizationId } = engagementOrganization;
  const isWith = inArray(
    engagement.id,
    db.select({ engagementId }).from(engagementOrganization).where(eq(organizationId, id)),
  );
  db.update(engagement).set({ commandId: engagement.commandId }).where(isWith).run();
}
