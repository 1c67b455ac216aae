import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { quote, tokensOf } from "./query";
import { hasMoreThan, type RecordText, readAllTexts, readTexts } from "./records.server";
import { fold, similarityFrom, similarityTo } from "./similarity";
import { SEARCHED_COLUMNS, SOURCES } from "./sources";
import { bitOf, type KnownWord, type SimilarWord, type Vocabulary } from "./vocabulary.server";

/** A type with at most this many records is compared record by record. */
const RECORDS_SCANNED = 2_000;

/** How similar a record is to the query, in its most similar column. */
export interface SimilarRecord {
  recordNumber: number;
  similarity: number;
  /** An index into SEARCHED_COLUMNS. */
  column: number;
}

/** The most similar first; then by column, then the newest. */
export function bestRecordFirst(one: SimilarRecord, other: SimilarRecord): number {
  return other.similarity - one.similarity || one.column - other.column || other.recordNumber - one.recordNumber;
}

/**
 * Compares every record of a type, with turns for other requests.
 * @returns records of at least `threshold`, best first
 */
export async function scanSimilar(
  db: Database,
  type: SearchType,
  query: string,
  threshold: number,
  limit: number,
): Promise<SimilarRecord[]> {
  const compare = comparing(query, threshold);
  const yieldIfDue = yieldDuringLongTask();
  const found: SimilarRecord[] = [];
  for (const text of readAllTexts(db, type)) {
    found.push(...compare(text));
    await yieldIfDue();
  }
  return found.sort(bestRecordFirst).slice(0, limit);
}

/** @returns a function that compares a record with the query. Its list is empty if the record is below `least`. */
function comparing(query: string, threshold: number): (text: RecordText, least?: number) => SimilarRecord[] {
  const similarityOf = similarityFrom(query);
  return (text, least = threshold) => {
    let best = { recordNumber: text.recordNumber, similarity: 0, column: 0 };
    for (const [column, name] of SEARCHED_COLUMNS.entries()) {
      const similarity = similarityOf(fold(text[name]), Math.max(least, best.similarity));
      if (similarity > best.similarity) best = { ...best, similarity, column };
    }
    return best.similarity > 0 && best.similarity >= threshold ? [best] : [];
  };
}

/** Text that records may contain instead of the query's words. */
interface Guess {
  /** FTS5 expressions of equal worth. */
  matches: string[];
  /** Its similarity to the whole query, which is about the similarity of a record that contains it. */
  similarity: number;
  /** The types that can have it: bits as in KnownWord. */
  types: number;
}

const WORDS_GUESSED = 8;
/** How many similar words to try for each word: alone, together with another word, and before the start of a word. */
const LIKES = { alone: 40, together: 8, besideParts: 1 };
/** Up to this many words, every two are tried together. With more words, only neighbors are. */
const WORDS_PAIRED = 3;
/** How many pairs of similar words to look for close together. */
const CLOSE_PAIRS = 14;
/** How many letters of a word's start or end may stand in for it. */
const HEAD = { least: 1, most: 8 };
const TAIL = { least: 2, most: 6 };
/** How many of the most common words with the same start or end to try. */
const COMMON_WORDS = 40;
/** Parts of words are tried only if chance puts them side by side in at least this many records. */
const EXPECTED_RECORDS = 3;
/** A word is tried before the start of another only if we can expect this many records. Each one tried takes as long. */
const EXPECTED_OF_WORD = 0.3;
/** Words with the same end are tried until we can expect this many records. */
const EXPECTED_ENOUGH = 60;
/** How many starts of a word to try after another word: the longest ones that we can expect there. */
const HEADS_OF_WORD = 3;
/** How many guesses at parts of words to keep. */
const PARTS = 16;

/**
 * Guesses what the query meant: words similar to one of its words, two such words together, and the end of one word
 * before the start of the next. The last works because an extent ignores order: "products results" is more similar to
 * "resutts" than "results" is.
 * @returns guesses of at least `threshold`, best first
 */
