import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, openSnapshot } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { ListInPieces, PIECE_ROWS, type Piece } from "./list-in-pieces";
import { tableOf } from "./listing.server";

/** How many rows one step reads. With texts of the greatest length, this takes a few milliseconds. */
const ROWS_AT_ONCE = 200;

/** Which rows a list without pages has, and their order. */
export interface LongList {
  id: SQLiteColumn;
  where: SQL | undefined;
  order: readonly SQL[];
}

/**
 * A list in pieces, for an order that can change while it is sent, such as names. It reads and keeps all ids first. A
 * row that has left the list before its piece is read is left out.
 * @param read the rows that meet a condition, in the order of the list
 */
export function listByIds<Row>(
  db: Database,
  list: LongList,
  read: (source: Database, chosen: SQL | undefined) => Row[],
): ListInPieces<Row> {
  const pieceAt = (ids: readonly unknown[], at: number): Piece<Row> => {
    const end = at + PIECE_ROWS;
    return {
      items: read(db, and(list.where, among(list.id, ids.slice(at, end)))),
      next: end < ids.length ? () => pieceAt(ids, end) : null,
    };
  };
  return new ListInPieces(() => pieceAt(idsOf(db, list), 0));
}

/**
 * Reads up to `most` rows of a list from one state of the database. Other requests run in between.
 * @param read the rows that meet a condition, in the order of the list
 */
export async function readYielding<Row>(
  db: Database,
  list: LongList & { most: number },
  read: (source: Database, chosen: SQL) => Row[],
): Promise<Row[]> {
  if (!isLong(db, list)) return read(db, among(list.id, idsOf(db, list)));
  const snapshot = openSnapshot(db);
  try {
    const yieldIfDue = yieldDuringLongTask();
    const all = idsOf(snapshot, list);
    await yieldIfDue();
    const rows: Row[] = [];
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
      rows.push(...read(snapshot, among(list.id, all.slice(at, at + ROWS_AT_ONCE))));
      await yieldIfDue();
    }
    return rows;
  } finally {
    snapshot.$client.close();
  }
}

/**
 * Whether a list has more rows than one step reads. The order does not matter here, and sorting many rows would take
 * time.
 */
const isLong = (db: Database, { id, where }: LongList): boolean =>
  db
    .select({ id })
    .from(tableOf(id))
    .where(where)
    .limit(ROWS_AT_ONCE + 1)
    .all().length > ROWS_AT_ONCE;

function idsOf(db: Database, { id, where, order, most = -1 }: LongList & { most?: number }): unknown[] {
  const query = db
    .select({ id })
    .from(tableOf(id))
    .where(where)
    .orderBy(...order)
    // For SQLite, a negative limit is no limit.
    .limit(most)
    .toSQL();
  // Without an object for each id: there may be ten thousand.
  return db.$client.prepare(query.sql).pluck().all(query.params);
}

const among = (id: SQLiteColumn, ids: readonly unknown[]) =>
  sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
