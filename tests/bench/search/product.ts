import { setImmediate as nextTurn } from "node:timers/promises";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { createSearch, type Found, type Search } from "~/search/search.server";
import { SOURCES } from "~/search/sources";
import type { BenchQuery, QueryClass } from "./queries";

export const GROUP_SIZE = 10;
export const THRESHOLD = 0.2;

/** A query and its class. */
export interface Asked {
  className: string;
  query: BenchQuery;
  /** Whether it belongs to the mix, which has the same number of queries from each class. */
  isInMix: boolean;
}

/** Alternates between the classes, as on a real server, so that no class has the caches to itself. */
export function byTurns(classes: readonly QueryClass[], inMix: number): Asked[] {
  const longest = Math.max(...classes.map(({ queries }) => queries.length));
  return Array.from({ length: longest }, (_unused, turn) =>
    classes.flatMap(({ name, queries }) => {
      const query = queries[turn];
      return query ? [{ className: name, query, isInMix: turn < inMix }] : [];
    }),
  ).flat();
}

export function openSearch(db: Database, searchBackend: "hybrid" | "fulltext"): Search {
  return createSearch(db, { searchBackend, searchSimilarityThreshold: THRESHOLD });
}

export function find(search: Search, text: string): Promise<Found> {
  return search.find(text, { types: SEARCH_TYPES, limit: GROUP_SIZE });
}

/** Reads what a list of results shows. PostgreSQL returns the same. */
function readRows(db: Database, type: SearchType, recordNumbers: readonly number[]): unknown[] {
  const { table, title, body } = SOURCES[type];
  return statement(
    db,
    `SELECT record_number, id, ${title}, ${body} FROM "${table}" WHERE record_number IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(recordNumbers));
}

export interface QueryResult {
  asked: Asked;
  found: Found;
  /** The time to find records and read them. */
  milliseconds: number;
}

/** Runs the queries one after another. */
export async function askAll(db: Database, search: Search, all: readonly Asked[]): Promise<QueryResult[]> {
  const results: QueryResult[] = [];
  for (const asked of all) {
    const started = performance.now();
    const found = await find(search, asked.query.text);
    for (const { type, recordNumbers } of found.groups) readRows(db, type, recordNumbers);
    results.push({ asked, found, milliseconds: performance.now() - started });
    // Lets the process handle an interrupt.
    await nextTurn();
  }
  return results;
}

/** 1 divided by the intended record's rank in its group, or 0 if it is not among the ten. */
export function reciprocalRank({ target }: BenchQuery, { groups }: Found): number {
  const group = groups.find(({ type }) => type === target?.type);
  const place = group?.recordNumbers.indexOf(target?.recordNumber ?? 0) ?? -1;
  return place < 0 ? 0 : 1 / (place + 1);
}
