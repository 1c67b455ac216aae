import { and, asc, count, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RecordType } from "#db/enumerations";
import { type Database, immediateTransaction, statement, writeIfPossible } from "#db/open";
import { recordChange } from "#db/schema";
import { chainMark } from "~/audit/chain.server";
import { invalidField } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import type { ListInPieces } from "./list-in-pieces";
import { countRows, type Listing, readPage, tableOf } from "./listing.server";
import { type LongList, listByIds } from "./long-list.server";
import type { Changes, Paged, Sort, UpdatedSince } from "./paging";
import { ELSEWHERE, NO_RECORD, type Position, parsePosition, positionText } from "./synchronization-position.server";

/*
 * How a program copies a list and keeps its copy up to date. The log of changes (record_change) has one row a record,
 * with a number that is given anew by each write; since SQLite has one writer, the numbers are in the order of the
 * commits, and whoever has seen all up to one will find whatever is written later behind it, whatever the clock does.
 */

/** A list whose changes can be asked for: a type of record, narrowed. */
export interface SynchronizedList {
  type: RecordType;
  id: SQLiteColumn;
  where: SQL | undefined;
  /** The records of one organization alone, or of none: of others not even the ids are told. */
  organizationId?: string | null;
  /** What the clock alone changes of a record: it has done so where the condition holds, at that time. */
  turned?: { where: SQL | undefined; at: SQLiteColumn };
}

interface Asked {
  page?: number;
  pageSize: number;
  sort?: Sort;
  updatedSince?: UpdatedSince | undefined;
}

/**
 * Reads a list as it is asked for: a page of it, or, by `updatedSince`, what has changed. Where an order is asked for,
 * `updatedSince` is a filter like any other.
 * @param read the rows where the condition holds, in the order of the list
 */
export function readList<Item extends { id: string }>(
  db: Database,
  asked: Asked & { page: number },
  list: SynchronizedList & Listing & { updatedAt?: SQLiteColumn },
  read: (chosen: SQL | undefined) => Item[],
): Paged<Item> {
  const { updatedSince, sort } = asked;
  if (!updatedSince) return readPage(db, asked, list, read);
  if (!sort?.isRequested) return readChanges(db, { ...asked, updatedSince }, list, read);
  const isSince = list.updatedAt && gte(list.updatedAt, momentOf(updatedSince));
  return readPage(db, asked, { ...list, where: and(list.where, isSince) }, read);
}

/**
 * What `updatedSince` filters by, where an order is asked for.
 * @throws DomainError invalid_request where it is no moment
 */
export function momentOf(updatedSince: UpdatedSince): string {
  if ("moment" in updatedSince) return updatedSince.moment;
  throw invalidField("updatedSince", "not_allowed", "goes on in the order of change, without a sort");
}

/**
 * Reads a list without pages whole, or, by `updatedSince`, what has changed of it.
 * @param read the rows where the condition holds, in the order of the list
 */
export function readWholeList<Item extends { id: string }>(
  db: Database,
  { updatedSince, ...size }: Asked,
  list: SynchronizedList & LongList,
  read: (source: Database, chosen: SQL | undefined) => Item[],
): ListInPieces<Item> | Changes<Item> {
  if (!updatedSince) return listByIds(db, list, read);
  return readChanges(db, { ...size, updatedSince }, list, (chosen) => read(db, chosen));
}

/**
 * Reads what has changed of a list, oldest change first: what is in it, and the ids of what is not, or no longer. Items
 * fill the page, and what was removed between them comes with them, so that whoever walks by `page` instead of by `next`
 * also meets each record once while nothing is written.
 * @throws DomainError invalid_request where the position is none, or belongs to another copy of the ledger
 */
