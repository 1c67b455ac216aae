import { placedTokensOf, type SearchQuery, wantedTerms } from "./query";
import { fold, similarityTo } from "./similarity";

/** What of a text answers a query: the terms it holds, or the words that are like those asked for. */
export type Marking = { terms: MarkedTerm[] } | { like: string[] };

interface MarkedTerm {
  /** Words that follow one another, folded. */
  words: string[];
  /** Whether the last is the beginning of one. */
  isPrefix: boolean;
}

/** A piece of a text, and whether it answers the query. */
export interface Piece {
  text: string;
  isMarked: boolean;
}

/** What a query's matches are marked by. */
export function markingOf(query: SearchQuery): Marking {
  return {
    terms: wantedTerms(query).map((term) => ({
      words: term.tokens.map(fold),
      isPrefix: term.isPrefix || term === query.unfinished,
    })),
  };
}

/**
 * The first place in a text where a query stands literally: all of it, or else the first of its terms; null where
 * nothing of it does.
 */
export function literalIn(text: string, marking: Marking): Range | null {
  const terms =
    "like" in marking ? marking.like.map((word) => ({ words: [fold(word)], isPrefix: false })) : marking.terms;
  const whole = { words: terms.flatMap(({ words }) => words), isPrefix: terms.at(-1)?.isPrefix ?? false };
  const [all] = terms.length > 1 ? rangesIn(text, { terms: [whole] }) : [];
  return all ?? rangesIn(text, { terms })[0] ?? null;
}

/** A word that is less like what was asked is not worth a mark, though the record it stands in is worth showing. */
const MARKED_FROM = 0.4;

interface Range {
  start: number;
  end: number;
}

/** Where a text answers a query, in order, without overlaps. Positions are of UTF-16 code units. */
function rangesIn(text: string, marking: Marking): Range[] {
  const words = placedTokensOf(text).map(({ token, ...place }) => ({ ...place, folded: fold(token) }));
  if ("like" in marking) {
    const similarities = marking.like.map(similarityTo);
    return words.filter(({ folded }) => similarities.some((similarity) => similarity(folded) >= MARKED_FROM));
  }
  const ranges: Range[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const fitting = marking.terms.filter((term) =>
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
    ranges.push({ start: first.start, end: last.end });
    index += length - 1;
  }
  return ranges;
}

/** A text in pieces, for a page that marks what was found. */
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
