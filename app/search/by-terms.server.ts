import type { SearchType } from "#db/enumerations";
import { type Database, statement, valueStatement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { MATCHES_COUNTED, type Matches } from "./full-text.server";
import { type Branch, quote, type SearchQuery } from "./query";
import { EVERY_RECORD, SOURCES } from "./sources";

/** Up to this many prefixes × records, one statement finds all matches. Above it, we look up each term by itself. */
const RECORDS_AT_ONCE = 2_000;
/** To look up one record takes about as long as to read so many records of a term. */
const RECORDS_PER_LOOK_UP = 100;

/** A set of records: 1 at their numbers, or else 0. A `Set` of half a million numbers takes 40 times as much memory. */
type Records = Uint8Array;

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
  const newest = newestRecord(db, type);
  // If any single term is enough, the newest records of each are.
  const isAnyTerm = branches.every(({ wanted, unwanted }) => wanted.length === 1 && unwanted.length === 0);
  const ofTerm = `SELECT rowid FROM ${index} WHERE ${index} MATCH ?`;
  const newestOfTerm = `${ofTerm} ORDER BY rowid DESC LIMIT ${MATCHES_COUNTED}`;
  const select = valueStatement<number>(db, isAnyTerm ? newestOfTerm : ofTerm);
  const selectAmong = valueStatement<number>(db, `${ofTerm} AND rowid IN (SELECT value FROM json_each(?))`);
  const yieldIfDue = yieldDuringLongTask();
  const known = new Map<string, Records>();

  const setOf = (numbers: readonly number[]): Records => {
    const records = new Uint8Array(newest + 1);
    for (const number of numbers) records[number] = 1;
    return records;
  };
  /** The records with a term. If only a few count, the others may be missing. */
  const recordsOf = async (match: string, among?: Records): Promise<Records> => {
    const before = known.get(match);
    if (before) return before;
    const few = among && fewIn(among, newest / RECORDS_PER_LOOK_UP);
    const found = setOf(few ? selectAmong.all(match, JSON.stringify(few)) : select.all(match));
    if (!few) known.set(match, found);
    await yieldIfDue();
    return found;
  };
  const matching = async ({ wanted, unwanted }: Branch, column: string): Promise<Records> => {
    const [first = `every : ${quote(EVERY_RECORD)}`, ...more] = wanted.map(
      ({ text, isPrefix }) => `${column}${quote(text, isPrefix)}`,
    );
    const kept = (await recordsOf(first)).slice();
    for (const match of more) {
      const also = await recordsOf(match, kept);
      combine(kept, also, (isKept, isAlso) => isKept & isAlso);
    }
    for (const { text, isPrefix } of unwanted) {
      const not = await recordsOf(quote(text, isPrefix), kept);
      combine(kept, not, (isKept, isNot) => isKept & ~isNot);
    }
    return kept;
  };
  const inAny = async (some: readonly Branch[], column = ""): Promise<Records> => {
    const found = setOf([]);
    for (const branch of some) {
      combine(found, await matching(branch, column), (isFound, isAlso) => isFound | isAlso);
    }
    return found;
  };

  const all = await inAny(branches);
  const inHead = await inAny(
    branches.filter(({ wanted }) => wanted.length > 0),
    "{title tags} : ",
  );
  const total = Math.min(countOf(all), MATCHES_COUNTED);
  const first = newestIn(inHead, limit);
  combine(all, inHead, (isFound, isInHead) => isFound & ~isInHead);
  return { total, recordNumbers: [...first, ...newestIn(all, limit - first.length)] };
}

/** Changes a set into its combination with another. */
function combine(records: Records, others: Records, rule: (isIn: number, isInOther: number) => number): void {
  for (let record = 0; record < records.length; record += 1) {
    records[record] = rule(records[record] ?? 0, others[record] ?? 0);
  }
}

function countOf(records: Records): number {
  let count = 0;
  for (const isIn of records) count += isIn;
  return count;
}

function newestIn(records: Records, most: number): number[] {
  const numbers: number[] = [];
  for (let record = records.lastIndexOf(1); record > 0 && numbers.length < most; ) {
    numbers.push(record);
    record = records.lastIndexOf(1, record - 1);
  }
  return numbers;
}

/** The numbers of a set that has at most some records. Else null. */
function fewIn(records: Records, most: number): number[] | null {
  return countOf(records) > most ? null : newestIn(records, most);
}
