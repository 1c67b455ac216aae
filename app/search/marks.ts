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
  for (let index = 0; index < words.length; index += 1) {
    const fitting = terms.filter((term) =>
      term.words.every((word, offset) => {
        const found = words[index + offset]?.folded;
        if (found === undefined) return false;
        return term.isPrefix && offset === term.words.length - 1 ? found.startsWith(word) : found === word;
      }),
    );
    const length = Math.max(0, ...fitting.map((term) => term.words.length));
    const first = words[index];
    const last = words[index + length - 1];
    if (length === 0 || !first || !last) continue;
    yield { start: first.start, end: last.end };
    index += length - 1;
  }
}

/**
 * The part of a text, at most `width` long from its first match to its last, that has the most different matches. Null if
 * the text has none.
 */
export function densestIn(text: string, marking: Marking, width: number): (Range & { matches: number }) | null {
  const ranges = rangesIn(text, marking).map((range) => ({ ...range, word: fold(text.slice(range.start, range.end)) }));
  let best: (Range & { matches: number }) | null = null;
  for (const [index, { start, end }] of ranges.entries()) {
    const words = new Set<string>();
    let last = end;
    for (let next = index; next < ranges.length; next += 1) {
      const range = ranges[next];
      if (!range || range.end - start > width) break;
      words.add(range.word);
      last = range.end;
    }
    if (best === null || words.size > best.matches) best = { start, end: last, matches: words.size };
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
