import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { nearestWords } from "../nearest-words.server";
import { quote } from "../query";
import { fold } from "../similarity";
import type { LedgerTerm } from "./request.server";
import { VOCABULARY_WORD } from "./words.server";

const VOCABULARY = { words: "search_word", trigrams: "search_word_trigrams" };
/** A sentence whose words are all unknown is not misspelled, and each takes milliseconds. */
const WORDS_CORRECTED = 4;
/** Words compared for each word. */
const WORDS_COMPARED = 300;
/** Words looked up together. All that are similar enough are tried, or those out of reach would hide others. */
const WORDS_TRIED = 8;
/** Shorter words have too many neighbors. */
const SHORTEST_CORRECTED = 4;
/** How many letters may differ: one in a short word, two from this length on. */
const TWO_DIFFER_FROM = 7;

/**
 * Terms with similar words in place of those that nothing in the reader's reach has, with turns for other requests.
 * @param isFound whether the reader finds something by an expression. A correction must not show a word out of reach
 * @returns the same array if nothing can be corrected
 */
export async function correctedTerms(
  db: Database,
  terms: readonly LedgerTerm[],
  isFound: (expression: string) => Promise<boolean>,
): Promise<readonly LedgerTerm[]> {
  const yieldIfDue = yieldDuringLongTask();
  let left = WORDS_CORRECTED;
  const corrected: LedgerTerm[] = [];
  for (const term of await joinedTerms(terms, isFound)) {
    const tokens: string[] = [];
    const isMissing = left > 0 && !(await isFound(term.wide));
    for (const token of term.typed.tokens) {
      const isWrong = isMissing && left > 0 && !(await isFound(quote(token)));
      if (isWrong) left -= 1;
      tokens.push((isWrong && (await firstFound(similarWords(db, fold(token)), isFound))) || token);
      await yieldIfDue();
    }
    const isSame = tokens.every((token, index) => token === term.typed.tokens[index]);
    corrected.push(isSame ? term : plainTerm(term.typed, tokens));
  }
  const isSame = corrected.length === terms.length && corrected.every((term, index) => term === terms[index]);
  return isSame ? terms : corrected;
}

/** Terms with neighbors as one word if nothing has one of them, but something has both joined: "plug fest". */
async function joinedTerms(
  terms: readonly LedgerTerm[],
  isFound: (expression: string) => Promise<boolean>,
): Promise<LedgerTerm[]> {
  let left = WORDS_CORRECTED;
  const joined: LedgerTerm[] = [];
  for (const term of terms) {
    const before = joined.at(-1);
    const isPair = before?.typed.tokens.length === 1 && term.typed.tokens.length === 1;
    if (isPair && left > 0 && !((await isFound(before.wide)) && (await isFound(term.wide)))) {
      left -= 1;
      const word = `${before.typed.tokens[0]}${term.typed.tokens[0]}`;
      if (await isFound(quote(word))) {
        joined[joined.length - 1] = plainTerm(term.typed, [word]);
        continue;
      }
    }
    joined.push(term);
  }
  return joined;
}

async function firstFound(words: readonly string[], isFound: (expression: string) => Promise<boolean>) {
  for (let at = 0; at < words.length; at += WORDS_TRIED) {
    const some = words.slice(at, at + WORDS_TRIED);
    if (!(await isFound(some.map((word) => quote(word)).join(" OR ")))) continue;
    for (const word of some) if (await isFound(quote(word))) return word;
  }
  return null;
}

function plainTerm(typed: LedgerTerm["typed"], tokens: string[]): LedgerTerm {
  const text = tokens.join(" ");
  const exact = quote(text);
  return {
    typed: { ...typed, text, tokens },
    exact,
    wide: `(${exact})`,
    phrases: [exact],
    marked: [{ words: tokens, isPrefix: false }],
    alike: [],
  };
}

/** The words of the vocabulary that someone may have meant, the likeliest first. */
function similarWords(db: Database, word: string): string[] {
  if (word.length < SHORTEST_CORRECTED || !VOCABULARY_WORD.test(word)) return [];
  const most = word.length < TWO_DIFFER_FROM ? 1 : 2;
  const nearest = nearestWords(db, VOCABULARY, word, WORDS_COMPARED).map((near) => near.word);
  return [...new Set([...swappedWords(db, word), ...nearest])]
    .map((near) => ({ word: near, differing: lettersDiffering(word, near, most) }))
    .filter(({ word: near, differing }) => differing <= (near[0] === word[0] ? most : most - 1))
    .sort((one, other) => one.differing - other.differing)
    .map((candidate) => candidate.word);
}

/** Words with two neighboring letters swapped. Short ones, such as "turst" and "trust", share too few trigrams. */
function swappedWords(db: Database, word: string): string[] {
  const swapped = Array.from({ length: word.length - 1 }, (_unused, at) => {
    const [first = "", second = ""] = word.slice(at);
    return word.slice(0, at) + second + first + word.slice(at + 2);
  });
  const select = "SELECT word FROM search_word WHERE word IN (SELECT value FROM json_each(?)) ORDER BY word";
  return statement<{ word: string }>(db, select)
    .all(JSON.stringify(swapped))
    .map((row) => row.word);
}

/**
 * How many letters to add, remove, replace or swap with their neighbor to make one word of the other (the distance of
 * Damerau and Levenshtein, with each letter edited once). More than `most` if their lengths differ by more.
 */
function lettersDiffering(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_unused, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
