import { and, asc, eq, gte, inArray, lte } from "drizzle-orm";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { command, engagement, engagementAttachment, engagementOrganization, user } from "#db/schema";
import { viewAttachment } from "~/domain/attachment/attachment.server";
import { contains, countRows, orderedBy, type RowsOfKeys, rowsByKey, withoutCase } from "~/lists/listing.server";
import type { Paged } from "~/lists/paging";
import { readList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { startOfDay } from "~/values/days";
import { DomainError, notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { commandsByName } from "../command/choices.server";
import { attendeeIdsOf, attendeesOf } from "./attendees.server";
import { countAudiences } from "./followers.server";
import { listNotes } from "./notes.server";
import { engagementWithinReach } from "./reach.server";
import { linkedOrganizations } from "./record.server";
import type { Engagement } from "./responses";
import { boundsOfMonth } from "./rules";
import { engagementListSchema } from "./schema";
import { tasksOf } from "./tasks.server";

const columns = {
  id: engagement.id,
  title: engagement.title,
  type: engagement.type,
  status: engagement.status,
  date: engagement.date,
  startTime: engagement.startTime,
  endTime: engagement.endTime,
  location: engagement.location,
  onlineLink: engagement.onlineLink,
  summary: engagement.summary,
  organizationId: engagement.organizationId,
  otherOrganization: engagement.otherOrganization,
  commandId: engagement.commandId,
  command: { id: command.id, name: command.name, abbreviation: command.abbreviation },
  createdBy: { id: user.id, name: user.name },
  createdAt: engagement.createdAt,
  updatedAt: engagement.updatedAt,
};

const SORT_COLUMNS = {
  date: engagement.date,
  createdAt: engagement.createdAt,
  updatedAt: engagement.updatedAt,
  title: withoutCase(engagement.title),
} as const;

export const selectEngagements = (db: Database) =>
  db
    .select(columns)
    .from(engagement)
    .innerJoin(command, eq(command.id, engagement.commandId))
    .innerJoin(user, eq(user.id, engagement.createdBy));

const rowsOfEngagements = rowsByKey(engagement.recordNumber, selectEngagements);
const listedEngagements: RowsOfKeys<Engagement> = (db, keys) => withPeople(db, rowsOfEngagements(db, keys));

type EngagementFilter = Partial<z.output<typeof engagementListSchema>>;

/** The order of the list of engagements. */
export const orderOfEngagements = (sort: z.output<typeof engagementListSchema>["sort"]) =>
  orderedBy(sort.by, SORT_COLUMNS, engagement.id);

/** The condition for engagements that meet the list's filters. */
export function engagementsThatFit(db: Database, filter: EngagementFilter) {
  const month = filter.month === undefined ? null : boundsOfMonth(filter.month);
  const ofOrganization = db
    .select({ id: engagementOrganization.engagementId })
    .from(engagementOrganization)
    .where(eq(engagementOrganization.organizationId, filter.organizationId ?? ""));
  return and(
    filter.status ? eq(engagement.status, filter.status) : undefined,
    filter.type ? eq(engagement.type, filter.type) : undefined,
    filter.commandId ? eq(engagement.commandId, filter.commandId) : undefined,
    filter.organizationId ? inArray(engagement.id, ofOrganization) : undefined,
    month ? and(gte(engagement.date, month.first), lte(engagement.date, month.last)) : undefined,
    filter.from ? gte(engagement.date, startOfDay(filter.from)) : undefined,
    filter.to ? lte(engagement.date, startOfDay(filter.to)) : undefined,
    filter.q ? contains(engagement.title, filter.q) : undefined,
  );
}

/** GET /api/gov/engagements: those of every command, with filters and participants. */
export const listEngagements = defineQuery({
  gate: "gov read",
  input: engagementListSchema,
  run({ db }, { page, pageSize, sort, updatedSince, ...filter }): Paged<Engagement> {
    const where = engagementsThatFit(db, filter);
    const order = orderOfEngagements(sort);
    const { id, recordNumber: key, updatedAt } = engagement;
    const list = { type: "engagement", id, key, updatedAt, where, order, rows: listedEngagements } as const;
    return readList(db, { page, pageSize, sort, updatedSince }, list, (chosen) => {
      const rows = selectEngagements(db)
        .where(chosen)
        .orderBy(...order)
        .all();
      return withPeople(db, rows);
    });
  },
});

const SELECT_PARTICIPANTS = `
  SELECT participant.engagement_id AS engagementId, organization.id, organization.name
  FROM json_each(?) AS given
  JOIN engagement_organization AS participant ON participant.engagement_id = given.value
  JOIN organization ON organization.id = participant.organization_id
  ORDER BY participant.position`;

/** The organizations of some engagements, each in the order of selection, with one query for all. */
function participantsOf(db: Database, engagementIds: readonly string[]): Map<string, Engagement["organizations"]> {
  const rows = statement<{ engagementId: string; id: string; name: string }>(db, SELECT_PARTICIPANTS).all(
    JSON.stringify(engagementIds),
  );
  const participants = new Map<string, Engagement["organizations"]>();
  for (const { engagementId, ...named } of rows) {
    participants.set(engagementId, [...(participants.get(engagementId) ?? []), named]);
  }
  return participants;
}

/** Engagements with their organizations and attendees. */
export function withPeople<Row extends { id: string }>(db: Database, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const [organizations, attendees] = [participantsOf(db, ids), attendeesOf(db, ids)];
  return rows.map((row) => ({
    ...row,
    organizations: organizations.get(row.id) ?? [],
    attendees: attendees.get(row.id) ?? [],
  }));
}

/** GET /api/gov/engagements/<id>: the record, its participants, its tasks, its notes (oldest first) and its attachments. */
export const engagementRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) => ({
    ...findWithPeople(db, id),
    tasks: tasksOf(db, id),
    notes: listNotes(db, id),
    attachments: attachmentsOf(db, id),
  }),
});

