import { and, asc, type Column, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { organization, organizationDialogueNote, user } from "#db/schema";
import { contains, hasTag, orderedBy, type RowsOfKeys, readPage, rowsByKey } from "~/lists/listing.server";
import { type Paged, paging, type UpdatedSince, updatedSince } from "~/lists/paging";
import { readList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { comparisonKey, recordSchema } from "~/values/text";
import { organizationOf } from "../../policy/policy";
import { lookAlikesOf } from "./look-alikes.server";
import { viewForGovernment, viewOrganization } from "./profile.server";
import type { ListedOrganization } from "./responses";
import { ORGANIZATION_NAME_CHARACTERS, organizationListSchema } from "./schema";

/** An organization's name, for the header of its people's pages. */
export function nameOfOrganization(db: Database, id: string): string | null {
  return statement<{ name: string }>(db, "SELECT name FROM organization WHERE id = ?").get(id)?.name ?? null;
}

/**
 * An organization's whole row.
 * @throws DomainError not_found
 */
export function findOrganization(db: Database, id: string): typeof organization.$inferSelect {
  const found = db.select().from(organization).where(eq(organization.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** An organization's name, for a list filtered by it; null if it does not exist. */
export const organizationName = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) => nameOfOrganization(db, id),
});

/** The caller's own organization. */
export const ownProfile = defineQuery({
  gate: "organization profile",
  input: z.object({}),
  refuses: { not_found: "you have no organization" },
  run: ({ db, actor }) => viewOrganization(findOrganization(db, organizationOf(actor))),
});

const SORT_COLUMNS = {
  // Folded, so that case does not affect the order.
  name: organization.nameKey,
  status: [organization.status, organization.nameKey],
  createdAt: organization.createdAt,
  updatedAt: organization.updatedAt,
} as const;

type OrganizationFilter = Partial<z.output<typeof organizationListSchema>>;

/** The order of the list of organizations. */
export const orderOfOrganizations = (sort: z.output<typeof organizationListSchema>["sort"]) =>
  orderedBy(sort.by, SORT_COLUMNS, organization.id);

/** The condition for organizations that meet the list's filters. */
export function organizationsThatFit(db: Database, filter: OrganizationFilter) {
  return and(
    filter.status ? eq(organization.status, filter.status) : undefined,
    filter.orgType ? eq(organization.orgType, filter.orgType) : undefined,
    filter.type ? eq(organization.orgType, filter.type) : undefined,
    filter.setAside ? holds(organization.setAsides, filter.setAside) : undefined,
    filter.samRegistrationStatus ? eq(organization.samRegistrationStatus, filter.samRegistrationStatus) : undefined,
    filter.tag ? hasTag(organization.techTags, filter.tag) : undefined,
    filter.q ? isCalled(db, filter.q) : undefined,
  );
}

const selectOrganizations = (db: Database) => db.select().from(organization);
const rowsOfOrganizations = rowsByKey(organization.recordNumber, selectOrganizations);

function listed(db: Database, rows: readonly (typeof organization.$inferSelect)[]): ListedOrganization[] {
  const looksLike = lookAlikesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...viewForGovernment(row), looksLike: looksLike(row.id) }));
}

/** GET /api/gov/organizations: every organization, with filters. */
export const listOrganizations = defineQuery({
  gate: "gov read",
  input: organizationListSchema,
  run({ db }, { page, pageSize, sort, updatedSince, ...filter }): Paged<ListedOrganization> {
    const where = organizationsThatFit(db, filter);
    const order = orderOfOrganizations(sort);
    const { id, recordNumber: key, updatedAt } = organization;
    const rows: RowsOfKeys<ListedOrganization> = (source, keys) => listed(source, rowsOfOrganizations(source, keys));
    const list = { type: "organization", id, key, updatedAt, where, order, rows } as const;
    return readList(db, { page, pageSize, sort, updatedSince }, list, (chosen) => {
      const found = selectOrganizations(db)
        .where(chosen)
        .orderBy(...order)
        .all();
      return listed(db, found);
    });
  },
});

/** Whether a JSON list of names has one. No name has a quotation mark in it. */
function holds(column: Column, name: string): SQL {
  return sql`instr(${column}, ${JSON.stringify(name)}) > 0`;
}

/**
 * Part of the name, in any spelling, or the whole UEI or CAGE code. The codes have their own query, so that SQLite
 * reads only the name of other organizations, from its index.
 */
function isCalled(db: Database, text: string): SQL | undefined {
  const code = text.toUpperCase();
  const ofCode = db
    .select({ recordNumber: organization.recordNumber })
    .from(organization)
    .where(or(eq(organization.uei, code), eq(organization.cageCode, code)));
  return or(contains(organization.nameKey, comparisonKey(text)), inArray(organization.recordNumber, ofCode));
}

const NOTES_SHOWN = 100;

