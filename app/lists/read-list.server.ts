import { and, gte, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/open";
import { invalidField } from "~/values/errors";
import type { ListInPieces } from "./list-in-pieces";
import { type Listing, type RowsOfKeys, readPage } from "./listing.server";
import { type LongList, listByIds } from "./long-list.server";
import type { Changes, Paged, Sort, UpdatedSince } from "./paging";
import { readChanges, type SynchronizedList } from "./read-changes.server";

/**
 * Reads a list as the request asks: one page of it or, with `updatedSince`, what has changed. With a requested `sort`,
 * `updatedSince` is a filter like any other.
 * @param list `rows` reads those of a page, faster than `read`
 * @param read the rows that meet a condition, in the order of the list
 */
export function readList<Item extends { id: string }>(
  db: Database,
  requested: { page: number; pageSize: number; sort?: Sort; updatedSince?: UpdatedSince | undefined },
  list: SynchronizedList & Listing & { updatedAt?: SQLiteColumn; rows?: RowsOfKeys<Item> },
  read: (chosen: SQL | undefined) => Item[],
): Paged<Item> {
  const { updatedSince, sort } = requested;
  const { rows } = list;
  if (!updatedSince) return readPage(db, requested, list, rows ? { rows } : read);
  if (!sort?.isRequested) return readChanges(db, { ...requested, updatedSince }, list, read);
  const isSince = list.updatedAt && gte(list.updatedAt, momentOf(updatedSince));
  return readPage(db, requested, { ...list, where: and(list.where, isSince) }, read);
}

/**
 * The date and time to filter by when a request has both `updatedSince` and `sort`.
 * @throws DomainError invalid_request for the `next` of an earlier response
 */
export function momentOf(updatedSince: UpdatedSince): string {
  if ("moment" in updatedSince) return updatedSince.moment;
  throw invalidField("updatedSince", "not_allowed", "Leave out `sort` with the `next` of an earlier response");
}

/**
 * Reads the whole of a list without pages or, with `updatedSince`, what has changed in it.
 * @param read the rows that meet a condition, in the order of the list
 */
export function readWholeList<Item extends { id: string }>(
  db: Database,
  requested: { page?: number; pageSize: number; updatedSince?: UpdatedSince | undefined },
  list: SynchronizedList & LongList,
  read: (source: Database, chosen: SQL | undefined) => Item[],
): ListInPieces<Item> | Changes<Item> {
  const { updatedSince } = requested;
  if (!updatedSince) return listByIds(db, list, read);
  return readChanges(db, { ...requested, updatedSince }, list, (chosen) => read(db, chosen));
}
