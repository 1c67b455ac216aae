import type { Database } from "#db/open";
import { parseQuery, quote, type Term } from "../query";
import type { Synonyms } from "../words/synonyms";
import { joinedCode } from "./find.server";
import { countUpTo } from "./matches.server";
import { inReach, type LedgerTerm, termsIn, termsOf } from "./request.server";
import { isStem, type ScratchIndex, STANDING_WORDS } from "./scratch-index.server";

/*
 * What an entry must have for a search to find it, so that most searches need not be run on a new entry. It is necessary
 * and not sufficient: it knows nothing of columns, of words side by side or of exclusions.
 *
 * A search has alternatives. Each has clauses, and an entry must have at least one mark of each clause. A mark is a word
 * or a beginning of words. The stem of a word is a word of its own (STANDING_WORDS), because other forms of a word may be new
 * to the vocabulary later.
 */

type Clause = readonly string[];

export interface Requirement {
  /** Without any, the search finds nothing. */
  alternatives: readonly (readonly Clause[])[];
  /** Whether every entry that meets it also has all words of the query, wherever they are. */
  isAll: boolean;
}

/** Increase it if the same query requires something else. */
export const REQUIREMENT_VERSION = 3;

/** The key of a search that requires no particular word: a date, whose days change, or a query that only excludes. */
const EVERY_ENTRY = "*";
/** The key of a longer beginning is its first letters. An entry has few beginnings of this length. */
const BEGINNING = 5;
/** Clauses that are counted to find the rarest. */
const CLAUSES_COUNTED = 8;
const COUNTED = 2_000;

const WORD = "w";
const BEGINS = "b";
const beginningOf = (word: string) => [...word].slice(0, BEGINNING).join("");

/** The keys of a search: an entry that it finds has one of them. The first clause of an alternative is the rarest. */
export function keysOf({ alternatives }: Requirement): string[] {
  const keys = alternatives.flatMap(([rarest]) => rarest?.map(keyOf) ?? [EVERY_ENTRY]);
  return [...new Set(keys)];
}

const keyOf = (mark: string) => (mark.startsWith(BEGINS) ? BEGINS + beginningOf(mark.slice(1)) : mark);

/** What an entry has. */
interface EntryMarks {
  keys: string[];
  meets(requirement: Requirement): boolean;
}

/** The marks of an entry with some words. */
export function marksOf(words: readonly string[]): EntryMarks {
  const sorted = words.toSorted();
  const marks = new Set(sorted.map((word) => WORD + word));
  const beginnings = new Set<string>();
  for (const word of new Set(sorted.filter((word) => !isStem(word)).map(beginningOf))) {
    const letters = [...word];
    for (let count = 1; count <= letters.length; count += 1) beginnings.add(BEGINS + letters.slice(0, count).join(""));
  }
  const has = (mark: string) =>
    mark.startsWith(BEGINS) ? firstFrom(sorted, mark.slice(1)).startsWith(mark.slice(1)) : marks.has(mark);
  return {
    keys: [EVERY_ENTRY, ...marks, ...beginnings],
    meets: ({ alternatives }) => alternatives.some((clauses) => clauses.every((clause) => clause.some(has))),
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
 * What a query requires.
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
  if (query.branches.length === 0) return { alternatives: [], isAll: false };
  if (query.usesOperators) {
    const clauses = query.branches.map(({ wanted }) => wanted.flatMap((term) => clausesOfPhrase(scratch, term)));
    return { alternatives: clauses.map((each) => rarestFirst(db, each)), isAll: false };
  }
  // The index of one entry has stems. The index of the ledger, which says how rare a term is, has the words themselves.
  const inLedger = termsOf(db, text, today, synonyms);
  const terms = termsIn(STANDING_WORDS, text, today, synonyms);
  const clauses = terms.flatMap((term, place) => clausesOfTerm(scratch, term, inLedger[place]?.wide ?? term.exact));
  const all = rarestFirst(db, clauses);
  // A code without its hyphens is one word in the query, and only in the identifiers one word of the record.
  const joined = joinedCode(text);
  if (joined === null) return { alternatives: [all], isAll: terms.every((term) => isOfWords(scratch, term)) };
  const marks = marksOfPhrase(scratch, { text: joined, tokens: [joined], isPrefix: true });
  return { alternatives: [all, marks.map((mark) => [mark])], isAll: false };
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
function clausesOfTerm(
  scratch: ScratchIndex,
  { typed, marked, alike, isDate }: LedgerTerm,
  expression: string,
): Counted[] {
  if (isDate) return [];
  const phrase = { ...typed, isPrefix: marked[0]?.isPrefix ?? false };
  if (alike.length === 0) return clausesOfPhrase(scratch, phrase);
  const phrases = [phrase, ...alike.map((text) => ({ text, tokens: [], isPrefix: false }))];
  const longest = phrases.map((each) => longestOf(marksOfPhrase(scratch, each)));
  const marks = longest.filter((mark) => mark !== null);
  return marks.length < phrases.length ? [] : [{ expression, clause: [...new Set(marks)] }];
}

/** Whether a term, and all that counts as it, are single words: then its clause says all of it. */
function isOfWords(scratch: ScratchIndex, { typed, alike, isDate }: LedgerTerm): boolean {
  return !isDate && [typed.text, ...alike].every((phrase) => scratch.wordsOf(phrase).length === 1);
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