/**
 * GET /api/gov/organizations/<id>: the profile, the number of records, and government's newest notes. Archived
 * submissions do not count, as in lists.
 */
export const organizationRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const found = findOrganization(db, id);
    return {
      ...viewForGovernment(found),
      looksLike: lookAlikesOf(db, [id])(id),
      counts: countsOf(db, id),
      dialogueNotes: notesOf(db, id, { page: 1, pageSize: NOTES_SHOWN }).items,
    };
  },
});

/** GET /api/gov/organizations/<id>/dialogue: all of government's notes on it, newest first. */
export const listDialogueNotes = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ ...paging(LIMITS.listPageSize), updatedSince }),
  run({ db }, { id, ...requested }): Paged<DialogueNote> {
    findOrganization(db, id);
    return notesOf(db, id, requested);
  },
});

interface DialogueNote {
  id: string;
  body: string;
  createdAt: string;
  author: { id: string; name: string };
}

interface RequestedNotes {
  page: number;
  pageSize: number;
  updatedSince?: UpdatedSince | undefined;
}

function notesOf(db: Database, organizationId: string, requested: RequestedNotes): Paged<DialogueNote> {
  const { id, body, createdAt } = organizationDialogueNote;
  const order = [desc(createdAt), desc(id)];
  const where = eq(organizationDialogueNote.organizationId, organizationId);
  const list = { type: "dialogue_note", id, key: id, where, order, organizationId } as const;
  return readList(db, requested, list, (chosen) =>
    db
      .select({ id, body, createdAt, author: { id: user.id, name: user.name } })
      .from(organizationDialogueNote)
      .innerJoin(user, eq(user.id, organizationDialogueNote.authorId))
      .where(chosen)
      .orderBy(...order)
      .all(),
  );
}

interface Counts {
  submissions: number;
  engagements: number;
  users: number;
  dialogueNotes: number;
}

const SELECT_COUNTS = `
  SELECT (SELECT count(*) FROM submission WHERE organization_id = @id AND status <> 'ARCHIVED') AS submissions,
         (SELECT count(*) FROM engagement_organization WHERE organization_id = @id) AS engagements,
         (SELECT count(*) FROM user WHERE organization_id = @id) AS users,
         (SELECT count(*) FROM organization_dialogue_note WHERE organization_id = @id) AS dialogueNotes`;

function countsOf(db: Database, id: string): Counts {
  return statement<Counts>(db, SELECT_COUNTS).get({ id }) as Counts;
}

/** How many organizations a form offers at a time, besides those already selected. */
const CHOICES_OFFERED = 50;

/**
 * Organizations to choose from: those already selected, in their order, and others by name that match the text by part
 * of the name or by the whole UEI or CAGE code. Also says whether more match.
 */
export const organizationChoices = defineQuery({
  gate: "gov read",
  // Text longer than any name is cut, because a form that is being filled in should not show an error for it.
  input: z.object({
    chosenIds: z.array(z.string()).default([]),
    q: z
      .string()
      .default("")
      .transform((text) => text.trim().slice(0, ORGANIZATION_NAME_CHARACTERS)),
  }),
  run({ db }, { chosenIds, q }) {
    const { id, name, nameKey } = organization;
    const isChosen = sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(chosenIds)}))`;
    const chosen = db.select({ id, name }).from(organization).where(isChosen).limit(LIMITS.unpagedRows).all();
    const others = db
      .select({ id, name })
      .from(organization)
      .where(and(sql`NOT ${isChosen}`, q === "" ? undefined : isCalled(db, q)))
      .orderBy(asc(nameKey))
      .limit(CHOICES_OFFERED + 1)
      .all();
    const fits = and(isChosen, q === "" ? undefined : isCalled(db, q));
    return {
      /** Whether a selected organization matches the text. */
      isChosen: db.select({ id }).from(organization).where(fits).limit(1).get() !== undefined,
      chosen: chosen.sort((one, other) => chosenIds.indexOf(one.id) - chosenIds.indexOf(other.id)),
      offered: others.slice(0, CHOICES_OFFERED),
      hasMore: others.length > CHOICES_OFFERED,
    };
  },
});

const PEOPLE_ON_A_PAGE = 20;

/** This list has no other page size, so the input has only the page number. */
const peoplePage = paging({ default: PEOPLE_ON_A_PAGE, max: PEOPLE_ON_A_PAGE }).page;

/** The people of an organization by name, a page at a time. */
export const peopleOfOrganization = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ peoplePage }),
  run({ db }, { id, peoplePage: page }) {
    const order = [asc(user.name), asc(user.id)];
    const list = { key: user.id, where: eq(user.organizationId, id), order };
    return readPage(db, { page, pageSize: PEOPLE_ON_A_PAGE }, list, (onPage) =>
      db
        .select({
          ...{ id: user.id, name: user.name, email: user.email, industryRole: user.industryRole },
          active: user.active,
        })
        .from(user)
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
  },
});
