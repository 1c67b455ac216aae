import { and, asc, type Column, eq, ne, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { GovernmentRole } from "#db/enumerations";
import type { Database } from "#db/open";
import { command, user } from "#db/schema";
import type { ListInPieces } from "~/lists/list-in-pieces";
import { contains, orderedBy, readPage, rowsByKey, withoutCase } from "~/lists/listing.server";
import { type Changes, changesOnly } from "~/lists/paging";
import { readWholeList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { mayChange } from "../account-administration/government-tiers";
import { viewGovernmentUser } from "./assignment.server";
import { governmentUserListSchema } from "./schema";

const isGovernment: SQL = ne(user.role, "INDUSTRY");
/** By name, ignoring case. The id makes the order total. */
const byName: SQL[] = [asc(withoutCase(user.name)), asc(user.id)];

/**
 * A government user's whole row.
 * @throws DomainError not_found, also for an industry user.
 */
export function findGovernmentUser(db: Database, id: string): typeof user.$inferSelect {
  const found = db
    .select()
    .from(user)
    .where(and(eq(user.id, id), isGovernment))
    .get();
  if (!found) throw notFound();
  return found;
}

const listColumns = {
  id: user.id,
  email: user.email,
  name: user.name,
  // No industry role is among them.
  role: sql<GovernmentRole>`${user.role}`,
  commandId: user.commandId,
  title: user.title,
  active: user.active,
  lastSignInAt: user.lastSignInAt,
};

/** GET /api/gov/admin/users: every government user, by name. */
export const listGovernmentUsers = defineQuery({
  gate: "admin tier",
  input: z.object(changesOnly),
  run: ({ db }, requested): ListInPieces<GovernmentUserItem> | Changes<GovernmentUserItem> =>
    readWholeList(db, requested, EVERY_GOVERNMENT_USER, readGovernmentUsers),
});

const EVERY_GOVERNMENT_USER = {
  type: "user",
  id: user.id,
  where: isGovernment,
  // Government users belong to no organization, and everyone else does.
  organizationId: null,
  order: byName,
} as const;

const readGovernmentUsers = (db: Database, where: SQL | undefined) =>
  db
    .select(listColumns)
    .from(user)
    .where(where)
    .orderBy(...byName)
    .all();
type GovernmentUserItem = ReturnType<typeof readGovernmentUsers>[number];

const abbreviationKey = sql`(SELECT abbreviation_key FROM command WHERE command.id = ${user.commandId})`;
/** Missing values come last. */
const orLast = (value: Column | SQL) => sql`coalesce(${value}, char(0x10FFFF)) COLLATE NOCASE`;

const SORT_COLUMNS = {
  name: withoutCase(user.name),
  role: [user.role, withoutCase(user.name)],
  command: [orLast(abbreviationKey), withoutCase(user.name)],
  title: [orLast(user.title), withoutCase(user.name)],
  // SQLite puts people who have not signed in yet first.
  lastSignInAt: [user.lastSignInAt, withoutCase(user.name)],
} as const;

const foundUsers = rowsByKey(user.id, (db) =>
  db
    .select({ ...listColumns, command: { id: command.id, abbreviation: command.abbreviation } })
    .from(user)
    .leftJoin(command, eq(command.id, user.commandId)),
);

/** The same for the page of users: in pages, with filters and each user's command. */
export const searchGovernmentUsers = defineQuery({
  gate: "admin tier",
  input: governmentUserListSchema,
  run({ db }, { page, pageSize, sort, q, withRole, inCommand, state }) {
    const where = and(
      isGovernment,
      q ? or(contains(user.name, q), contains(user.email, q)) : undefined,
      withRole ? eq(user.role, withRole) : undefined,
      inCommand ? eq(user.commandId, inCommand) : undefined,
      state ? eq(user.active, state === "ACTIVE") : undefined,
    );
    const order = orderedBy(sort.by, SORT_COLUMNS, user.id);
    return readPage(db, { page, pageSize }, { key: user.id, where, order }, { rows: foundUsers });
  },
});

/** One government user, to be changed. */
export const governmentUserToChange = defineQuery({
  gate: "user administration",
  input: recordSchema,
  run({ db, actor, reach }, { id }) {
    const found = findGovernmentUser(db, id);
    if (!mayChange(reach, actor, found)) throw new DomainError("forbidden");
    return viewGovernmentUser(found);
  },
});