export async function guess(vocabulary: Vocabulary, query: string, threshold: number): Promise<Guess[]> {
  const words = tokensOf(query).slice(0, WORDS_GUESSED).map(fold);
  const similarityOf = similarityTo(query);
  const yieldIfDue = yieldDuringLongTask();
  const likes: SimilarWord[][] = [];
  for (const word of words) {
    likes.push(vocabulary.like(word, LIKES.alone));
    await yieldIfDue();
  }
  const alone = likes
    .flat()
    .map(({ word, types }) => ({ matches: [quote(word)], similarity: similarityOf(fold(word)), types }));
  const together = likes.flatMap((first, place) =>
    likes
      .slice(place + 1, words.length > WORDS_PAIRED ? place + 2 : undefined)
      .flatMap((second) => togetherGuesses(first, second, similarityOf)),
  );
  await yieldIfDue();
  return [...alone, ...together, ...partGuesses(vocabulary, words, likes, similarityOf)]
    .filter(({ similarity }) => similarity > 0 && similarity >= threshold)
    .sort(bySimilarity);
}

type SimilarityOf = (folded: string) => number;
const bySimilarity = (one: Guess, other: Guess) => other.similarity - one.similarity;
const typesOfAny = (words: readonly KnownWord[]) => words.reduce((types, word) => types | word.types, 0);

/** Guesses at two words close together. */
function togetherGuesses(
  first: readonly SimilarWord[],
  second: readonly SimilarWord[],
  similarityOf: SimilarityOf,
): Guess[] {
  const firsts = first.slice(0, LIKES.together);
  const seconds = second.slice(0, LIKES.together);
  const pairs = firsts.flatMap((one) =>
    seconds.map((other) => ({
      matches: [`NEAR(${quote(one.word)} ${quote(other.word)}, 1)`],
      similarity: similarityOf(fold(`${one.word} ${other.word}`)),
      types: one.types & other.types,
    })),
  );
  return pairs.sort(bySimilarity).slice(0, CLOSE_PAIRS);
}

/** Alternative words, and about how many records have one of them. */
interface Choice {
  words: KnownWord[];
  records: number;
}

const choiceOf = (words: KnownWord[]): Choice => ({
  words,
  records: words.reduce((sum, { records }) => sum + records, 0),
});

/** Guesses with the end of a word, or a similar word, before the start of a word. */
function partGuesses(
  vocabulary: Vocabulary,
  words: readonly string[],
  likes: readonly SimilarWord[][],
  similarityOf: SimilarityOf,
): Guess[] {
  const heads = words.map((word) =>
    partLengths(word, HEAD)
      .map((length) => word.slice(0, length))
      .map((head) => ({ head, ...choiceOf(vocabulary.commonest({ head }, COMMON_WORDS)) })),
  );
  // With several words, a known word beside the start of another is more likely, and cheaper, than ends of words.
  const tails = (words.length === 1 ? words : [])
    .flatMap((word) => partLengths(word, TAIL).map((length) => word.slice(-length)))
    .map((tail) => choiceOf(vocabulary.commonest({ tail }, COMMON_WORDS)));
  const wholes = likes.map((list) => choiceOf(list.slice(0, LIKES.besideParts)));
  /** In how many records we expect the two side by side by chance. */
  const expected = (records: number, after: number) => (records * after) / vocabulary.records;
  const isExpected = (before: Choice, after: Choice) => expected(before.records, after.records) >= EXPECTED_RECORDS;
  const guessOf = (before: Choice, after: Choice & { head: string }): Guess => {
    let records = 0;
    const enough = before.words.filter((word) => {
      const ofWord = expected(word.records, after.records);
      const isWanted = ofWord >= EXPECTED_OF_WORD && records < EXPECTED_ENOUGH;
      records += ofWord;
      return isWanted;
    });
    return {
      matches: enough.map(({ word }) => quote(`${word} ${after.head}`, true)),
      similarity: similarityOf(fold(`${before.words[0]?.word} ${after.head}`)),
      types: typesOfAny(enough),
    };
  };
  const found = [...tails, ...wholes].flatMap((before) =>
    heads.flatMap((ofWord) =>
      ofWord
        .filter((head) => isExpected(before, head))
        .slice(0, HEADS_OF_WORD)
        .map((head) => guessOf(before, head)),
    ),
  );
  return found.sort(bySimilarity).slice(0, PARTS);
}

