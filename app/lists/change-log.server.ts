import { and, asc, count, eq, gt, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RecordType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { recordChange } from "#db/schema";
import { LIMITS } from "~/values/limits";
import { countRows, tableOf } from "./listing.server";
import type { Position } from "./synchronization-position.server";

/*
 * Queries of the log of changes (record_change). It has one row for each record, with a number that every write replaces
 * by a higher one. SQLite has one writer, so the numbers follow the order of the commits, whatever the clock does. A
 * reader that has seen everything up to one number finds every later write after it.
 */

/** A list whose changes the log has: a type of record, and which of them. */
export interface LoggedList {
  type: RecordType;
  id: SQLiteColumn;
  where: SQL | undefined;
  /** Only the records of one organization; null for records of none. Readers never see the ids of the others. */
  organizationId?: string | null;
}

const SELECT_NEWEST = "SELECT coalesce(max(change_number), 0) AS number FROM record_change";

/** The number of the latest change; 0 if there is none. */
export const newestNumber = (db: Database) => statement<{ number: number }>(db, SELECT_NEWEST).get()?.number ?? 0;

const SELECT_RECORD_AT = "SELECT record_id AS id FROM record_change WHERE change_number = ?";

/** The id of the record with this number, if any still has it. */
export const recordAt = (db: Database, number: number) =>
  statement<{ id: string }>(db, SELECT_RECORD_AT).get(number)?.id;

/** The changes of a list after a position. */
function isAfter({ type, organizationId }: LoggedList, { number }: Position): SQL | undefined {
  return and(
    eq(recordChange.type, type),
    gt(recordChange.changeNumber, number),
    organizationId === null ? isNull(recordChange.organizationId) : undefined,
    organizationId ? eq(recordChange.organizationId, organizationId) : undefined,
  );
}

const isSince = ({ moment, until }: { moment: string; until: number }) =>
  or(gt(recordChange.changeNumber, until), gte(recordChange.changedAt, moment));

/** Must match the condition of the partial index word for word, or SQLite does not use the index. */
const IS_REMOVED = sql`${recordChange.isRemoved} = 1`;

const SELECT_FIRST_SINCE = `
  SELECT min(change_number) AS number FROM record_change INDEXED BY record_change_time
  WHERE type = @type AND changed_at >= @moment`;

/** The same position, moved past everything written before the date and time with which the copy began. */
export function skipOlder(db: Database, type: RecordType, position: Position): Position {
  const { number, beginning } = position;
  if (!beginning) return position;
  const { moment, until } = beginning;
  const first = statement<{ number: number | null }>(db, SELECT_FIRST_SINCE).get({ type, moment })?.number;
  return { ...position, number: Math.max(number, Math.min((first ?? until + 1) - 1, until)) };
}

interface LoggedChange {
  number: number;
  id: string;
}

/** Selects the records of a list that changed after a position, in the order of change. */
export const selectChanged =
  (db: Database, list: LoggedList, position: Position) =>
  (offset: number, limit: number): LoggedChange[] =>
    db
      .select({ number: recordChange.changeNumber, id: recordChange.recordId })
      .from(recordChange)
      // SQLite reads the left side of a cross join first. Here it is narrowed and already in this order.
      .crossJoin(tableOf(list.id))
      .where(
        and(
          isAfter(list, position),
          position.beginning && isSince(position.beginning),
          eq(list.id, recordChange.recordId),
          list.where,
        ),
      )
      .orderBy(asc(recordChange.changeNumber))
      .limit(limit)
      .offset(offset)
      .all();

/**
 * The ids of records that changed between two numbers and are not in the list, at most LIMITS.unpagedRows.
 * @param position nothing before it counts, except removals, whose time is not known
 * @returns `end` is the last number that the ids cover
 */
export function removedBetween(
  db: Database,
  list: LoggedList,
  { number: skipped, beginning }: Position,
  { start, end }: { start: number; end: number },
): { ids: string[]; end: number } {
  const select = (after: number, upTo: number, which: SQL | undefined): LoggedChange[] =>
    db
      .select({ number: recordChange.changeNumber, id: recordChange.recordId })
      .from(recordChange)
      .leftJoin(tableOf(list.id), and(eq(list.id, recordChange.recordId), list.where))
      .where(and(isAfter(list, { number: after }), lte(recordChange.changeNumber, upTo), isNull(list.id), which))
      .orderBy(asc(recordChange.changeNumber))
      .limit(LIMITS.unpagedRows + 1)
      .all();
  const rows = [
    ...(beginning ? select(start, Math.min(end, skipped), IS_REMOVED) : []),
    ...select(Math.max(start, skipped), end, beginning && or(isSince(beginning), IS_REMOVED)),
  ];
  const taken = rows.slice(0, LIMITS.unpagedRows);
  return { ids: taken.map(({ id }) => id), end: taken.length < rows.length ? (taken.at(-1)?.number ?? end) : end };
}

/**
 * How many records of a list changed after a position. Each row counted by the log needs a lookup, so this counts the
 * smaller side: the changes after the position, or those up to it.
 */
export function countChanged(db: Database, list: LoggedList, position: Position): number {
  const { type, id, where } = list;
  const countLogged = (logged: SQL | undefined) =>
    db
      .select({ total: count() })
      .from(recordChange)
      // SQLite reads the left side of a cross join first. Here it is narrowed.
      .crossJoin(tableOf(id))
      .where(and(logged, eq(id, recordChange.recordId), where))
      .get()?.total ?? 0;
  const after = isAfter(list, position);
  // If the list has no filter, the log itself knows: every record that is not removed is in it.
  if (where === undefined && !position.beginning) {
    return countRows(db, recordChange, after) - countRows(db, recordChange, and(after, IS_REMOVED));
  }
  if (position.beginning) return countLogged(and(after, isSince(position.beginning)));
  const upTo = and(eq(recordChange.type, type), lte(recordChange.changeNumber, position.number));
  const isMostlyAfter = countRows(db, recordChange, upTo) < countRows(db, recordChange, after);
  return isMostlyAfter ? countRows(db, tableOf(id), where) - countLogged(upTo) : countLogged(after);
}