export function readChanges<Item extends { id: string }>(
  db: Database,
  { page = 1, pageSize, updatedSince }: Asked & { updatedSince: UpdatedSince },
  list: SynchronizedList,
  read: (chosen: SQL | undefined) => Item[],
): Changes<Item> {
  // Refused before anything is written.
  const reached = "next" in updatedSince ? goOn(db, updatedSince.next, list) : updatedSince.moment;
  logTurned(db, list);
  return inOneState(db, () => {
    const newest = newestNumber(db);
    const position = typeof reached === "string" ? beginningWith(reached, newest) : reached;
    const since = passedOver(db, list.type, position);
    const { before, chosen, isLast } = choosePage(fittingBehind(db, list, since), page, pageSize);
    const start = page === 1 ? position.number : (before?.number ?? newest);
    const end = isLast ? newest : (chosen.at(-1)?.number ?? newest);
    const removed = removedBetween(db, list, since, { start, end });
    const ids = chosen.filter(({ number }) => number <= removed.end).map(({ id }) => id);
    const found = new Map(
      ids.length > 0 ? read(and(list.where, inArray(list.id, ids))).map((item) => [item.id, item]) : [],
    );
    return {
      items: ids.flatMap((id) => found.get(id) ?? []),
      removed: removed.ids,
      next: positionText(db, list, { ...position, number: removed.end }, chainMark(db), recordAt(db, removed.end)),
      total: isLast && page === 1 ? chosen.length : countToCome(db, list, since),
      page,
      pageSize,
    };
  });
}

interface Logged {
  number: number;
  id: string;
}

/**
 * Takes a page out of what lies behind a position, with the row before it.
 * @param select the rows from `offset` on, at most `limit` of them
 */
export function choosePage<Row>(select: (offset: number, limit: number) => Row[], page: number, pageSize: number) {
  const offset = (page - 1) * pageSize;
  const hasBefore = offset > 0;
  const rows = select(hasBefore ? offset - 1 : 0, pageSize + (hasBefore ? 2 : 1));
  const before = hasBefore ? rows.shift() : undefined;
  return { before, chosen: rows.slice(0, pageSize), isLast: rows.length <= pageSize };
}