/** The same without the notes, which the page shows in pages (`notesOfEngagement`). */
export const engagementWithoutNotes = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) => ({
    ...findWithPeople(db, id),
    tasks: tasksOf(db, id),
    attachments: attachmentsOf(db, id),
  }),
});

/** @throws DomainError not_found */
function findWithPeople(db: Database, id: string): Engagement {
  const [found] = withPeople(db, selectEngagements(db).where(eq(engagement.id, id)).all());
  if (!found) throw notFound();
  return found;
}

function attachmentsOf(db: Database, id: string) {
  return db
    .select()
    .from(engagementAttachment)
    .where(eq(engagementAttachment.engagementId, id))
    .orderBy(asc(engagementAttachment.createdAt), asc(engagementAttachment.id))
    .limit(LIMITS.attachmentsPerRecord)
    .all()
    .map(viewAttachment);
}

/** How many files an engagement has. */
export function countAttachments(db: Database, id: string): number {
  return countRows(db, engagementAttachment, eq(engagementAttachment.engagementId, id));
}

/** How many people the caller would notify by a change of an engagement. */
export const engagementAudience = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db, actor }, { id }) => countAudiences(db, id, actor.id),
});

/**
 * An engagement as the values of its edit form.
 * @throws DomainError forbidden if the caller may not change it
 */
export const engagementForm = defineQuery({
  gate: "engagement write",
  input: recordSchema,
  run(context, { id }) {
    const { title, type, status, date, location, summary, otherOrganization, commandId, organizationId, ...rest } =
      engagementWithinReach(context, id);
    return {
      values: {
        title,
        type,
        status,
        date: date.slice(0, 10),
        startTime: rest.startTime ?? "",
        endTime: rest.endTime ?? "",
        location,
        onlineLink: rest.onlineLink,
        attendeeIds: attendeeIdsOf(context.db, id),
        summary,
        otherOrganization,
        commandId,
        organizationIds: linkedOrganizations(context.db, id),
      },
      primaryId: organizationId,
    };
  },
});

/**
 * The commands for which the caller may record engagements.
 * @throws DomainError forbidden if there is none
 */
export const engagementCommands = defineQuery({
  gate: "engagement write",
  input: z.object({}),
  run({ db, reach, actor }) {
    if (reach === "any") return commandsByName(db);
    if (actor.commandId === null) throw new DomainError("forbidden", "You do not belong to a command");
    return commandsByName(db, actor.commandId);
  },
});
