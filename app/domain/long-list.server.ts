import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, openSnapshot } from "#db/open";
import { inTurns } from "../turns";
import { tableOf } from "./listing.server";

/** So many rows are read at once, with texts as long as they can be: a few milliseconds. */
const ROWS_AT_ONCE = 200;

/** The rows of a list without pages, how they are ordered, and how many it may have. */
export interface LongList {
  id: SQLiteColumn;
  where: SQL | undefined;
  order: readonly SQL[];
  most: number;
}

/**
 * Reads a list that may be long: of one state of the database, other requests in between.
 * @param read the rows where the condition holds, in the order of the list
 */
export async function readInTurns<Row>(
  db: Database,
  list: LongList,
  read: (source: Database, chosen: SQL) => Row[],
): Promise<Row[]> {
  if (!isLong(db, list)) return read(db, among(list.id, idsOf(db, list)));
  const snapshot = openSnapshot(db);
  try {
    const letOthersGo = inTurns();
    const all = idsOf(snapshot, list);
    await letOthersGo();
    const rows: Row[] = [];
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
      rows.push(...read(snapshot, among(list.id, all.slice(at, at + ROWS_AT_ONCE))));
      await letOthersGo();
    }
    return rows;
  } finally {
    snapshot.$client.close();
  }
}

/** Whether a list has more rows than are read at once: found in any order, since sorting many takes its time. */
const isLong = (db: Database, { id, where }: LongList): boolean =>
  db
    .select({ id })
    .from(tableOf(id))
    .where(where)
    .limit(ROWS_AT_ONCE + 1)
    .all().length > ROWS_AT_ONCE;

function idsOf(db: Database, { id, where, order, most }: LongList): unknown[] {
  const query = db
    .select({ id })
    .from(tableOf(id))
    .where(where)
    .orderBy(...order)
    .limit(most)
    .toSQL();
  // Without an object for each of them: there may be ten thousand.
  return db.$client.prepare(query.sql).pluck().all(query.params);
}

const among = (id: SQLiteColumn, ids: readonly unknown[]) =>
  sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
