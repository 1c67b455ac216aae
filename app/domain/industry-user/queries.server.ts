import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { IndustryRole } from "#db/enumerations";
import type { Database } from "#db/open";
import { user } from "#db/schema";
import type { ListInPieces } from "~/lists/list-in-pieces";
import { contains, countRows, orderedBy, readPage, withoutCase } from "~/lists/listing.server";
import { type Changes, changesOnly, pageOf } from "~/lists/paging";
import { readWholeList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { organizationOf } from "../../policy/policy";
import { isAdministratorOf } from "../account-administration/administrators.server";
import { whyMustStayAdministrator } from "./rules";
import { industryUserListSchema } from "./schema";

const { id, email, name, organizationId } = user;
/** The table's check guarantees that every industry user has one. */
const industryRole = sql<IndustryRole>`${user.industryRole}`;

/** The administrators of the caller's organization, by name, so that others know who to ask. */
export const namesOfAdministrators = defineQuery({
  gate: "industry",
  input: z.object({}),
  run: ({ db, actor }) =>
    db
      .select({ id, name })
      .from(user)
      .where(isAdministratorOf(organizationOf(actor)))
      .orderBy(asc(withoutCase(name)), asc(id))
      .limit(LIMITS.unpagedRows)
      .all()
      .map((administrator) => administrator.name),
});

const belongsTo = (organization: string): SQL => eq(organizationId, organization);

const byName = [asc(withoutCase(name)), asc(id)];

function readPeople(db: Database, where: SQL | undefined) {
  return db
    .select({ id, email, name, industryRole, active: user.active })
    .from(user)
    .where(where)
    .orderBy(...byName)
    .all();
}

type IndustryUserItem = ReturnType<typeof readPeople>[number];

/** GET /api/portal/users: the people of the caller's organization, by name. */
export const listIndustryUsers = defineQuery({
  gate: "industry admin",
  input: z.object(changesOnly),
  run({ db, actor }, requested): ListInPieces<IndustryUserItem> | Changes<IndustryUserItem> {
    const organization = organizationOf(actor);
    const list = {
      type: "user",
      id,
      where: belongsTo(organization),
      organizationId: organization,
      order: byName,
    } as const;
    return readWholeList(db, requested, list, readPeople);
  },
});

const SORT_COLUMNS = {
  name: withoutCase(name),
  role: [user.industryRole, withoutCase(name)],
  // SQLite puts people who have not signed in yet first.
  lastSignInAt: [user.lastSignInAt, withoutCase(name)],
} as const;

/** The same for their page: in pages, with filters, and why an administrator must keep the role, if so. */
export const industryUsersToChange = defineQuery({
  gate: "industry admin",
  input: industryUserListSchema,
  run({ db, actor }, { q, withRole, state, sort, ...size }) {
    const organization = organizationOf(actor);
    const administrators = countRows(db, user, isAdministratorOf(organization));
    const where = and(
      belongsTo(organization),
      q ? or(contains(name, q), contains(email, q)) : undefined,
      withRole ? eq(user.industryRole, withRole) : undefined,
      state ? eq(user.active, state === "ACTIVE") : undefined,
    );
    const order = orderedBy(sort.by, SORT_COLUMNS, id);
    const people = readPage(db, size, { key: id, where, order }, (onPage) =>
      db
        .select({ id, email, name, industryRole, active: user.active, lastSignInAt: user.lastSignInAt })
        .from(user)
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
    return pageOf(people, (person) => {
      const others = administrators - Number(person.active);
      return {
        ...person,
        stays: person.industryRole === "INDUSTRY_ADMIN" ? whyMustStayAdministrator(actor.id, person.id, others) : null,
      };
    });
  },
});
