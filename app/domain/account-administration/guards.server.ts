import { eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { organization } from "#db/schema";
import type { AdministeredAccount } from "./administered.server";
import { countOtherAdministrators, countOtherSystemAdministrators } from "./administrators.server";
import type { StaysActive } from "./rules";

/**
 * Why nobody, or not this caller, may deactivate an account. Null if the caller may. Two requests at once cannot both pass
 * if this runs under the write lock.
 */
export function whyMustStayActive(
  db: Database,
  actor: { id: string; role: string },
  account: Pick<AdministeredAccount, "id" | "role" | "industryRole" | "organizationId" | "active">,
): StaysActive | null {
  if (!account.active) return null;
  if (account.id === actor.id) return "own account";
  if (account.role === "GOV_SYSTEM_ADMIN") {
    return countOtherSystemAdministrators(db, account.id) === 0 ? "last system administrator" : null;
  }
  if (account.industryRole !== "INDUSTRY_ADMIN" || account.organizationId === null) return null;
  if (countOtherAdministrators(db, account.id, account.organizationId) > 0) return null;
  return actor.role === "GOV_SYSTEM_ADMIN" && isInactive(db, account.organizationId) ? null : "last administrator";
}

/** A wrong registration is first made inactive. Then nobody needs to administer it. */
const isInactive = (db: Database, organizationId: string): boolean =>
  db.select({ status: organization.status }).from(organization).where(eq(organization.id, organizationId)).get()
    ?.status === "INACTIVE";
