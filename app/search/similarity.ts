/*
 * The similarity of a query and a text, as PostgreSQL's pg_trgm defines `word_similarity(query, text)`. Both are cut
 * into trigrams, with each word padded by two blanks before it and one after. The result is that of the best extent
 * (run of consecutive trigrams) of the text: shared trigrams divided by all different trigrams of query and extent.
 * 1: the text contains the query. 0: they share nothing.
 */

const MARKS = /[\u0300-\u036f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/** Removes case and Latin diacritics, as the index does. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(MARKS, "").normalize("NFC").toLowerCase().replaceAll("ς", "σ");
}

const BLANK = 32;
const UNKNOWN = 0;
const IN_WORD = 1;
const BETWEEN_WORDS = 2;
const kinds = new Uint8Array(0x10000);
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{Cs}]/u;

/** Whether a UTF-16 code unit is part of a word. Halves of surrogate pairs are. */
function isInWord(unit: number): boolean {
  if (kinds[unit] === UNKNOWN) {
    kinds[unit] = LETTER_OR_DIGIT.test(String.fromCharCode(unit)) ? IN_WORD : BETWEEN_WORDS;
  }
  return kinds[unit] === IN_WORD;
}

/** A text's trigrams in order, each as two numbers. The arrays are reused, because we read thousands of texts. */
class Trigrams {
  first = new Uint32Array(1024);
  second = new Uint16Array(1024);
  length = 0;

  read(folded: string): void {
    this.length = 0;
    // A word of n letters has n + 1 trigrams, and there is at least one character between words.
    if (this.first.length < folded.length + 2) {
      this.first = new Uint32Array(folded.length * 2);
      this.second = new Uint16Array(folded.length * 2);
    }
    let before = BLANK;
    let last = BLANK;
    for (let index = 0; index < folded.length; index += 1) {
      const unit = folded.charCodeAt(index);
      if (isInWord(unit)) {
        this.push(before, last, unit);
        before = last;
        last = unit;
      } else if (last !== BLANK) {
        this.push(before, last, BLANK);
        before = BLANK;
        last = BLANK;
      }
    }
    if (last !== BLANK) this.push(before, last, BLANK);
  }

  private push(before: number, last: number, unit: number): void {
    this.first[this.length] = ((before << 16) | last) >>> 0;
    this.second[this.length] = unit;
    this.length += 1;
  }
}

/** The different trigrams of a folded text, each as one number below 2^48. */
export function trigramsOf(folded: string): number[] {
  reading.read(folded);
  const keys = new Set<number>();
  for (let index = 0; index < reading.length; index += 1) {
    keys.add((reading.first[index] as number) * 0x10000 + (reading.second[index] as number));
  }
  return [...keys];
}

/** Numbers trigrams from 0 in order of first appearance. A hash table with open addressing; a new round empties it. */
class Numbering {
  size = 0;
  private mask: number;
  private readonly first: Uint32Array;
  private readonly second: Uint16Array;
  private readonly number: Int32Array;
  private readonly round: Uint32Array;
  private current = 1;

  constructor(places: number) {
    this.mask = places - 1;
    this.first = new Uint32Array(places);
    this.second = new Uint16Array(places);
    this.number = new Int32Array(places);
    this.round = new Uint32Array(places);
  }

  get places(): number {
    return this.mask + 1;
  }

  clear(): void {
    this.current += 1;
    this.size = 0;
  }

  /** The trigram's number. If it has none, it gets the next one with `isNew`, and otherwise the result is -1. */
  of(first: number, second: number, isNew: boolean): number {
    let place = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 0;
    place = (place ^ (place >>> 15)) & this.mask;
    while (this.round[place] === this.current) {
      if (this.first[place] === first && this.second[place] === second) return this.number[place] as number;
      place = (place + 1) & this.mask;
    }
    if (!isNew) return -1;
    this.round[place] = this.current;
    this.first[place] = first;
    this.second[place] = second;
    this.number[place] = this.size;
    this.size += 1;
    return this.size - 1;
  }
}

const powerOfTwoAbove = (count: number) => 2 ** Math.ceil(Math.log2(count * 2 + 2));

// Scratch space. Each call uses it synchronously from start to end.
const reading = new Trigrams();
let strangers = new Numbering(4096);
let numbers = new Int32Array(1024);
let lastPlace = new Int32Array(1024);

/**
 * @returns a function that takes a folded text (`fold`) and returns its similarity to the query, from 0 to 1
 */
export function similarityTo(query: string): (folded: string) => number {
  const similarityOf = similarityFrom(query);
  return (folded) => similarityOf(folded, 0);
}

/**
 * The same for a reader of many texts that needs only those of at least some similarity.
 * @returns a function that returns 0 for a text that is certainly below `least`, in about half the time
 */
export function similarityFrom(query: string): (folded: string, least: number) => number {
  reading.read(fold(query));
  const trigrams = new Numbering(powerOfTwoAbove(reading.length));
  for (let index = 0; index < reading.length; index += 1) {
    trigrams.of(reading.first[index] as number, reading.second[index] as number, true);
  }
  return (folded, least) => bestExtent(trigrams, folded, least);
}

function bestExtent(trigrams: Numbering, folded: string, least: number): number {
  const queryCount = trigrams.size;
  if (queryCount === 0) return 0;
  reading.read(folded);
  const { first, second, length } = reading;
  if (numbers.length < length) numbers = new Int32Array(length * 2);
  if (lastPlace.length < queryCount + length) lastPlace = new Int32Array((queryCount + length) * 2);
  let shared = 0;
  lastPlace.fill(-1, 0, queryCount);
  for (let index = 0; index < length; index += 1) {
    const number = trigrams.of(first[index] as number, second[index] as number, false);
    numbers[index] = number;
    if (number >= 0 && (lastPlace[number] as number) < 0) {
      lastPlace[number] = index;
      shared += 1;
    }
  }
  if (shared === 0 || shared < least * queryCount - ROUNDING) return 0;
  if (strangers.places < length * 2) strangers = new Numbering(powerOfTwoAbove(length));
  strangers.clear();
  return least === 0 || mayReach(least, queryCount, length) ? bestOfExtents(queryCount, length) : 0;
}

const ROUNDING = 1e-9;

/**
 * Whether some extent may be as similar as `least`. An extent is if shared >= least * (query + different - shared). To miss
 * none, a repeated trigram counts as shared each time, and a stranger as different only once in the whole text.
 */
function mayReach(least: number, queryCount: number, length: number): boolean {
  const wanted = least * queryCount - ROUNDING;
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    const number = numbers[index] as number;
    if (number >= 0) {
      sum += 1;
      if (sum >= wanted) return true;
      continue;
    }
    const known = strangers.size;
    strangers.of(reading.first[index] as number, reading.second[index] as number, true);
    if (strangers.size > known) sum = Math.max(0, sum - least);
  }
  return false;
}

