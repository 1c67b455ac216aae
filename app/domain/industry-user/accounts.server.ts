import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { IndustryRole } from "#db/enumerations";
import type { Database } from "#db/open";
import { organization, user } from "#db/schema";
import { contains, readPage } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { industryAccountListSchema } from "./schema";

const isIndustry: SQL = eq(user.role, "INDUSTRY");

function readAccounts(db: Database, where: SQL | undefined) {
  const { id, email, name, active, createdAt } = user;
  return (
    db
      .select({
        ...{ id, email, name, active, createdAt },
        // The table's check guarantees that every industry user has one.
        industryRole: sql<IndustryRole>`${user.industryRole}`,
        organization: { id: organization.id, name: organization.name },
      })
      .from(user)
      .innerJoin(organization, eq(organization.id, user.organizationId))
      .where(where)
      // Emails are unique, so the order is total.
      .orderBy(asc(email))
      .all()
  );
}

/**
 * An industry user without the columns that nobody may read.
 * @throws DomainError not_found, also for a government user
 */
export function findIndustryAccount(db: Database, id: string) {
  const [found] = readAccounts(db, and(eq(user.id, id), isIndustry));
  if (!found) throw notFound();
  return found;
}

/** GET /api/gov/admin/industry-users: the industry users of every organization, by email. */
export const listIndustryAccounts = defineQuery({
  gate: "system admin",
  input: industryAccountListSchema,
  run({ db }, { email, organizationId, active, ...size }) {
    const where = and(
      isIndustry,
      email === undefined ? undefined : contains(user.email, email),
      organizationId === undefined ? undefined : eq(user.organizationId, organizationId),
      active === undefined ? undefined : eq(user.active, active),
    );
    return readPage(db, size, { key: user.id, where, order: [asc(user.email)] }, (onPage) => readAccounts(db, onPage));
  },
});
