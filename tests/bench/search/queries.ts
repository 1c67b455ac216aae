import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { type Random, seededRandom } from "~/demo/stage/random";
import { quote } from "~/search/query";
import { SOURCES } from "~/search/sources";
import { isContentWord, recordAt, wordsOf } from "./corpus";

/** A query as a person types it, and the same query for PostgreSQL. */
export interface BenchQuery {
  text: string;
  tsquery: string;
  /** The record that the query should find. */
  target?: { type: SearchType; recordNumber: number };
}

export interface QueryClass {
  name: string;
  queries: BenchQuery[];
  /** The product's limits, as shares of PostgreSQL's time. */
  limits: { median: number; p95: number };
}

export const MISSPELLED = "misspelled";

/** The limits for full text, as shares of PostgreSQL's time. */
export const FULL_TEXT = { median: 0.5, p95: 0.3 };

/** The most draws for each query of a class. */
const TRIES = 400;

interface Source {
  db: Database;
  records: number;
  random: Random;
}

/**
 * Reproducible queries as people type them, drawn from the corpus. The product treats the last word of a query without
 * operators as a prefix, so the PostgreSQL query does too, and both find the same records.
 */
export function makeClasses(db: Database, records: number, count: number): QueryClass[] {
  const commonness = commonnessIn(db);
  const share = (word: string) => commonness(word) / records;
  const make = (
    name: string,
    limits: QueryClass["limits"],
    draw: (source: Source) => BenchQuery | null,
    times = 1,
  ) => ({
    name,
    limits,
    queries: drawMany({ db, records, random: seededRandom(name.length * 7919 + count) }, count * times, draw),
  });
  const oneWord = (isFit: (word: string) => boolean) => (source: Source) => {
    const [word] = pickWords(source, 1);
    return word && isFit(word) ? asTyped([word]) : null;
  };
  const someWords = (wanted: number) => (source: Source) => {
    const words = pickWords(source, wanted);
    return words.length === wanted ? asTyped(words) : null;
  };
  return [
    make(
      "one word, rare",
      FULL_TEXT,
      oneWord((word) => commonness(word) >= 2 && commonness(word) <= 20),
    ),
    make(
      "one word, now and then",
      FULL_TEXT,
      oneWord((word) => share(word) >= 0.001 && share(word) <= 0.01),
    ),
    make(
      "one word, common",
      FULL_TEXT,
      oneWord((word) => share(word) >= 0.05),
    ),
    make("two words", { ...FULL_TEXT, median: 0.7 }, someWords(2)),
    make("three words", FULL_TEXT, someWords(3)),
    make("phrase", FULL_TEXT, phrase),
    make("word and prefix*", { ...FULL_TEXT, median: 0.8 }, wordAndPrefix),
    make("last word unfinished", FULL_TEXT, unfinished),
    make("either word", FULL_TEXT, eitherWord),
    make("word without another", FULL_TEXT, wordWithoutAnother),
    make("known item", FULL_TEXT, knownItem(commonness), 2),
  ];
}

/**
 * Queries of one to three words of a title, one of them misspelled. Leaves out those that full text finds something for.
 */
export async function makeMisspelled(
  records: number,
  count: number,
  findsNothing: (text: string) => Promise<boolean>,
): Promise<BenchQuery[]> {
  const random = seededRandom(count);
  const found: BenchQuery[] = [];
  for (let left = count * TRIES; found.length < count && left > 0; left -= 1) {
    const { title } = recordAt(random.below(records));
    const words = wordsOf(title).filter((word) => isContentWord(word) && word.length > 3);
    const chosen = words.slice(random.below(words.length)).slice(0, 1 + random.below(3));
    const wrong = random.below(chosen.length);
    const text = chosen.map((word, place) => (place === wrong ? misspell(word, random) : word)).join(" ");
    if (text !== "" && (await findsNothing(text))) found.push({ text, tsquery: "" });
  }
  return found;
}

/** Valid queries that cost as much as possible within 255 characters. */
export const HEAVY_QUERIES: readonly string[] = [
  "s*",
  "abcdefghijklmnopqrstuvwxyz"
    .split("")
    .map((letter) => `${letter}*`)
    .join(" OR "),
  "-zzzz",
  '"of the"',
  "data OR support OR system OR operation OR capability OR development OR technology OR test OR provide OR mission",
  "data support system operation capability development technology test provide mission",
  "s* t* p* c* d*",
  "-a* -b* -c* -d* -e*",
  "Zyqlor ".repeat(36).trim(),
  "sistm tecnology developmnt operatin capbility misson programm intgration requirment".slice(0, 255),
];

