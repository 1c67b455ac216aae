import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { MATCHES_COUNTED, type Matches } from "./full-text.server";
import { type Branch, quote, type SearchQuery } from "./query";
import { EVERY_RECORD, SOURCES } from "./sources";

/** Up to this many prefixes × records, one statement finds all matches. Above it, we look up each term by itself. */
const RECORDS_AT_ONCE = 2_000;

/**
 * Whether finding a query's matches in one statement would keep other requests waiting. For each prefix, FTS5 first
 * collects the positions of all words that begin with it, and ranking reads every one of them.
 */
export function isFoundByTerms(db: Database, type: SearchType, { branches }: SearchQuery): boolean {
  const terms = branches.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted]);
  const prefixes = terms.filter(({ isPrefix }) => isPrefix).length;
  return prefixes > 1 && prefixes * newestRecord(db, type) > RECORDS_AT_ONCE;
}

const newestRecord = (db: Database, type: SearchType) =>
  statement<{ newest: number | null }>(db, `SELECT max(record_number) AS newest FROM "${SOURCES[type].table}"`).get()
    ?.newest ?? 0;

/**
 * Finds the same matches as `findMatches`, one term at a time, with turns for other requests. The order is that of a
 * query with too many matches to rank: first those that match in the title and tags, then the newest.
 */
export async function findByTerms(
  db: Database,
  type: SearchType,
  { branches }: SearchQuery,
  limit: number,
): Promise<Matches> {
  const { index } = SOURCES[type];
  const select = statement<{ rowid: number }>(db, `SELECT rowid FROM ${index} WHERE ${index} MATCH ?`);
  const yieldIfDue = yieldDuringLongTask();
  const known = new Map<string, Set<number>>();

  const recordsOf = async (match: string): Promise<Set<number>> => {
    const found = known.get(match) ?? new Set(select.all(match).map(({ rowid }) => rowid));
    known.set(match, found);
    await yieldIfDue();
    return found;
  };
  const matching = async ({ wanted, unwanted }: Branch, column: string): Promise<number[]> => {
    const [first = `every : ${quote(EVERY_RECORD)}`, ...more] = wanted.map(
      ({ text, isPrefix }) => `${column}${quote(text, isPrefix)}`,
    );
    let kept = [...(await recordsOf(first))];
    for (const match of more) {
      const also = await recordsOf(match);
      kept = kept.filter((record) => also.has(record));
    }
    for (const { text, isPrefix } of unwanted) {
      const not = await recordsOf(quote(text, isPrefix));
      kept = kept.filter((record) => !not.has(record));
    }
    return kept;
  };
  const inAny = async (some: readonly Branch[], column = ""): Promise<Set<number>> => {
    const found = new Set<number>();
    for (const branch of some) for (const record of await matching(branch, column)) found.add(record);
    return found;
  };

  const all = await inAny(branches);
  const inHead = await inAny(
    branches.filter(({ wanted }) => wanted.length > 0),
    "{title tags} : ",
  );
  const byHeadAndAge = (one: number, other: number) =>
    Number(inHead.has(other)) - Number(inHead.has(one)) || other - one;
  return { total: Math.min(all.size, MATCHES_COUNTED), recordNumbers: [...all].sort(byHeadAndAge).slice(0, limit) };
}
