import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { quote, tokensOf } from "./query";
import { hasMoreThan, type RecordText, readAllTexts, readTexts } from "./records.server";
import { fold, similarityTo } from "./similarity";
import { SEARCHED_COLUMNS, SOURCES } from "./sources";
import { bitOf, type KnownWord, type LikeWord, type Vocabulary } from "./vocabulary.server";

/** A type with no more records than this is compared record by record. */
const RECORDS_SCANNED = 2_000;

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

/** Compares every record of a type, other requests in between. @returns those of at least `threshold`, best first. */
export async function scanLike(
  db: Database,
  type: SearchType,
  asked: string,
  threshold: number,
  limit: number,
): Promise<LikeRecord[]> {
  const compare = comparing(asked, threshold);
  const yieldIfDue = yieldDuringLongTask();
  const found: LikeRecord[] = [];
  for (const text of readAllTexts(db, type)) {
    found.push(...compare(text));
    await yieldIfDue();
  }
  return found.sort(byLikeness).slice(0, limit);
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

/** What records may hold in place of what was asked for. */
interface Guess {
  /** FTS5 expressions of equal worth. */
  matches: string[];
  /** How like it is to all that was asked: about what a record is worth that holds it. */
  similarity: number;
  /** Which types can have it, as KnownWord's. */
  types: number;
}

const WORDS_GUESSED = 8;
/** How many likes of each word are looked for: alone, with those of another word, and before the beginning of one. */
const LIKES = { alone: 40, together: 8, besideParts: 1 };
/** Of so many words, each two are looked for together; of more, neighbours. */
const WORDS_PAIRED = 3;
/** How many pairs of likes are looked for close to one another. */
const CLOSE_PAIRS = 14;
/** How many letters of a word's beginning, and of its end, are looked for. */
const HEAD = { least: 1, most: 8 };
const TAIL = { least: 2, most: 6 };
/** How many of the commonest words with the same beginning or end are tried. */
const COMMON_WORDS = 6;
/** Parts of words are looked for where chance alone puts them side by side in so many records. */
const EXPECTED_RECORDS = 3;
/** Of words that end alike, so many are tried that these records can be expected. */
const EXPECTED_ENOUGH = 100;
/** How many beginnings of a word are tried behind another: the longest ones that can be expected there. */
const HEADS_OF_WORD = 3;
/** How many guesses at parts of words are kept. */
const PARTS = 16;

/**
 * Guesses at what was asked: words that are like one of its words; such words together; and the end of one word before
 * the beginning of the next, since an extent knows no order ("products results" is more like "resutts" than "results"
 * is). Best first.
 */
export async function guess(vocabulary: Vocabulary, asked: string, threshold: number): Promise<Guess[]> {
  const words = tokensOf(asked).slice(0, WORDS_GUESSED).map(fold);
  const similarityOf = similarityTo(asked);
  const yieldIfDue = yieldDuringLongTask();
  const likes: LikeWord[][] = [];
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

/** Guesses at two words close to one another. */
function togetherGuesses(first: readonly LikeWord[], second: readonly LikeWord[], similarityOf: SimilarityOf): Guess[] {
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

/** Some words of which each will do, and how many records have one of them. */
interface Choice {
  words: KnownWord[];
  records: number;
}

const choiceOf = (words: KnownWord[]): Choice => ({
  words,
  records: words.reduce((sum, { records }) => sum + records, 0),
});

/** Guesses that have the end of a word, or a like of one, before the beginning of a word. */
function partGuesses(
  vocabulary: Vocabulary,
  words: readonly string[],
  likes: readonly LikeWord[][],
  similarityOf: SimilarityOf,
): Guess[] {
  const heads = words.map((word) =>
    partLengths(word, HEAD)
      .map((length) => word.slice(0, length))
      .map((head) => ({ head, ...choiceOf(vocabulary.commonest({ head }, COMMON_WORDS)) })),
  );
  // Of several words a known one beside the beginning of another is likelier, and cheaper, than ends of words.
  const tails = (words.length === 1 ? words : [])
    .flatMap((word) => partLengths(word, TAIL).map((length) => word.slice(-length)))
    .map((tail) => choiceOf(vocabulary.commonest({ tail }, COMMON_WORDS)));
  const wholes = likes.map((list) => choiceOf(list.slice(0, LIKES.besideParts)));
  /** In how many records chance puts one next to the other. */
  const expected = (records: number, after: number) => (records * after) / vocabulary.records;
  const isExpected = (before: Choice, after: Choice) => expected(before.records, after.records) >= EXPECTED_RECORDS;
  const guessOf = (before: Choice, after: Choice & { head: string }): Guess => {
    let records = 0;
    const enough = before.words.filter((word) => {
      const isWanted = records < EXPECTED_ENOUGH;
      records += expected(word.records, after.records);
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

/** What is looked for at once: guesses that are about equally good, of so many expressions. */
const TIER = { closeness: 0.03, matches: 24 };

interface Tier {
  /** Of the best of its guesses. */
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

/** How many records are compared for each one that is wanted, of each tier. */
const COMPARED_FOR_EACH = 4;
/** How many tiers are looked through at most. */
const TIERS = 8;

/**
 * Looks for a type's records by guesses, the best first, newest first, and where many hold one also in their titles and
 * tags: the order that the result has. Stops when nothing that is left can come before what was found. Other requests go
 * in between.
 * @returns records of at least `threshold`, best first.
 */
export async function findLike(
  db: Database,
  type: SearchType,
  asked: string,
  guesses: readonly Guess[],
  threshold: number,
  limit: number,
): Promise<LikeRecord[]> {
  const compare = comparing(asked, threshold);
  const compared = new Set<number>();
  const most = limit * COMPARED_FOR_EACH;
  const found: LikeRecord[] = [];
  const yieldIfDue = yieldDuringLongTask();
  const look = async (match: string): Promise<number> => {
    const numbers = newestWith(db, type, match, most);
    const fresh = numbers.filter((number) => !compared.has(number));
    for (const number of fresh) compared.add(number);
    const texts = fresh.length > 0 ? readTexts(db, type, fresh) : [];
    for (const text of texts) {
      await yieldIfDue();
      found.push(...compare(text));
    }
    found.sort(byLikeness);
    await yieldIfDue();
    return numbers.length;
  };
  const isDone = (similarity: number) => {
    const worst = found[limit - 1];
    return worst !== undefined && byLikeness(worst, { recordNumber: 0, similarity, column: 0 }) < 0;
  };
  const tiers = tiersOf(guesses.filter(({ types }) => (types & bitOf(type)) !== 0));
  for (const { similarity, matches } of tiers.slice(0, TIERS)) {
    if (isDone(similarity)) break;
    const match = matches.join(" OR ");
    if ((await look(match)) < most) continue;
    await look(`{title tags} : (${match})`);
  }
  return found.slice(0, limit);
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

/** Whether a type is small enough to be compared record by record. */
export function isScanned(db: Database, type: SearchType): boolean {
  return !hasMoreThan(db, type, RECORDS_SCANNED);
}
