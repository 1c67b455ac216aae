import { and, eq, ne, type SQL } from "drizzle-orm";
import type { Database } from "#db/open";
import { user } from "#db/schema";
import { countRows } from "~/lists/listing.server";

/* Only active accounts count as administrators: nobody else can do what only an administrator may do. */

const isSystemAdministrator: SQL | undefined = and(eq(user.role, "GOV_SYSTEM_ADMIN"), eq(user.active, true));

/** Whether there is a system administrator who can sign in. */
export const hasSystemAdministrator = (db: Database): boolean => countRows(db, user, isSystemAdministrator) > 0;

/** How many other system administrators there are. */
export const countOtherSystemAdministrators = (db: Database, userId: string): number =>
  countRows(db, user, and(ne(user.id, userId), isSystemAdministrator));

/** Selects the administrators of an organization. */
export const isAdministratorOf = (organizationId: string): SQL | undefined =>
  and(eq(user.organizationId, organizationId), eq(user.industryRole, "INDUSTRY_ADMIN"), eq(user.active, true));

/** How many other administrators an organization has. */
export const countOtherAdministrators = (db: Database, userId: string, organizationId: string): number =>
  countRows(db, user, and(ne(user.id, userId), isAdministratorOf(organizationId)));
