import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { IndustryRole } from "#db/enumerations";
import type { Database } from "#db/open";
import { organization, user } from "#db/schema";
import { contains, orderedBy, readPage, withoutCase } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { industryAccountListSchema, industryDirectorySchema } from "./schema";

const isIndustry: SQL = eq(user.role, "INDUSTRY");

const BY_EMAIL = [asc(user.email)];

/** @param order emails are unique, so it is total by default */
function readAccounts(db: Database, where: SQL | undefined, order = BY_EMAIL) {
  const { id, email, name, active, lastSignInAt, createdAt } = user;
  return db
    .select({
      ...{ id, email, name, active, lastSignInAt, createdAt },
      // The table's check guarantees that every industry user has one.
      industryRole: sql<IndustryRole>`${user.industryRole}`,
      organization: { id: organization.id, name: organization.name },
    })
    .from(user)
    .innerJoin(organization, eq(organization.id, user.organizationId))
    .where(where)
    .orderBy(...order)
    .all();
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

const SORT_COLUMNS = {
  organization: [
    sql`(SELECT name_key FROM organization WHERE organization.id = ${user.organizationId})`,
    withoutCase(user.name),
  ],
  name: withoutCase(user.name),
  // SQLite puts people who have not signed in yet first.
  lastSignInAt: [user.lastSignInAt, withoutCase(user.name)],
} as const;

/** Whether a user's organization has a name with this text. */
const belongsToNamed = (text: string): SQL =>
  sql`${user.organizationId} IN (SELECT ${organization.id} FROM ${organization} WHERE ${contains(organization.name, text)})`;

/** The ids in the order of organizations. It reads people only until the page is full, and sorts those of one name. */
function keysByOrganization(where: SQL | undefined, sort: string): SQL {
  const direction = sql.raw(sort.startsWith("-") ? "DESC" : "ASC");
  return sql`SELECT ${user.id} FROM ${organization} INDEXED BY organization_name_key
    CROSS JOIN ${user} ON ${user.organizationId} = ${organization.id} WHERE ${where}
    ORDER BY ${organization.nameKey} ${direction}, ${withoutCase(user.name)} ${direction}, ${user.id} ${direction}`;
}

/**
 * A text that fewer people have is not looked for in the order of organizations: to read nearly everyone in another order than
 * that of the table takes five times as long.
 */
const COMMON_TEXT = 1_000;

/** How many people meet a condition, if they are few: else undefined. */
function countIfFew(db: Database, where: SQL | undefined): number | undefined {
  const [row] = db.values<[number]>(
    sql`SELECT count(*) FROM (SELECT 1 FROM ${user} WHERE ${where} LIMIT ${COMMON_TEXT})`,
  );
  return row === undefined || row[0] === COMMON_TEXT ? undefined : row[0];
}

/** The same for the page of industry users, with its filters and orders. */
export const industryDirectory = defineQuery({
  gate: "system admin",
  input: industryDirectorySchema,
  run({ db }, { q, organizationId, state, sort, ...size }) {
    const where = and(
      isIndustry,
      q ? or(contains(user.name, q), contains(user.email, q), belongsToNamed(q)) : undefined,
      organizationId ? eq(user.organizationId, organizationId) : undefined,
      state ? eq(user.active, state === "ACTIVE") : undefined,
    );
    const order = orderedBy(sort.by, SORT_COLUMNS, user.id);
    const total = q ? countIfFew(db, where) : undefined;
    const keys = sort.by.endsWith("organization") && total === undefined && keysByOrganization(where, sort.by);
    const list = { key: user.id, where, order, total, ...(keys && { keys }) };
    return readPage(db, size, list, (onPage) => readAccounts(db, onPage, order));
  },
});
