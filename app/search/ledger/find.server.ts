import type { EntryType } from "#db/enumerations";
import { inOneState } from "#db/one-state";
import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import type { Marking } from "../marks";
import { parseQuery, quote, tokensOf } from "../query";
import { fold } from "../similarity";
import type { Synonyms } from "../words/synonyms";
import { correctedTerms } from "./correct.server";
import { numbersOf, type Reach } from "./matches.server";
import { mostOf } from "./most-of.server";
import { isNarrow, narrowed } from "./narrow.server";
import { type Level, rankedNumbers } from "./ranked.server";
import {
  HEAD,
  inReach,
  type LedgerFilters,
  type LedgerReader,
  type LedgerTerm,
  readOperators,
  scopeOf,
  termsOf,
} from "./request.server";

/** How many entries with a word to look at, to know whether the reader may read one of them. */
const ENTRIES_CHECKED = 200;

export interface LedgerRequest {
  text: string;
  reader: LedgerReader;
  filters: LedgerFilters;
  /** In the agency's time zone, YYYY-MM-DD: what "tomorrow" counts from. */
  today: string;
  /** Whether to correct words, and to find records with most of them, if nothing has all. */
  mayGuess: boolean;
  /**
   * Leaves out entries that the reader may not read now, in the same order, and gives the others the status that they have
   * now. The index knows neither the time nor what was withdrawn a moment ago. Nothing that it leaves out may show, not
   * even as a correction that would find it.
   */
  readable(entries: readonly FoundEntry[]): readonly FoundEntry[];
  /**
   * Entries within the reader's scope that the reader may not read yet, or that have another status now than the filter
   * asks for, by number. A look-up leaves them out, because how many it finds decides what counts and in which order.
   */
  hidden(filters: LedgerFilters): readonly number[];
}

/** An entry that matches. */
export interface FoundEntry {
  entryNumber: number;
  source: string;
  sourceId: string;
  part: number;
  type: EntryType;
  organizationId: string | null;
  title: string;
  date: string | null;
  status: string | null;
  techTags: string;
  commandId: string | null;
}

/** How the results relate to the query: all of its words, words of similar spelling, or only most of its words. */
export type Match = "ALL" | "CORRECTED" | "MOST";

export interface LedgerFound {
  match: Match;
  /** Best first. If there are too many to rank, some of each type. */
  entries: readonly FoundEntry[];
  /**
   * If there are too many to rank, the types of which there may be more than the entries, with how many there are, up to
   * ENTRIES_RANKED. Null if a large ledger has too many to count, and outside of government, where the number could count
   * what was withdrawn a moment ago.
   */
  totals: ReadonlyMap<EntryType, number | null>;
  /** The query with similar words in place of unknown ones, if there are any. */
  correction: string | null;
  marking: Marking;
}

/**
 * Finds what a reader may find of a query. First all of its words count; if no entry has them, words that nothing has are
 * replaced by similar ones; and if that finds nothing either, entries with most of the words do.
 */
export async function findInLedger(
  db: Database,
  { text, reader, filters, today, mayGuess, readable, hidden }: LedgerRequest,
  synonyms: Synonyms,
): Promise<LedgerFound> {
  const query = parseQuery(text);
  const present = (numbers: readonly number[]) =>
    readReadable(db, numbers, readable).filter(
      ({ status }) => filters.status === undefined || status === filters.status,
    );
  const ranked = async (levels: readonly Level[], phrases: readonly string[], place: Reach) => {
    const { numbers, ...found } = await rankedNumbers(db, levels, phrases, place, reader);
    return { ...found, entries: present(numbers) };
  };
  const reach: Reach = { scope: scopeOf(reader, filters), hidden: hidden(filters) };
  let narrowedOnce: Promise<Reach> | undefined;
  const narrowedReach = () => {
    narrowedOnce ??= narrowed(db, reach);
    return narrowedOnce;
  };
  const rankedByTerms = async (terms: readonly LedgerTerm[], typed: string) => {
    const place = isNarrow(db, terms, joinedCode(typed)) ? { ...reach, isNarrow: true } : await narrowedReach();
    return ranked(levelsOf(terms, typed, reader), phrasesOf(terms, typed), place);
  };
  if (query.branches.length === 0) return NOTHING;
  if (query.usesOperators) {
    const { expression, phrases } = readOperators(query, reader);
    const wanted = query.branches.flatMap((branch) => branch.wanted);
    const marked = wanted.map(({ tokens, isPrefix }) => ({ words: tokens.map(fold), isPrefix }));
    const levels = expression === null ? [] : [{ expression, isHead: false }];
    return { ...NOTHING, ...(await ranked(levels, phrases, await narrowedReach())), marking: { terms: marked } };
  }
  const yieldIfDue = yieldDuringLongTask();
  const terms = termsOf(db, text, today, synonyms);
  const found = await rankedByTerms(terms, text);
  if (found.entries.length > 0 || !mayGuess) return { ...NOTHING, ...found, marking: markingOf(terms) };
  await yieldIfDue();

  const isFound = async (expression: string) => {
    const numbers = await numbersOf(db, await narrowedReach(), inReach(reader, expression), ENTRIES_CHECKED);
    return present(numbers).length > 0;
  };
  const corrected = await correctedTerms(db, terms, isFound);
  const correction = corrected === terms ? null : corrected.map(({ typed }) => typed.text).join(" ");
  if (correction !== null) {
    // Read again, because a corrected word has other forms and other names too.
    const meant = termsOf(db, correction, today, synonyms);
    const similar = await rankedByTerms(meant, correction);
    if (similar.entries.length > 0) {
      return { ...similar, match: "CORRECTED", correction, marking: markingOf(meant) };
    }
    await yieldIfDue();
  }
  // As typed: a corrected word among words that do not match either would be a guess upon a guess.
  const numbers = await mostOf(db, terms, await narrowedReach(), reader);
  const entries = present(numbers);
  return { ...NOTHING, match: "MOST", entries, correction, marking: markingOf(terms) };
}

