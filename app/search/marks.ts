import { placedTokensOf, type SearchQuery, wantedTerms } from "./query";
import { fold, similarityTo } from "./similarity";

/** What to mark in a text: exact terms, or words similar to those of the query. */
export type Marking = { terms: MarkedTerm[] } | { like: string[] };

export interface MarkedTerm {
  /** Consecutive words, folded. */
  words: string[];
  /** Whether the last word is only the start of a word. */
  isPrefix: boolean;
}

/** A piece of a text, and whether to mark it. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** What to mark in a query's exact matches. */
export function markingOf(query: SearchQuery): Marking {
  return {
    terms: wantedTerms(query).map((term) => ({
      words: term.tokens.map(fold),
      isPrefix: term.isPrefix || term === query.unfinished,
    })),
  };
}

/**
 * The first place in a text that has the whole query literally, or else one of its terms. Null if there is none.
 */
export function literalIn(text: string, marking: Marking): Range | null {
  const terms =
    "like" in marking ? marking.like.map((word) => ({ words: [fold(word)], isPrefix: false })) : marking.terms;
  const whole = { words: terms.flatMap(({ words }) => words), isPrefix: terms.at(-1)?.isPrefix ?? false };
  const words = wordsOf(text);
  const [all] = terms.length > 1 ? rangesOf(words, [whole]) : [];
  // The rest of the ranges is not looked for.
  const [first] = all ? [all] : rangesOf(words, terms);
  return first ?? null;
}

/** The least similarity of a word that we mark. A record can be worth showing even if none of its words reaches it. */
const MARKED_FROM = 0.4;

interface Range {
  start: number;
  end: number;
}

interface PlacedWord extends Range {
  folded: string;
}

function wordsOf(text: string): PlacedWord[] {
  return placedTokensOf(text).map(({ token, ...place }) => ({ ...place, folded: fold(token) }));
}

/** The places to mark in a text, in order and without overlaps. Positions are in UTF-16 code units. */
function rangesIn(text: string, marking: Marking): Range[] {
  const words = wordsOf(text);
  if (!("like" in marking)) return [...rangesOf(words, marking.terms)];
  const similarities = marking.like.map(similarityTo);
  return words.filter(({ folded }) => similarities.some((similarity) => similarity(folded) >= MARKED_FROM));
}

/** The places of exact terms, looked for as the caller iterates. */
function* rangesOf(words: readonly PlacedWord[], terms: readonly MarkedTerm[]): Generator<Range, void, void> {
  const candidatesFor = termsByFirstWord(terms);
  for (let index = 0; index < words.length; index += 1) {
    const first = words[index];
    if (!first) continue;
    const fitting = candidatesFor(first.folded).filter((term) =>
      term.words.every((word, offset) => {
        const found = words[index + offset]?.folded;
        if (found === undefined) return false;
        return term.isPrefix && offset === term.words.length - 1 ? found.startsWith(word) : found === word;
      }),
    );
    const length = Math.max(0, ...fitting.map((term) => term.words.length));
    const last = words[index + length - 1];
    if (length === 0 || !last) continue;
    yield { start: first.start, end: last.end };
    index += length - 1;
  }
}

/**
 * Finds the terms that may begin with a word. A query has hundreds, with all forms and other names, and a text has thousands
 * of words.
 */
function termsByFirstWord(terms: readonly MarkedTerm[]): (word: string) => readonly MarkedTerm[] {
  const isBeginning = ({ words, isPrefix }: MarkedTerm) => isPrefix && words.length === 1;
  const beginnings = terms.filter(isBeginning);
  const byWord = new Map<string, MarkedTerm[]>();
  for (const term of terms) {
    const [first] = term.words;
    if (first === undefined || isBeginning(term)) continue;
    byWord.set(first, [...(byWord.get(first) ?? beginnings), term]);
  }
  return (word) => byWord.get(word) ?? beginnings;
}

/**
 * The part of a text, at most `width` long from its first match to its last, that has the most different matches. Null if
 * the text has none.
 */
export function densestIn(text: string, marking: Marking, width: number): (Range & { matches: number }) | null {
  const ranges = rangesIn(text, marking).map((range) => ({ ...range, word: fold(text.slice(range.start, range.end)) }));
  let best: (Range & { matches: number }) | null = null;
  /** How often each word is in the window: the ranges from `index` to before `next`, which only move forward. */
  const counts = new Map<string, number>();
  let next = 0;
  for (const [index, { start, end, word }] of ranges.entries()) {
    for (let range = ranges[next]; range && range.end - start <= width; range = ranges[next]) {
      counts.set(range.word, (counts.get(range.word) ?? 0) + 1);
      next += 1;
    }
    const last = next > index ? (ranges[next - 1]?.end ?? end) : end;
    if (best === null || counts.size > best.matches) best = { start, end: last, matches: counts.size };
    // A range that is longer than the window is in none.
    if (next === index) next += 1;
    else if (counts.get(word) === 1) counts.delete(word);
    else counts.set(word, (counts.get(word) ?? 0) - 1);
  }
  return best;
}

/** Cuts a text into marked and unmarked pieces, in order. */
export function markedPieces(text: string, marking: Marking): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { start, end } of rangesIn(text, marking)) {
    if (start > position) pieces.push({ text: text.slice(position, start), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    position = end;
  }
  if (position < text.length) pieces.push({ text: text.slice(position), isMarked: false });
  return pieces;
}
