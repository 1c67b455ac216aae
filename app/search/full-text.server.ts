import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { matchOf, quote, type SearchQuery } from "./query";
import { SOURCES } from "./sources";

/**
 * The most matches of one type to count and rank. A common word may be in half of the records. Above this number,
 * records that have it in the title or tags come first, then the newest.
 */
export const MATCHES_COUNTED = 2_000;

/**
 * To rank matches, FTS5 must know how common each term is, and it reads all records of a term to find out. A query that
 * needs more than `most` reads is ordered as if it had too many matches. We count the reads only if terms × records
 * exceeds `certain`.
 */
const READS_FOR_RELEVANCE = { certain: 300_000, most: 100_000 };

/** Below this number, all matches are read at once with their relevance, without counting them first. */
const MATCHES_READ_AT_ONCE = 250;

/** BM25: a match in the title counts 10 times, in the tags 4 times as much as in the body. Smaller is better. */
const relevance = (index: string) => `bm25(${index}, 10, 1, 4, 0)`;

/** The matches of one type. */
export interface Matches {
  total: number;
  recordNumbers: number[];
}

/**
 * The best matches of a query among one type's records. Records that contain the last word as typed come before those
 * that contain only a longer word.
 */
export function findMatches(db: Database, type: SearchType, query: SearchQuery, limit: number): Matches {
  const typed = partOf(query, false);
  if (!typed) return { total: 0, recordNumbers: [] };
  const whole = query.unfinished ? partOf(query, true) : null;
  // Each look into an index takes about as long as all that is done with a few records. Most types are asked once: they
  // have no record, or one, which needs no relevance.
  const numbers = readNumbers(db, type, whole ?? typed);
  if (numbers.length <= 1) return { total: numbers.length, recordNumbers: numbers };
  const isRankable = canRank(db, type, query);
  if (isRankable && numbers.length < MATCHES_READ_AT_ONCE) {
    return { total: numbers.length, recordNumbers: fewOf(db, type, typed, whole, numbers.length, limit) };
  }

  const asTyped = countMatches(db, type, typed.match);
  const recordNumbers = bestOf(db, type, typed, isRankable && asTyped < MATCHES_COUNTED, isRankable, limit);
  if (!whole || asTyped === MATCHES_COUNTED) return { total: asTyped, recordNumbers };
  if (recordNumbers.length < limit) {
    const longer = { match: without(whole.match, typed.match), head: whole.head && without(whole.head, typed.match) };
    const isRanked = isRankable && countMatches(db, type, longer.match) < MATCHES_COUNTED;
    recordNumbers.push(...bestOf(db, type, longer, isRanked, isRankable, limit - recordNumbers.length));
  }
  return { total: countMatches(db, type, whole.match), recordNumbers };
}

/** A part of the matches that is ordered by itself: those with the last word as typed, or those with a longer word. */
interface Part {
  match: string;
  /** The same, only in the title and tags. Null if the query has no wanted term. */
  head: string | null;
}

function partOf(query: SearchQuery, finishLast: boolean): Part | null {
  const match = matchOf(query, { finishLast });
  return match === null ? null : { match, head: matchOf(query, { finishLast, inHeadOnly: true }) };
}

const without = (match: string, excluded: string) => `(${match}) NOT (${excluded})`;

/** The best of a number of matches that is small enough to read all of them. */
function fewOf(
  db: Database,
  type: SearchType,
  typed: Part,
  whole: Part | null,
  total: number,
  limit: number,
): number[] {
  const first = readFew(db, type, typed);
  if (!whole || first.length === total || first.length >= limit) return first.slice(0, limit);
  const isFirst = new Set(first);
  const longer = readFew(db, type, whole).filter((recordNumber) => !isFirst.has(recordNumber));
  return [...first, ...longer].slice(0, limit);
}

/** Up to MATCHES_READ_AT_ONCE matches in any order. */
function readNumbers(db: Database, type: SearchType, { match }: Part): number[] {
  const { index } = SOURCES[type];
  return statement<{ rowid: number }>(
    db,
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ${MATCHES_READ_AT_ONCE}`,
  )
    .all(match)
    .map(({ rowid }) => rowid);
}

/** All of a few matches, the most relevant first. */
function readFew(db: Database, type: SearchType, { match }: Part): number[] {
  const { index } = SOURCES[type];
  const rows = statement<{ rowid: number; relevance: number }>(
    db,
    `SELECT rowid, ${relevance(index)} AS relevance FROM ${index} WHERE ${index} MATCH ?`,
  ).all(match);
  rows.sort((one, other) => one.relevance - other.relevance || other.rowid - one.rowid);
  return rows.map(({ rowid }) => rowid);
}

/** The number of matches, but at most `bound`. */
function countMatches(db: Database, type: SearchType, match: string, bound = MATCHES_COUNTED): number {
  const { index } = SOURCES[type];
  const counted = statement<{ total: number }>(
    db,
    `SELECT count(*) AS total FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`,
  ).get(match, bound);
  return counted?.total ?? 0;
}

/** The best of a part: by relevance if all of it can be ranked, or else matches in title and tags first. */
function bestOf(
  db: Database,
  type: SearchType,
  { match, head }: Part,
  isRanked: boolean,
  isRankable: boolean,
  limit: number,
): number[] {
  if (isRanked) return mostRelevant(db, type, match, limit);
  if (head === null) return newest(db, type, match, limit);
  const isHeadRanked = isRankable && countMatches(db, type, head) < MATCHES_COUNTED;
  const first = isHeadRanked ? mostRelevant(db, type, head, limit) : newest(db, type, head, limit);
  if (first.length === limit) return first;
  return [...first, ...newest(db, type, without(match, head), limit - first.length)];
}

/** Whether the reads to find out how common the terms are stay within READS_FOR_RELEVANCE. */
function canRank(db: Database, type: SearchType, { branches }: SearchQuery): boolean {
  const terms = branches.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted]);
  const newestRecord = statement<{ recordNumber: number | null }>(
    db,
    `SELECT max(record_number) AS recordNumber FROM "${SOURCES[type].table}"`,
  ).get();
  if (terms.length * (newestRecord?.recordNumber ?? 0) <= READS_FOR_RELEVANCE.certain) return true;
  let left = READS_FOR_RELEVANCE.most;
  for (const { text, isPrefix } of terms) {
    left -= countMatches(db, type, quote(text, isPrefix), left);
    if (left <= 0) return false;
  }
  return true;
}

function mostRelevant(db: Database, type: SearchType, match: string, limit: number): number[] {
  const { index } = SOURCES[type];
  return rowsOf(
    db,
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY ${relevance(index)}, rowid DESC LIMIT ?`,
  )(match, limit);
}

function newest(db: Database, type: SearchType, match: string, limit: number): number[] {
  const { index } = SOURCES[type];
  return rowsOf(db, `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`)(match, limit);
}

function rowsOf(db: Database, text: string): (match: string, limit: number) => number[] {
  const select = statement<{ rowid: number }>(db, text);
  return (match, limit) => select.all(match, limit).map(({ rowid }) => rowid);
}