function partLengths(word: string, { least, most }: { least: number; most: number }): number[] {
  const longest = Math.min(most, word.length - 1);
  return Array.from({ length: Math.max(0, longest - least + 1) }, (_unused, index) => longest - index);
}

/** Guesses within `closeness` of each other are looked up together, up to this number of expressions. */
const TIER = { closeness: 0.03, matches: 24 };

interface Tier {
  /** The similarity of its best guess. */
  similarity: number;
  matches: string[];
}

function tiersOf(guesses: readonly Guess[]): Tier[] {
  const tiers: Tier[] = [];
  const known = new Set<string>();
  for (const { matches: all, similarity } of guesses) {
    const matches = all.filter((match) => !known.has(match));
    for (const match of matches) known.add(match);
    if (matches.length === 0) continue;
    const tier = tiers.at(-1);
    const isClose = tier && tier.similarity - similarity < TIER.closeness;
    if (tier && isClose && tier.matches.length + matches.length <= TIER.matches) tier.matches.push(...matches);
    else tiers.push({ similarity, matches: [...matches] });
  }
  return tiers;
}

/** How many records to compare for each one wanted, per tier. */
const COMPARED_FOR_EACH = 5;
/** The most tiers to look up. */
const TIERS = 8;

/**
 * Looks up a type's records by guesses, best tier first, and newest records first within a tier. If a tier has many
 * records, it also looks only in titles and tags, because those come first in the result. It stops when no guess that
 * is left can beat what it has found. Other requests get turns.
 * @returns records of at least `threshold`, best first
 */
export async function findLike(
  db: Database,
  type: SearchType,
  query: string,
  guesses: readonly Guess[],
  threshold: number,
  limit: number,
): Promise<SimilarRecord[]> {
  const compare = comparing(query, threshold);
  const compared = new Set<number>();
  const most = limit * COMPARED_FOR_EACH;
  const found: SimilarRecord[] = [];
  const yieldIfDue = yieldDuringLongTask();
  const look = async (match: string): Promise<number> => {
    const numbers = newestWith(db, type, match, most);
    const fresh = numbers.filter((number) => !compared.has(number));
    for (const number of fresh) compared.add(number);
    const texts = fresh.length > 0 ? readTexts(db, type, fresh) : [];
    for (const text of texts) {
      await yieldIfDue();
      // Most records cannot be among the best. To know that takes less time than their similarity.
      found.push(...compare(text, found[limit - 1]?.similarity));
      found.sort(bestRecordFirst).splice(limit);
    }
    await yieldIfDue();
    return numbers.length;
  };
  const isDone = (similarity: number) => {
    const worst = found[limit - 1];
    return worst !== undefined && bestRecordFirst(worst, { recordNumber: 0, similarity, column: 0 }) < 0;
  };
  const tiers = tiersOf(guesses.filter(({ types }) => (types & bitOf(type)) !== 0));
  for (const { similarity, matches } of tiers.slice(0, TIERS)) {
    if (isDone(similarity)) break;
    const match = matches.join(" OR ");
    if ((await look(match)) < most) continue;
    await look(`{title tags} : (${match})`);
  }
  return found;
}

function newestWith(db: Database, type: SearchType, match: string, limit: number): number[] {
  const { index } = SOURCES[type];
  return statement<{ rowid: number }>(
    db,
    `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`,
  )
    .all(match, limit)
    .map(({ rowid }) => rowid);
}

/** Whether a type is small enough to compare record by record. */
export function isScanned(db: Database, type: SearchType): boolean {
  return !hasMoreThan(db, type, RECORDS_SCANNED);
}
