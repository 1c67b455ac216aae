import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { quote, tokensOf } from "./query";
import { hasMoreThan, type RecordText, readAllTexts, readTexts } from "./records.server";
import { fold, similarityTo } from "./similarity";
import { SEARCHED_COLUMNS, type SearchedColumn, SOURCES } from "./sources";
import type { Vocabulary } from "./vocabulary.server";

/** A type with no more records than this is compared record by record. */
export const RECORDS_SCANNED = 2_000;

/** How like a record is to what was asked, in the column where it is most so. */
export interface LikeRecord {
  recordNumber: number;
  similarity: number;
  /** Its place in SEARCHED_COLUMNS. */
  column: number;
}

/** The most similar first; then by column, then the newest. */
export function byLikeness(one: LikeRecord, other: LikeRecord): number {
  return other.similarity - one.similarity || one.column - other.column || other.recordNumber - one.recordNumber;
}

/** Compares every record of a type. @returns those of at least `threshold`, best first. */
export function scanLike(
  db: Database,
  type: SearchType,
  asked: string,
  threshold: number,
  limit: number,
): LikeRecord[] {
  const compare = comparing(asked, threshold);
  return readAllTexts(db, type).flatMap(compare).sort(byLikeness).slice(0, limit);
}

/** Makes the function that compares a record with what was asked. @returns it, or nothing when it is below `threshold`. */
function comparing(asked: string, threshold: number): (text: RecordText) => LikeRecord[] {
  const similarityOf = similarityTo(asked);
  return (text) => {
    let best = { recordNumber: text.recordNumber, similarity: 0, column: 0 };
    for (const [column, name] of SEARCHED_COLUMNS.entries()) {
      const similarity = similarityOf(fold(text[name]));
      if (similarity > best.similarity) best = { ...best, similarity, column };
    }
    return best.similarity > 0 && best.similarity >= threshold ? [best] : [];
  };
}

/** Words that records may hold in place of those that were asked for. */
export interface Guess {
  /** The FTS5 expressions of equally good ones. */
  matches: string[];
  /** How like they are to all that was asked: what a record that holds one of them is at least worth. */
  similarity: number;
}

const WORDS_GUESSED = 10;
const LIKE_WORDS = { alone: 12, joined: 5 };
const JOINED_KEPT = 8;
const GUESSES = 40;
/** Stands for a word of middle length in between, of which nothing is known. */
const ANY_WORD = "\u00fe\u00fe\u00fe\u00fe\u00fe";

/**
 * What the records may say in place of what was asked: each word's likes, and those of neighbouring words joined; best
 * first.
 */
export function guess(vocabulary: Vocabulary, asked: string, threshold: number): Guess[] {
  const words = tokensOf(asked).slice(0, WORDS_GUESSED);
  const similarityOf = similarityTo(asked);
  const likes = words.map((word) => vocabulary.like(word, LIKE_WORDS.alone).map((like) => like.word));
  const found = new Map<string, number>();
  for (const word of likes.flat()) found.set(quote(word), similarityOf(fold(word)));

  const joinable = likes.map((list) => list.slice(0, LIKE_WORDS.joined));
  for (let start = 0; start < words.length; start += 1) {
    let chains = (joinable[start] ?? []).map((word) => [word]);
    for (let next = start + 1; next < words.length; next += 1) {
      const longer = chains
        .flatMap((chain) => (joinable[next] ?? []).map((word) => [...chain, word]))
        .map((chain) => ({ chain, similarity: similarityOf(fold(chain.join(" "))) }))
        .sort((one, other) => other.similarity - one.similarity)
        .slice(0, JOINED_KEPT);
      for (const { chain, similarity } of longer) {
        found.set(quote(chain.join(" ")), similarity);
        if (chain.length === 2) {
          found.set(
            `NEAR(${chain.map((word) => quote(word)).join(" ")}, 2)`,
            similarityOf(fold(chain.join(` ${ANY_WORD} `))),
          );
        }
      }
      chains = longer.map(({ chain }) => chain);
    }
  }
  return inTiers([...found].filter(([, similarity]) => similarity > 0 && similarity >= threshold));
}

/** Puts together what is equally good, best first. */
function inTiers(found: [match: string, similarity: number][]): Guess[] {
  found.sort(([, one], [, other]) => other - one);
  const tiers: Guess[] = [];
  for (const [match, similarity] of found) {
    const tier = tiers.at(-1);
    if (tier && tier.similarity === similarity) tier.matches.push(match);
    else tiers.push({ matches: [match], similarity });
  }
  return tiers.slice(0, GUESSES);
}

/** How many records are compared for each one that is wanted. */
const COMPARED_FOR_EACH = 3;

/**
 * Looks for a type's records by guesses, best guess first, and in each guess by column, newest first: the order that
 * the result has. Stops when nothing that is left can come before what was found.
 * @returns records of at least `threshold`, best first.
 */
export function findLike(
  db: Database,
  type: SearchType,
  asked: string,
  guesses: readonly Guess[],
  threshold: number,
  limit: number,
): LikeRecord[] {
  const compare = comparing(asked, threshold);
  const compared = new Set<number>();
  let found: LikeRecord[] = [];
  for (const { matches, similarity } of guesses) {
    for (const [column, name] of SEARCHED_COLUMNS.entries()) {
      const worst = found[limit - 1];
      if (worst && byLikeness(worst, { similarity, column, recordNumber: 0 }) < 0) return found.slice(0, limit);
      const numbers = newestWith(db, type, name, matches.join(" OR "), limit * COMPARED_FOR_EACH);
      const fresh = numbers.filter((number) => !compared.has(number));
      if (fresh.length === 0) continue;
      for (const number of fresh) compared.add(number);
      found = found.concat(readTexts(db, type, fresh).flatMap(compare)).sort(byLikeness);
    }
  }
  return found.slice(0, limit);
}

function newestWith(db: Database, type: SearchType, column: SearchedColumn, match: string, limit: number): number[] {
  const { index } = SOURCES[type];
  return statement<{ rowid: number }>(
    db,
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`,
  )
    .all(`${column} : (${match})`, limit)
    .map(({ rowid }) => rowid);
}

/** Whether a type is small enough to be compared record by record. */
export function isScanned(db: Database, type: SearchType): boolean {
  return !hasMoreThan(db, type, RECORDS_SCANNED);
}
