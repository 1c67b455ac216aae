import { type Random, seededRandom } from "~/demo/stage/random";
import { COLLOCATIONS, DOMAIN_FAMILIES, GENERAL_FAMILIES } from "./words";

/*
 * A vocabulary as large and as unevenly used as that of a real language: a few hundred words make up half of any text, and
 * most words are rare (Zipf's law). Proper names follow. A growing corpus keeps adding new ones (Heaps' law).
 */

/** The number of words without proper names. */
const VOCABULARY_WORDS = 60_000;
/** Flattens the head of Zipf's law (Mandelbrot), because people in one field share many common words. */
const SHARED_HEAD = 20;
/** After this many words, frequencies fall faster. */
const COMMON_WORDS = 1_500;
const RARE_EXPONENT = 1.75;
/** The distance between the forms of a family in the ranking, in families. */
const FORM_DISTANCE = 30;
/** Everyone uses the first ranks. Topical words come from the later ones, and mostly from the field. */
const FIRST_TOPICAL_RANK = 60;
const LAST_TRADE_RANK = 2_000;
const FOLLOWERS = 3;
const TAGS = 400;

const ONSETS = "t s r l n m c d p b v h f g st tr br th ch pr gr sh cl fl dr cr pl sp k z j w".split(" ");
const VOWELS = "a e i o u a e i o ea ai y".split(" ");
const CODAS = ["", "", "", "", "", "n", "r", "l", "s", "m", "nt", "x", "rd", "ck"];
const ENDINGS = ["s", "ed", "ing", "er", "al", "ic", "ation", "ity", "ment", "ly", "ous"];

/** Draws whole numbers below a count with given probabilities, in constant time (Vose's alias method). */
export function weightedDraw(count: number, weightOf: (index: number) => number): (random: Random) => number {
  const weights = Float64Array.from({ length: count }, (_unused, index) => weightOf(index));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const own = new Float64Array(count);
  const alias = new Uint32Array(count);
  const small: number[] = [];
  const large: number[] = [];
  for (let index = 0; index < count; index += 1) {
    own[index] = (weights[index] ?? 0) / mean;
    ((own[index] ?? 0) < 1 ? small : large).push(index);
  }
  for (let poor = small.pop(); poor !== undefined; poor = small.pop()) {
    const rich = large.at(-1);
    if (rich === undefined) {
      own[poor] = 1;
      continue;
    }
    alias[poor] = rich;
    own[rich] = (own[rich] ?? 0) - (1 - (own[poor] ?? 0));
    if ((own[rich] ?? 0) < 1) small.push(large.pop() ?? rich);
  }
  for (const index of large) own[index] = 1;
  return (random) => {
    const index = random.below(count);
    return random.below(2 ** 24) / 2 ** 24 < (own[index] ?? 1) ? index : (alias[index] ?? index);
  };
}

/** Prefers earlier values, like the sounds of a language. */
function pickEarly<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.min(random.below(values.length), random.below(values.length))] as Value;
}

function syllables(random: Random, count: number): string {
  let text = "";
  for (let index = 0; index < count; index += 1) {
    text += pickEarly(random, ONSETS) + pickEarly(random, VOWELS) + pickEarly(random, CODAS);
  }
  return text;
}

/** The proper name with this number. Two numbers may have the same name. */
export function properName(number: number): string {
  const random = seededRandom(Math.imul(number + 1, 0x9e3779b1));
  return syllables(random, random.below(4) === 0 ? 3 : 2);
}

/** How many different proper names this many records use. */
export function properNamesBy(records: number): number {
  return Math.floor(6 * (records + 1) ** 0.75);
}

function shuffle<Value>(values: Value[], random: Random): Value[] {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    const value = values[index] as Value;
    values[index] = values[other] as Value;
    values[other] = value;
  }
  return values;
}

/** Made-up families of words, each with some of its endings. */
function* madeUpWords(random: Random): Generator<string> {
  for (;;) {
    const stem = syllables(random, random.below(4) === 0 ? 3 : 2);
    yield stem;
    for (const ending of ENDINGS) if (random.below(3) === 0) yield stem + ending;
  }
}

/** The words of families. The first form of each comes well before the others. */
function inOrderOfUse(families: readonly string[][]): string[] {
  return families
    .flatMap((words, family) => words.map((word, form) => ({ word, place: family + form * FORM_DISTANCE })))
    .sort((left, right) => left.place - right.place)
    .map(({ word }) => word);
}

const DOMAIN_WORDS = inOrderOfUse(shuffle([...DOMAIN_FAMILIES], seededRandom(1)));

/** From the most common to the rarest. */
function makeWords(): string[] {
  const random = seededRandom(60_000);
  const known = new Set([...inOrderOfUse(GENERAL_FAMILIES), ...DOMAIN_WORDS]);
  const real = known.size;
  for (const word of madeUpWords(random)) {
    known.add(word);
    if (known.size === VOCABULARY_WORDS) break;
  }
  const words = [...known];
  return [...words.slice(0, real), ...shuffle(words.slice(real), random)];
}

/** The vocabulary without proper names, from the most common to the rarest word. */
export const WORDS: readonly string[] = makeWords();

/** Draws the rank of a word with its frequency in texts. */
export const drawRank = weightedDraw(
  WORDS.length,
  (rank) =>
    (1 / (Math.min(rank, COMMON_WORDS) + SHARED_HEAD)) * Math.min(1, COMMON_WORDS / (rank || 1)) ** RARE_EXPONENT,
);

function drawTopicalRank(random: Random): number {
  const last = random.below(8) === 0 ? WORDS.length : LAST_TRADE_RANK;
  for (;;) {
    const rank = drawRank(random);
    if (rank >= FIRST_TOPICAL_RANK && rank < last) return rank;
  }
}

/** How many words a theme has, and how many of ten topical words in its records come from it. */
const THEME_WORDS = 40;
const THEME_SHARE_OF_TEN = 7;

/** How many themes this many records have. */
const themesBy = (records: number) => Math.ceil(2 * Math.sqrt(records + 1));

/**
 * The ranks of a record's topical words. Many records share a theme, like reports in one field, so that only a few words
 * distinguish them.
 */
export function drawTopic(random: Random, place: number, words: number): number[] {
  const themes = themesBy(place);
  const theme = seededRandom(Math.imul(1 + Math.min(random.below(themes), random.below(themes)), 0xc2b2ae35));
  const themeRanks = Array.from({ length: THEME_WORDS }, () => drawTopicalRank(theme));
  return Array.from({ length: words }, () =>
    random.below(10) < THEME_SHARE_OF_TEN ? pickEarly(random, themeRanks) : drawTopicalRank(random),
  );
}

export const wordOf = (rank: number): string => WORDS[rank] as string;

const followers = (() => {
  const random = seededRandom(3);
  return Uint16Array.from({ length: WORDS.length * FOLLOWERS }, () => drawRank(random));
})();

/** A word that often follows another. */
export function drawFollower(random: Random, rank: number): number {
  return followers[rank * FOLLOWERS + random.below(FOLLOWERS)] as number;
}

/** Tags of one or two words, from the most used to the least. */
export const TAG_LABELS: readonly string[] = (() => {
  const random = seededRandom(400);
  const labels = new Set(shuffle([...COLLOCATIONS, ...DOMAIN_WORDS.slice(0, 200)], random));
  while (labels.size < TAGS) labels.add(`${random.pick(DOMAIN_WORDS)} ${random.pick(DOMAIN_WORDS)}`);
  return [...labels];
})();

export const drawTag = weightedDraw(TAGS, (rank) => 1 / (rank + 4));
