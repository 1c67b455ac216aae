import type { Database } from "#db/open";
import { parseQuery, quote, type Term, tokensOf } from "../query";
import { fold } from "../similarity";
import { stemOf } from "../words/stem";
import type { Synonyms } from "../words/synonyms";
import { countUpTo } from "./matches.server";
import { inReach, type LedgerTerm, termsOf } from "./request.server";
import type { ScratchIndex } from "./scratch-index.server";
import { VOCABULARY_WORD } from "./words.server";

/*
 * What an entry must have for a search to find it, so that most searches need not be run on a new entry. It is necessary
 * and not sufficient: it knows nothing of columns, of words side by side or of exclusions.
 *
 * A search has alternatives. Each has clauses, and an entry must have at least one mark of each clause. A mark is a word,
 * a stem or a beginning of words. The stem is a mark because other forms of a word may be new to the vocabulary later.
 */

type Clause = readonly string[];
export type Requirement = readonly (readonly Clause[])[];

/** Increase it if the same query requires something else. */
export const REQUIREMENT_VERSION = 2;

/** The key of a search that requires no particular word: a date, whose days change, or a query that only excludes. */
const EVERY_ENTRY = "*";
/** The key of a longer beginning is its first letters. An entry has few beginnings of this length. */
const BEGINNING = 5;
/** Clauses that are counted to find the rarest. */
const CLAUSES_COUNTED = 8;
const COUNTED = 2_000;

const WORD = "w";
const STEM = "s";
const BEGINS = "b";
const beginningOf = (word: string) => [...word].slice(0, BEGINNING).join("");

/** The keys of a search: an entry that it finds has one of them. The first clause of an alternative is the rarest. */
export function keysOf(requirement: Requirement): string[] {
  const keys = requirement.flatMap(([rarest]) => rarest?.map(keyOf) ?? [EVERY_ENTRY]);
  return [...new Set(keys)];
}

const keyOf = (mark: string) => (mark.startsWith(BEGINS) ? BEGINS + beginningOf(mark.slice(1)) : mark);

/** What an entry has. */
export interface EntryMarks {
  keys: string[];
  meets(requirement: Requirement): boolean;
}

/** Reads the marks of an entry from its words. */
export function marksOf(words: readonly string[]): EntryMarks {
  const sorted = [...new Set(words)].sort();
  const marks = new Set(sorted.flatMap((word) => [WORD + word, STEM + stemOf(word)]));
  const beginnings = sorted.flatMap((word) => {
    const letters = [...beginningOf(word)];
    return letters.map((_letter, last) => BEGINS + letters.slice(0, last + 1).join(""));
  });
  const has = (mark: string) =>
    mark.startsWith(BEGINS) ? firstFrom(sorted, mark.slice(1)).startsWith(mark.slice(1)) : marks.has(mark);
  return {
    keys: [EVERY_ENTRY, ...marks, ...new Set(beginnings)],
    meets: (requirement) => requirement.some((clauses) => clauses.every((clause) => clause.some(has))),
  };
}

/** The first of sorted words that does not come before another. */
function firstFrom(sorted: readonly string[], word: string): string {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? "";
}

interface Counted {
  /** What has one of the marks, in the index. */
  expression: string;
  clause: Clause;
}

/**
 * What a query requires. Without alternatives, it finds nothing.
 * @param today YYYY-MM-DD in the agency's time zone
 */
export function requirementOf(
  db: Database,
  scratch: ScratchIndex,
  text: string,
  today: string,
  synonyms: Synonyms,
): Requirement {
  const query = parseQuery(text);
  if (query.branches.length === 0) return [];
  if (query.usesOperators) {
    return query.branches.map(({ wanted }) =>
      rarestFirst(
        db,
        wanted.flatMap((term) => clausesOfPhrase(scratch, term)),
      ),
    );
  }
  const terms = rarestFirst(
    db,
    termsOf(db, text, today, synonyms).flatMap((term) => clausesOfTerm(scratch, term)),
  );
  // A code without its hyphens is one word in the query, and only in the identifiers one word of the record.
  const joined = tokensOf(fold(text)).join("");
  if (!/\d/.test(joined)) return [terms];
  const marks = marksOfPhrase(scratch, { text: joined, tokens: [joined], isPrefix: true });
  return [terms, marks.map((mark) => [mark])];
}

/** The clauses, beginning with the one that the fewest entries meet. */
function rarestFirst(db: Database, clauses: readonly Counted[]): Clause[] {
  if (clauses.length < 2) return clauses.map(({ clause }) => clause);
  const counted = clauses.slice(0, CLAUSES_COUNTED).map(({ expression, clause }) => ({
    clause,
    total: countUpTo(db, inReach(GOVERNMENT, expression), COUNTED),
    letters: Math.min(...clause.map((mark) => mark.length)),
  }));
  counted.sort((one, other) => one.total - other.total || other.letters - one.letters);
  return [...counted, ...clauses.slice(CLAUSES_COUNTED)].map(({ clause }) => clause);
}

/** Finds text in all columns: what government finds rarely, others find no more often. */
const GOVERNMENT = { types: [], isGovernment: true, organizationId: null } as const;

type Phrase = Pick<Term, "text" | "tokens" | "isPrefix">;

/** A clause for each word of a phrase. */
function clausesOfPhrase(scratch: ScratchIndex, phrase: Phrase): Counted[] {
  return marksOfPhrase(scratch, phrase).map((mark) => ({
    expression: quote(mark.slice(1), mark.startsWith(BEGINS)),
    clause: [mark],
  }));
}

/** The clauses of a term: one with everything that counts as it, or one for each of its words if nothing else does. */
function clausesOfTerm(scratch: ScratchIndex, { typed, wide, marked, isDate, namesTag }: LedgerTerm): Counted[] {
  if (isDate) return [];
  const [first, ...others] = marked;
  // The index reads a typed word as it is, and not as the similarity of words does.
  const phrase = { ...typed, isPrefix: first?.isPrefix ?? false };
  // The words of a tag's name also count apart, each in all of its forms.
  const apart = typed.tokens.length === 1 || namesTag ? typed.tokens.map(fold) : [];
  const stems = apart.filter((word) => VOCABULARY_WORD.test(word)).map((word) => STEM + stemOf(word));
  if (others.length === 0 && stems.length === 0) return clausesOfPhrase(scratch, phrase);
  const phrases = [
    phrase,
    ...others.map(({ words }) => ({ text: words.join(" "), tokens: [...words], isPrefix: false })),
  ];
  const longest = phrases.map((each) => longestOf(marksOfPhrase(scratch, each)));
  const marks = longest.filter((mark) => mark !== null);
  return marks.length < phrases.length ? [] : [{ expression: wide, clause: [...new Set([...stems, ...marks])] }];
}

/** The marks that an entry with a phrase has. Nothing if the index sees no word in it. */
function marksOfPhrase(scratch: ScratchIndex, { text, tokens, isPrefix }: Phrase): string[] {
  const words = scratch.wordsOf(text);
  if (!isPrefix) return words.map((word) => WORD + word);
  if (tokens.length === 1 && words.length === 1) return words.map((word) => BEGINS + word);
  // The last word is only a beginning.
  return scratch.wordsOf(tokens.slice(0, -1).join(" ")).map((word) => WORD + word);
}

function longestOf(marks: readonly string[]): string | null {
  return marks.reduce<string | null>((best, mark) => (mark.length > (best?.length ?? 0) ? mark : best), null);
}
