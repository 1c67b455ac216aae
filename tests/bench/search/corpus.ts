import type { SearchType } from "#db/enumerations";
import { type Random, seededRandom } from "~/demo/stage/random";
import {
  drawFollower,
  drawRank,
  drawTag,
  drawTopic,
  properName,
  properNamesBy,
  TAG_LABELS,
  weightedDraw,
  wordOf,
} from "./vocabulary";
import { COLLOCATIONS, FUNCTION_WORDS, ORGANIZATION_FIELDS, ORGANIZATION_SUFFIXES, PLACES, TITLE_LINKS } from "./words";

/*
 * A reproducible corpus of any size. Each record depends only on its index, so the corpus need not be stored. It is ASCII,
 * so that SQLite and PostgreSQL split it into the same words.
 */

export interface CorpusRecord {
  type: SearchType;
  /** Its number among the records of its type, from 1. */
  recordNumber: number;
  title: string;
  body: string;
  /** Comma-separated. For an engagement its location, as in the index. */
  tags: string;
}

/** 40% submissions, 25% organizations, 20% engagements, 15% calls. The first is an organization, because others refer to it. */
const PATTERN = "ossesocsesoscesoseoc";
const TYPES: Readonly<Record<string, SearchType>> = {
  o: "organization",
  s: "submission",
  e: "engagement",
  c: "call",
};
const TOPICAL_WORDS = 16;

const functionWords = new Set(FUNCTION_WORDS);
const drawFunctionWord = weightedDraw(FUNCTION_WORDS.length, (rank) => 1 / (rank + 2));
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** @param place from 0 */
export function recordAt(place: number): CorpusRecord {
  const letter = PATTERN.charAt(place % PATTERN.length);
  const type = TYPES[letter] as SearchType;
  const perRound = PATTERN.split(letter).length - 1;
  const before = PATTERN.slice(0, place % PATTERN.length).split(letter).length - 1;
  const recordNumber = Math.floor(place / PATTERN.length) * perRound + before + 1;

  const random = seededRandom(Math.imul(place + 1, 0x85ebca6b) ^ 0x51ed270b);
  const tags = Array.from({ length: 1 + random.below(5) }, () => TAG_LABELS[drawTag(random)] as string);
  const topic = drawTopic(random, place, TOPICAL_WORDS);
  const name = () => properName(random.below(properNamesBy(place)));
  const ownName = random.below(3) === 0 ? name() : null;
  const title = type === "organization" ? organizationName(random, name) : titleOf(random, topic, ownName);
  return {
    type,
    recordNumber,
    title,
    body: bodyOf(random, { type, topic, title, name: () => ownName ?? name() }),
    tags: type === "engagement" ? random.pick(PLACES) : [...new Set(tags)].join(","),
  };
}

/** The place of the n-th record of a type, from 1. */
export function placeOf(type: SearchType, recordNumber: number): number {
  const places = [...PATTERN].flatMap((letter, place) => (TYPES[letter] === type ? [place] : []));
  const round = Math.floor((recordNumber - 1) / places.length);
  return round * PATTERN.length + (places[(recordNumber - 1) % places.length] ?? 0);
}

/** The records from one place to before another, optionally only those of one type. */
export function* corpus(from: number, to: number, type?: SearchType): Generator<CorpusRecord> {
  for (let place = from; place < to; place += 1) {
    if (type && TYPES[PATTERN.charAt(place % PATTERN.length)] !== type) continue;
    yield recordAt(place);
  }
}

/** Whether someone might search for a word. */
export function isContentWord(word: string): boolean {
  return word.length > 2 && !functionWords.has(word);
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Has two proper names, so that no two organizations have the same name. */
function organizationName(random: Random, name: () => string): string {
  const names = [capitalized(name()), capitalized(name())];
  return [...names, capitalized(random.pick(ORGANIZATION_FIELDS)), titleCase(random.pick(ORGANIZATION_SUFFIXES))].join(
    " ",
  );
}

const titleCase = (text: string) => text.split(" ").map(capitalized).join(" ");

/** Four to eight words: topical words, sometimes a proper name or a common word. */
function titleOf(random: Random, topic: readonly number[], name: string | null): string {
  const count = 4 + random.below(5);
  const hasLink = count > 4 && random.below(3) > 0;
  const words: string[] = name ? [name] : [];
  const chosen = [...new Set(topic)].slice(0, 2 + random.below(3)).map(wordOf);
  words.push(...chosen);
  while (words.length < count - (hasLink ? 1 : 0)) words.push(wordOf(drawRank(random)));
  const distinct = [...new Set(words)].map(capitalized);
  if (hasLink) distinct.splice(1 + random.below(distinct.length - 1), 0, random.pick(TITLE_LINKS));
  return distinct.join(" ");
}

interface Subject {
  type: SearchType;
  topic: readonly number[];
  title: string;
  name: () => string;
}

/** The number of words: mostly 20 to 180, around 70. One in twenty texts is longer. */
function lengthOf(random: Random, type: SearchType): number {
  if (random.below(20) === 0) return type === "organization" ? 180 + random.below(40) : 180 + random.below(270);
  const spread = (random.below(1000) + random.below(1000) + random.below(1000)) / 3000;
  return 20 + Math.floor(160 * spread ** 1.6);
}

/** Sentences that repeat words of the title and topic, with function words between. */
function bodyOf(random: Random, { type, topic, title, name }: Subject): string {
  const titleWords = wordsOf(title).filter(isContentWord);
  const length = lengthOf(random, type);
  const sentences: string[] = [];
  let words = 0;
  while (words < length) {
    const sentence: string[] = [];
    const end = Math.min(8 + random.below(15), Math.max(length - words, 3));
    while (sentence.length < end) addWords(random, sentence, { topic, titleWords, name });
    words += sentence.length;
    sentences.push(`${capitalized(sentence.join(" ").replace(/,$/, ""))}.`);
  }
  return sentences.join(" ");
}

function addWords(
  random: Random,
  sentence: string[],
  { topic, titleWords, name }: Pick<Subject, "topic" | "name"> & { titleWords: readonly string[] },
): void {
  const kind = random.below(1000);
  if (kind < 330) sentence.push(FUNCTION_WORDS[drawFunctionWord(random)] as string);
  else if (kind < 350) sentence.push(random.pick(titleWords));
  else if (kind < 362) sentence.push(capitalized(name()));
  else if (kind < 370) sentence.push(designation(random));
  else if (kind < 385) sentence.push(random.pick(COLLOCATIONS));
  else {
    const rank = kind < 585 ? random.pick(topic) : drawRank(random);
    const comma = random.below(16) === 0 ? "," : "";
    sentence.push(wordOf(rank) + comma);
    if (comma === "" && random.below(7) === 0) sentence.push(wordOf(drawFollower(random, rank)));
  }
}

/** A year, a quantity, or an equipment designation. */
function designation(random: Random): string {
  const kind = random.below(3);
  if (kind === 0) return String(2000 + random.below(40));
  if (kind === 1) return String(1 + random.below(1000));
  const letters = random.pick(["MK", "RX", "AN", "TQ", "XM", "VG"]);
  return `${letters}${1 + random.below(400)}`;
}