/** The records of a list that have changed behind a position, in the order of change. */
const fittingBehind =
  (db: Database, list: SynchronizedList, position: Position) =>
  (offset: number, limit: number): Logged[] =>
    db
      .select({ number: recordChange.changeNumber, id: recordChange.recordId })
      .from(recordChange)
      // Of a cross join SQLite reads the left side first, which is in this order and narrowed.
      .crossJoin(tableOf(list.id))
      .where(
        and(
          isBehind(list, position),
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
 * The ids of what has changed between two numbers and is not in the list.
 * @param since what was written up to its number is passed over, but for what was taken away: when that was is not known
 * @returns also the number up to which they are: the second, where there are no more than a list may have
 */
function removedBetween(
  db: Database,
  list: SynchronizedList,
  { number: passed, beginning }: Position,
  { start, end }: { start: number; end: number },
): { ids: string[]; end: number } {
  const select = (after: number, upTo: number, which: SQL | undefined): Logged[] =>
    db
      .select({ number: recordChange.changeNumber, id: recordChange.recordId })
      .from(recordChange)
      .leftJoin(tableOf(list.id), and(eq(list.id, recordChange.recordId), list.where))
      .where(and(isBehind(list, { number: after }), lte(recordChange.changeNumber, upTo), isNull(list.id), which))
      .orderBy(asc(recordChange.changeNumber))
      .limit(LIMITS.unpagedRows + 1)
      .all();
  const rows = [
    ...(beginning ? select(start, Math.min(end, passed), IS_REMOVED) : []),
    ...select(Math.max(start, passed), end, beginning && or(isSince(beginning), IS_REMOVED)),
  ];
  const taken = rows.slice(0, LIMITS.unpagedRows);
  return { ids: taken.map(({ id }) => id), end: taken.length < rows.length ? (taken.at(-1)?.number ?? end) : end };
}

/** Reads several times, and what is written meanwhile by whoever else has the file does not show. */
export function inOneState<Result>(db: Database, read: () => Result): Result {
  return db.$client.transaction(read).deferred();
}

const SELECT_NEWEST = "SELECT coalesce(max(change_number), 0) AS number FROM record_change";

const newestNumber = (db: Database) => statement<{ number: number }>(db, SELECT_NEWEST).get()?.number ?? 0;

function isBehind({ type, organizationId }: SynchronizedList, { number }: Position): SQL | undefined {
  return and(
    eq(recordChange.type, type),
    gt(recordChange.changeNumber, number),
    organizationId === null ? isNull(recordChange.organizationId) : undefined,
    organizationId ? eq(recordChange.organizationId, organizationId) : undefined,
  );
}

/** In the very words of the index of what was removed, by which SQLite knows it. */
const IS_REMOVED = sql`${recordChange.isRemoved} = 1`;

const SELECT_FIRST_SINCE = `
  SELECT min(change_number) AS number FROM record_change INDEXED BY record_change_time
  WHERE type = @type AND changed_at >= @moment`;

/** The same position, past everything that was written before the moment with which the copy began. */
function passedOver(db: Database, type: RecordType, position: Position): Position {
  const { number, beginning } = position;
  if (!beginning) return position;
  const { moment, until } = beginning;
  const first = statement<{ number: number | null }>(db, SELECT_FIRST_SINCE).get({ type, moment })?.number;
  return { ...position, number: Math.max(number, Math.min((first ?? until + 1) - 1, until)) };
}

const isSince = ({ moment, until }: { moment: string; until: number }) =>
  or(gt(recordChange.changeNumber, until), gte(recordChange.changedAt, moment));

/**
 * How many that fit are still to come. Each counted by the log is looked up, so the fewer are counted: they, or those
 * that have come already.
 */
function countToCome(db: Database, list: SynchronizedList, position: Position): number {
  const { type, id, where } = list;
  const countLogged = (logged: SQL | undefined) =>
    db
      .select({ total: count() })
      .from(recordChange)
      // Of a cross join SQLite reads the left side first, which is narrowed.
      .crossJoin(tableOf(id))
      .where(and(logged, eq(id, recordChange.recordId), where))
      .get()?.total ?? 0;
  const toCome = isBehind(list, position);
  // Of a list that nothing narrows the log itself knows: what is not removed is there.
  if (where === undefined && !position.beginning) {
    return countRows(db, recordChange, toCome) - countRows(db, recordChange, and(toCome, IS_REMOVED));
  }
  if (position.beginning) return countLogged(and(toCome, isSince(position.beginning)));
  const come = and(eq(recordChange.type, type), lte(recordChange.changeNumber, position.number));
  const isMostlyToCome = countRows(db, recordChange, come) < countRows(db, recordChange, toCome);
  return isMostlyToCome ? countRows(db, tableOf(id), where) - countLogged(come) : countLogged(toCome);
}

const LOG_AGAIN = `
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  SELECT @type, value ->> 'id', value ->> 'organizationId', value ->> 'at' FROM json_each(@records) ORDER BY key`;

/** Gives those records a new number that the clock has changed since they were last in the log: nobody wrote them. */
function logTurned(db: Database, { type, id, turned }: SynchronizedList): void {
  if (!turned) return;
  const { at } = turned;
  const { recordId, organizationId, changedAt } = recordChange;
  const select = () =>
    db
      .select({ id: recordId, organizationId, at })
      .from(recordChange)
      .innerJoin(tableOf(id), eq(id, recordId))
      .where(and(eq(recordChange.type, type), turned.where, lt(changedAt, at)))
      .orderBy(asc(at), asc(recordId))
      .all();
  if (select().length === 0) return;
  const log = () => {
    const records = select();
    const ids = JSON.stringify(records.map((record) => record.id));
    const isOne = sql`${recordId} IN (SELECT value FROM json_each(${ids}))`;
    db.delete(recordChange)
      .where(and(eq(recordChange.type, type), isOne))
      .run();
    statement(db, LOG_AGAIN).run({ type, records: JSON.stringify(records) });
  };
  // If the database is locked, the next request logs them.
  writeIfPossible(db, () => immediateTransaction(db, log));
}

const SELECT_RECORD_AT = "SELECT record_id AS id FROM record_change WHERE change_number = ?";

const recordAt = (db: Database, number: number) => statement<{ id: string }>(db, SELECT_RECORD_AT).get(number)?.id;

/** Nothing was ever written before it. */
const EVERYTHING = "1970-01-01T00:00:00.000Z";

/** Where a copy begins. */
const beginningWith = (moment: string, newest: number): Position =>
  moment > EVERYTHING ? { number: 0, beginning: { moment, until: newest } } : { number: 0 };

/**
 * What the clock did is in no audit row, so the number is looked at too: whatever bears it must be what bore it then, or
 * nothing, where that was written again and has a later one.
 * @throws DomainError invalid_request as `parsePosition` does
 */
function goOn(db: Database, next: string, list: SynchronizedList): Position {
  const { record, ...position } = parsePosition(db, next, list);
  const present = recordAt(db, position.number);
  const isAnother = present !== undefined && record !== NO_RECORD && present !== record;
  if (position.number > newestNumber(db) || isAnother) throw invalidField("updatedSince", "invalid", ELSEWHERE);
  return position;
}