function drawMany(source: Source, count: number, draw: (source: Source) => BenchQuery | null): BenchQuery[] {
  const found: BenchQuery[] = [];
  for (let left = count * TRIES; found.length < count && left > 0; left -= 1) {
    const query = draw(source);
    if (query) found.push(query);
  }
  if (found.length === 0) throw new Error("The corpus has no fitting words");
  return found;
}

/** A query without operators. */
function asTyped(words: readonly string[]): BenchQuery {
  return { text: words.join(" "), tsquery: `${words.join(" & ")}:*` };
}

/** Different words from anywhere in one record. Empty if the record has too few. */
function pickWords({ records, random }: Source, count: number): string[] {
  const record = recordAt(random.below(records));
  const words = wordsOf(`${record.title} ${record.body}`).filter(isContentWord);
  const picked = new Set(Array.from({ length: count * 2 }, () => random.pick(words)));
  return picked.size < count ? [] : [...picked].slice(0, count);
}

/** Two or three adjacent words of a record. */
function phrase({ records, random }: Source): BenchQuery | null {
  const words = wordsOf(recordAt(random.below(records)).body);
  const first = random.below(words.length);
  const chosen = words.slice(first, first + 2 + random.below(2));
  if (chosen.length < 2 || !isContentWord(chosen[0] as string) || !isContentWord(chosen.at(-1) as string)) return null;
  return { text: `"${chosen.join(" ")}"`, tsquery: chosen.join(" <-> ") };
}

function wordAndPrefix(source: Source): BenchQuery | null {
  const [word, other = ""] = pickWords(source, 2);
  if (!word || other.length < 6) return null;
  const prefix = other.slice(0, 3 + source.random.below(3));
  return { text: `${word} ${prefix}*`, tsquery: `${word} & ${prefix}:*` };
}

/** One or two words, the last one incomplete. */
function unfinished(source: Source): BenchQuery | null {
  const words = pickWords(source, 1 + source.random.below(2));
  const last = words.pop();
  if (!last || last.length < 5) return null;
  return asTyped([...words, last.slice(0, Math.max(3, last.length - 1 - source.random.below(4)))]);
}

function eitherWord(source: Source): BenchQuery | null {
  const [one] = pickWords(source, 1);
  const [other] = pickWords(source, 1);
  return one && other ? { text: `${one} OR ${other}`, tsquery: `${one} | ${other}` } : null;
}

function wordWithoutAnother(source: Source): BenchQuery | null {
  const [one] = pickWords(source, 1);
  const [other] = pickWords(source, 1);
  if (!one || !other || one === other) return null;
  return { text: `${one} -${other}`, tsquery: `${one} & !${other}` };
}

/**
 * What someone types to find a record they know: two to four words of its title, in order. Distinctive words are more
 * likely.
 */
function knownItem(commonness: (word: string) => number): (source: Source) => BenchQuery | null {
  return ({ records, random }) => {
    const record = recordAt(random.below(records));
    const words = [...new Set(wordsOf(record.title).filter(isContentWord))];
    const count = 2 + random.below(3);
    if (words.length < count) return null;
    const chosen = new Set<string>();
    while (chosen.size < count) {
      const rest = words.filter((word) => !chosen.has(word));
      chosen.add(pickWeighted(random, rest, (word) => Math.log(records / Math.max(1, commonness(word)))));
    }
    const target = { type: record.type, recordNumber: record.recordNumber };
    return { ...asTyped(words.filter((word) => chosen.has(word))), target };
  };
}

function pickWeighted<Value>(random: Random, values: readonly Value[], weightOf: (value: Value) => number): Value {
  const weights = values.map(weightOf);
  let left = (random.below(2 ** 24) / 2 ** 24) * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return values[index] as Value;
  }
  return values.at(-1) as Value;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

/** Adds, drops or replaces a letter, or swaps two. */
export function misspell(word: string, random: Random): string {
  for (;;) {
    const at = random.below(word.length);
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    const wrong = [
      () => before + random.pick(LETTERS) + letter + after,
      () => before + after,
      () => before + random.pick(LETTERS) + after,
      () => before + after.charAt(0) + letter + after.slice(1),
    ];
    const misspelled = random.pick(wrong)();
    if (misspelled !== word) return misspelled;
  }
}

/** @returns a function that counts the records with a word */
export function commonnessIn(db: Database): (word: string) => number {
  const counts = new Map<string, number>();
  return (word) => {
    let count = counts.get(word);
    if (count === undefined) {
      count = SEARCH_TYPES.map((type) => countOf(db, type, word)).reduce((sum, each) => sum + each, 0);
      counts.set(word, count);
    }
    return count;
  };
}

function countOf(db: Database, type: SearchType, word: string): number {
  const { index } = SOURCES[type];
  const found = statement<{ count: number }>(db, `SELECT count(*) AS count FROM ${index} WHERE ${index} MATCH ?`);
  return found.get(quote(word))?.count ?? 0;
}