const NOTHING: LedgerFound = {
  match: "ALL",
  entries: [],
  totals: new Map(),
  correction: null,
  marking: { terms: [] },
};
const markingOf = (terms: readonly LedgerTerm[]): Marking => ({ terms: terms.flatMap(({ marked }) => marked) });

/** The entries that have all terms, the best place of the words first. Every entry of a level is also in the last one. */
function levelsOf(terms: readonly LedgerTerm[], text: string, reader: LedgerReader): Level[] {
  const exact = terms.map((term) => term.exact).join(" AND ");
  const wide = terms.map((term) => term.wide).join(" AND ");
  const joined = joinedCode(text);
  const head = [
    inReach(reader, exact, "identifiers"),
    inReach(reader, exact, "title"),
    inReach(reader, wide, "title"),
    inReach(reader, exact, HEAD),
    inReach(reader, wide, HEAD),
  ];
  const elsewhere = [
    ...(terms.length > 1 ? [inReach(reader, pairsOf(text))] : []),
    inReach(reader, exact),
    allWordsOf(terms, text, reader),
  ];
  const code = joined !== null ? [`identifiers : (${quote(joined)})`, `identifiers : (${quote(joined, true)})`] : [];
  const levels = (expressions: readonly string[], isHead: boolean) =>
    expressions.map((expression) => ({ expression, isHead }));
  return [...levels(code, false), ...levels(head, true), ...levels(elsewhere, false)];
}

/**
 * Each two neighbors of a text as a phrase. FTS5 reads entries until one has all words of a phrase, whatever else must be,
 * and few have all words of a sentence.
 */
function pairsOf(text: string): string {
  const words = tokensOf(text);
  return words
    .slice(1)
    .map((word, index) => quote(`${words[index]} ${word}`))
    .join(" AND ");
}

/** The phrases that `levelsOf` looks for, apart. */
function phrasesOf(terms: readonly LedgerTerm[], text: string): string[] {
  const joined = joinedCode(text);
  return [
    ...terms.flatMap(({ phrases }) => phrases),
    ...(joined === null ? [] : [`identifiers : (${quote(joined, true)})`]),
  ];
}

/** An expression for the entries that have all terms, wherever their words are. */
export function allWordsOf(terms: readonly LedgerTerm[], text: string, reader: LedgerReader): string {
  const wide = inReach(reader, terms.map((term) => term.wide).join(" AND "));
  const joined = joinedCode(text);
  // A code without its hyphens is one word in the query, and only in the identifiers one word of the record.
  return joined === null ? wide : `(${wide}) OR identifiers : (${quote(joined, true)})`;
}

/** A query that may be a code, in one word. Else null. */
export function joinedCode(text: string): string | null {
  const joined = tokensOf(fold(text)).join("");
  return /\d/.test(joined) ? joined : null;
}

/**
 * The entries that a reader may read, by number, in the order given. From one state of the database: a thread reads while
 * others write, and what an entry says must be from when it may be read.
 */
export const readReadable = (
  db: Database,
  numbers: readonly number[],
  readable: LedgerRequest["readable"],
): readonly FoundEntry[] => inOneState(db, () => readable(readEntries(db, numbers)));

/** Entries by number, in the order given. */
function readEntries(db: Database, numbers: readonly number[]): FoundEntry[] {
  return statement<FoundEntry>(
    db,
    `SELECT entry_number AS entryNumber, source, source_id AS sourceId, part, search_entry.type, organization_id AS organizationId, title,
         date, status, tech_tags AS techTags, command_id AS commandId
       FROM json_each(?) AS wanted JOIN search_entry ON entry_number = wanted.value ORDER BY wanted.key`,
  ).all(JSON.stringify(numbers));
}
