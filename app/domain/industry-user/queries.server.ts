import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { IndustryRole } from "#db/enumerations";
import type { Database } from "#db/open";
import { user } from "#db/schema";
import { LIMITS } from "../../limits";
import { organizationOf } from "../../policy/policy";
import { countRows, withoutCase } from "../listing.server";
import { defineQuery } from "../operation.server";
import { whyStays } from "./rules";

const { id, email, name, organizationId } = user;
/** By the table's check, nobody of an organization is without one. */
const industryRole = sql<IndustryRole>`${user.industryRole}`;

const isAdministratorOf = (organization: string): SQL | undefined =>
  and(eq(organizationId, organization), eq(industryRole, "INDUSTRY_ADMIN"));

/** Whether somebody administers an organization, as it stands now. */
export function administers(db: Database, userId: string, organization: string): boolean {
  return countRows(db, user, and(eq(id, userId), isAdministratorOf(organization))) > 0;
}

/** How many administrators an organization has beside one. */
export function countOtherAdministrators(db: Database, userId: string, organization: string): number {
  return countRows(db, user, and(ne(id, userId), isAdministratorOf(organization)));
}

function peopleOf(db: Database, organization: string) {
  return db
    .select({ id, email, name, industryRole })
    .from(user)
    .where(eq(organizationId, organization))
    .orderBy(asc(withoutCase(name)), asc(id))
    .limit(LIMITS.unpagedRows)
    .all();
}

/** GET /api/portal/users: the people of the caller's organization, by name. */
export const listIndustryUsers = defineQuery({
  gate: "industry admin",
  input: z.object({}),
  run: ({ db, actor }) => peopleOf(db, organizationOf(actor)),
});

/** The same as their page shows them: with why an administrator stays one, where it does. */
export const industryUsersToChange = defineQuery({
  gate: "industry admin",
  input: z.object({}),
  run({ db, actor }) {
    const organization = organizationOf(actor);
    const total = countRows(db, user, isAdministratorOf(organization));
    return peopleOf(db, organization).map((person) => ({
      ...person,
      stays: person.industryRole === "INDUSTRY_ADMIN" ? whyStays(actor.id, person.id, total - 1) : null,
    }));
  },
});