/**
 * How often to try the lower end for each trigram of a text. Prose needs a handful of tries. A text made to repeat
 * itself thousands of times would need as many as it has trigrams, and block every request.
 */
const TRIES_FOR_EACH = 32;

/**
 * pg_trgm's search for the best extent (contrib/pg_trgm/trgm_op.c, `iterate_word_similarity`). The upper end moves to
 * each shared trigram in turn. Then the lower end moves up if that makes the extent more similar.
 */
function bestOfExtents(queryCount: number, length: number): number {
  let triesLeft = TRIES_FOR_EACH * length;
  lastPlace.fill(-1, 0, queryCount + length);

  let best = 0;
  let lower = -1;
  let different = 0;
  let shared = 0;
  for (let upper = 0; upper < length; upper += 1) {
    let number = numbers[upper] as number;
    const isShared = number >= 0;
    if (lower < 0 && !isShared) continue;
    if (!isShared) {
      number = queryCount + strangers.of(reading.first[upper] as number, reading.second[upper] as number, true);
      numbers[upper] = number;
    }
    if ((lastPlace[number] as number) < 0) {
      different += 1;
      if (isShared) shared += 1;
    }
    lastPlace[number] = upper;
    if (!isShared) continue;

    if (lower < 0) {
      lower = upper;
      different = 1;
    }
    let current = shared / (queryCount + different - shared);
    // Skip trigrams that the extent has again further up.
    while (lastPlace[numbers[lower] as number] !== lower) lower += 1;
    const lowerBefore = lower;
    triesLeft -= upper - lower;
    if (triesLeft < 0) return Math.max(best, current);
    let differentLeft = different;
    let sharedLeft = shared;
    for (let start = lower; start <= upper; start += 1) {
      const similarity = sharedLeft / (queryCount + differentLeft - sharedLeft);
      if (similarity > current) {
        current = similarity;
        different = differentLeft;
        shared = sharedLeft;
        lower = start;
      }
      const left = numbers[start] as number;
      if (lastPlace[left] === start) {
        differentLeft -= 1;
        if (left < queryCount) sharedLeft -= 1;
      }
    }
    if (current > best) best = current;
    for (let start = lowerBefore; start < lower; start += 1) {
      const left = numbers[start] as number;
      if (lastPlace[left] === start) lastPlace[left] = -1;
    }
  }
  return best;
}
