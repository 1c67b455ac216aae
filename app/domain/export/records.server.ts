import { asc, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/open";
import { call, engagement, organization, submission } from "#db/schema";
import { effectiveStatusAt } from "../call/effective-status.server";

export type ExportedValue = string | number | boolean | null | readonly string[];
export type ExportedRecord = Record<string, ExportedValue>;

/** The columns that exports leave out, and why. Every other column is exported under its name in the API. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  recordNumber: "the number that the search index knows a record by; it means nothing outside this database",
  nameKey: "the name once more, folded for comparison",
  nameSkeleton: "what the name looks like, for comparison",
  sha256: "a hash of a file's bytes",
  outcomeId: "the id of the current answer",
  storageKey: "a file's secret name in the uploads folder",
};

/** A column of an export. */
export interface Field {
  name: string;
  select: SQLiteColumn | SQL;
  /** Converts a stored value that is not null. Without it, the value is exported as it is. */
  read?: (stored: unknown) => ExportedValue;
}

/** Records of one kind: their table, and the fields to export. */
export interface ExportSource {
  table: SQLiteTable & Record<"createdAt" | "id", SQLiteColumn>;
  fields: readonly Field[];
  /** Which ones; all if it is undefined. */
  where?: SQL | undefined;
  order?: SQL[];
}

const readList = (stored: unknown): ExportedValue => JSON.parse(stored as string);
const READERS: Readonly<Record<string, Field["read"]>> = { boolean: (stored) => stored === 1, json: readList };

function fieldsOf(table: SQLiteTable): Field[] {
  return Object.entries(getTableColumns(table))
    .filter(([name]) => !Object.hasOwn(NOT_EXPORTED, name))
    .map(([name, column]) => ({ name, select: column, read: READERS[column.dataType] }));
}

/** SQL for a value from another table. Each column has its table's name, because these queries nest. */
export const lookedUp = (name: string, text: string): Field => ({ name, select: sql.raw(`(${text})`) });
/** The same for a list, as JSON. */
export const listedUp = (name: string, text: string): Field => ({ ...lookedUp(name, text), read: readList });

/** The participants of an engagement, in the order of selection. */
const ofParticipants = (value: string) =>
  `SELECT json_group_array(${value} ORDER BY engagement_organization.position) FROM engagement_organization
   WHERE engagement_organization.engagement_id = engagement.id`;

/** The government users who attend an engagement. */
const ofAttendees = (value: string) =>
  `SELECT json_group_array(${value} ORDER BY user.name, user.id) FROM engagement_attendee
   JOIN user ON user.id = engagement_attendee.user_id WHERE engagement_attendee.engagement_id = engagement.id`;

/** The follow-up tasks of an engagement by due date, each in a line. */
const OF_TASKS = `
  SELECT json_group_array(task.due_date || iif(task.done_at IS NULL, ' OPEN: ', ' DONE: ') || task.text
    ORDER BY task.due_date, task.id)
  FROM engagement_task AS task WHERE task.engagement_id = engagement.id`;

/** What a submitter was answered, if anything. */
export const ofOutcome = (column: string) =>
  `SELECT submission_outcome.${column} FROM submission_outcome WHERE submission_outcome.id = submission.outcome_id`;

/** The messages about a submission, oldest first, each in a line with its time and side. */
const OF_MESSAGES = `
  SELECT json_group_array(message.created_at || ' ' || message.side || ': ' || message.body
    ORDER BY message.created_at, message.id)
  FROM submission_message AS message WHERE message.submission_id = submission.id`;

/** The records of the bundle, as the API shows them. A call has its effective status at this time. */
export function exportSources(now: Date) {
  const status: Field = { name: "status", select: effectiveStatusAt(now) };
  return {
    organizations: { table: organization, fields: fieldsOf(organization) },
    submissions: {
      table: submission,
      fields: [
        ...fieldsOf(submission),
        lookedUp("outcome", ofOutcome("outcome")),
        lookedUp("outcomeBody", ofOutcome("body")),
        lookedUp("outcomeSentAt", ofOutcome("sent_at")),
        listedUp("messages", OF_MESSAGES),
      ],
    },
    engagements: {
      table: engagement,
      fields: [
        ...fieldsOf(engagement),
        listedUp("organizationIds", ofParticipants("engagement_organization.organization_id")),
        listedUp("attendeeIds", ofAttendees("user.id")),
        listedUp("tasks", OF_TASKS),
      ],
    },
    calls: { table: call, fields: fieldsOf(call).map((field) => (field.name === status.name ? status : field)) },
  } satisfies Record<string, ExportSource>;
}

/** For readers without the other tables: the names of linked records. */
export const NAMES_OF_LINKS = {
  organizations: [],
  submissions: [
    lookedUp(
      "organizationName",
      "SELECT organization.name FROM organization WHERE organization.id = submission.organization_id",
    ),
    lookedUp("submittedByEmail", "SELECT user.email FROM user WHERE user.id = submission.submitted_by"),
    lookedUp("callTitle", "SELECT call.title FROM call WHERE call.id = submission.call_id"),
    lookedUp("reviewedByEmail", "SELECT user.email FROM user WHERE user.id = submission.reviewed_by"),
  ],
  engagements: [
    lookedUp(
      "organizationName",
      "SELECT organization.name FROM organization WHERE organization.id = engagement.organization_id",
    ),
    listedUp(
      "organizationNames",
      ofParticipants(
        "(SELECT organization.name FROM organization WHERE organization.id = engagement_organization.organization_id)",
      ),
    ),
    listedUp("attendeeEmails", ofAttendees("user.email")),
    lookedUp("commandName", "SELECT command.name FROM command WHERE command.id = engagement.command_id"),
    lookedUp(
      "commandAbbreviation",
      "SELECT command.abbreviation FROM command WHERE command.id = engagement.command_id",
    ),
    lookedUp("createdByEmail", "SELECT user.email FROM user WHERE user.id = engagement.created_by"),
  ],
} satisfies Record<string, readonly Field[]>;

/**
 * The query for records: all in order of creation, or some in the order of a list. An index has either order, so
 * nothing needs sorting.
 */
export function selectRecords(
  db: Database,
  { table, fields, where, order = [asc(table.createdAt), asc(table.id)] }: ExportSource,
): { sql: string; params: unknown[] } {
  return db
    .select(Object.fromEntries(fields.map(({ name, select }) => [name, select])))
    .from(table)
    .where(where)
    .orderBy(...order)
    .toSQL();
}

/** Reads records one by one, so that only a few are in memory. */
export function* readRecords(db: Database, source: ExportSource): Generator<ExportedRecord, void, void> {
  const { sql: text, params } = selectRecords(db, source);
  const { fields } = source;
  for (const row of db.$client
    .prepare<unknown[], unknown[]>(text)
    .raw()
    .iterate(...params)) {
    const record: ExportedRecord = {};
    for (const [index, { name, read }] of fields.entries()) {
      const stored = row[index] ?? null;
      record[name] = read && stored !== null ? read(stored) : (stored as ExportedValue);
    }
    yield record;
  }
}
