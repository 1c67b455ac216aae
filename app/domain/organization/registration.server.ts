import type * as z from "zod";
import { organization, user } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { refuseKnownEmail } from "../account/email.server";
import { touchLookAlikes } from "./look-alikes.server";
import { nameColumns, organizationColumns, refuseDuplicate } from "./profile.server";
import type { registrationSchema } from "./schema";

/** A registration, without the password. This file gets only its hash. */
export type Registration = Omit<z.output<typeof registrationSchema>, "password">;

/**
 * Writes an organization and its first user, its administrator, with the audit row, in the open transaction. Every way
 * to register uses this.
 * @throws DomainError conflict, naming the field, before anything is written
 */
export function writeRegistration(
  { db, newId, now, audit }: Pick<WriteContext<"public", "organization_registered">, "db" | "newId" | "now" | "audit">,
  { orgName, contactName, email, ...profile }: Registration,
  passwordHash: string,
): string {
  const named = nameColumns(orgName);
  refuseDuplicate(db, { nameKey: named.nameKey, cageCode: profile.cageCode, uei: profile.uei });
  refuseKnownEmail(db, email);
  const organizationId = newId();
  const userId = newId();
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const columns = { orgType: profile.orgType, ...organizationColumns(profile), ...named };
  db.insert(organization)
    .values({ ...columns, id: organizationId, ...times })
    .run();
  touchLookAlikes(db, organizationId);
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
  return organizationId;
}
