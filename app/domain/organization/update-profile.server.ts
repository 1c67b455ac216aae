import { eq } from "drizzle-orm";
import { organization } from "#db/schema";
import { notFound } from "../../errors";
import { organizationOf } from "../../policy/policy";
import { changesBetween } from "../changes";
import { defineOperation } from "../operation.server";
import { profileColumns, refuseDuplicate, refuseFutureStart, viewOrganization } from "./profile.server";
import { profileSchema } from "./schema";

/** Changes the profile of the caller's own organization. */
export const updateProfile = defineOperation({
  gate: "industry admin",
  input: profileSchema,
  events: ["organization_profile_updated"],
  check: (context, input) => refuseFutureStart(input, context.now),

  run({ db, actor, now, audit }, input) {
    const own = eq(organization.id, organizationOf(actor));
    const present = db.select().from(organization).where(own).get();
    if (!present) throw notFound();
    refuseDuplicate(db, { cageCode: input.cageCode, uei: input.uei }, present.id);
    const changes = changesBetween(present, profileColumns(input));
    if (!changes) return viewOrganization(present);
    const updated = db
      .update(organization)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(own)
      .returning()
      .get();
    audit("organization_profile_updated", { targetType: "organization", targetId: present.id, details: changes });
    return viewOrganization(updated);
  },
});
