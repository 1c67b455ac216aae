import { ENTRY_TYPES, type EntryType } from "#db/enumerations";
import type { Database } from "#db/open";
import type { MarkedTerm } from "../marks";
import { type Branch, parseQuery, quote, type SearchQuery, type Term, tokensOf } from "../query";
import { fold } from "../similarity";
import { readDates } from "../words/dates";
import type { Synonyms } from "../words/synonyms";
import { SCOPE } from "./entry";
import { countUpTo, EVERY, newestEntry, type Scope, scoped } from "./matches.server";
import { formsOf, wordsBegun } from "./words.server";

/** What to look up besides a word as it was typed. */
export interface Vocabulary {
  /** Other forms of a word. */
  formsOf(word: string): readonly string[];
  /** Words to look up in place of their beginning. None to look up the beginning itself. */
  wordsFor(beginning: string): readonly string[];
}

/** Who searches. It decides what of an entry counts, so it is part of every expression. */
export interface LedgerReader {
  /** The types that the reader may find. */
  types: readonly EntryType[];
  /** Whether the reader finds every entry of those types, and text that only government reads. */
  isGovernment: boolean;
  /** The organization whose records the reader finds besides public ones. */
  organizationId: string | null;
}

/** What entries must have besides the words of the query. */
export interface LedgerFilters {
  types?: readonly EntryType[];
  /** Now, which may differ from that of the index. */
  status?: string;
  tag?: string;
  command?: string;
  year?: string;
}

/** One word or phrase of a plain query, with what else counts as it. */
export interface LedgerTerm {
  typed: Term;
  /** Expressions of the index: as typed, and with everything that means the same. */
  exact: string;
  wide: string;
  /** Each phrase that counts as it, apart. */
  phrases: string[];
  marked: MarkedTerm[];
  /** What counts as it besides. */
  alike: readonly string[];
  /** Which days it means depends on when someone asks. */
  isDate?: true;
  /** Whether it is a tag with other names, or one of the names. */
  namesTag?: true;
}

/** A longer query is a sentence, and its first words say what it is about. Each word is looked up in each kind of column. */
const TERMS_USED = 24;
/** For a beginning of words FTS5 collects the entries of all of them. The other beginnings count as whole words. */
const BEGINNINGS_USED = 3;
/** One letter begins too many words. */
export const SHORTEST_BEGINNING = 2;

/** The longest beginnings that the index itself has (`prefix` of `search_ledger`). */
const LONGEST_INDEXED = 3;
/**
 * FTS5 collects the entries of all words with a longer beginning before it returns the first one. If one of them is in
 * this many entries, of more than so many, the search looks up the shortest of the words instead.
 */
const COMMON = { entries: 2_000, ofEntries: 50_000 };

/** Words of questions, and forms of address, that say nothing about records. */
const QUESTION_WORDS = new Set(
  (
    "about all am any anyone anything can could did do does dr find from get give had has have he her his how i list look " +
    "looking me mr mrs ms my our please prof professor she should show some tell than them us was we were what when where " +
    "which who whom whose why would you your"
  ).split(" "),
);

/**
 * The terms of a query without operators, without words that only make it a question. A date is one term.
 * @param today YYYY-MM-DD in the agency's time zone
 */
export function termsOf(db: Database, text: string, today: string, synonyms: Synonyms): LedgerTerm[] {
  const words = {
    formsOf: (word: string) => formsOf(db, word),
    wordsFor: (word: string) => commonWordsBegun(db, word),
  };
  return termsIn(words, text, today, synonyms);
}

/** The same with a vocabulary that is not the ledger's. */
export function termsIn(words: Vocabulary, text: string, today: string, synonyms: Synonyms): LedgerTerm[] {
  const dates = readDates(text, today);
  const rest = withoutRanges(text, dates);
  const phrases = synonyms(rest).filter(({ others }) => others.length > 0);
  const { branches, unfinished } = parseQuery(withoutRanges(rest, phrases));
  const wanted = branches[0]?.wanted ?? [];
  const telling = wanted.filter(({ tokens }) => !tokens.every((token) => QUESTION_WORDS.has(token.toLowerCase())));
  const isOnlyQuestion = telling.length + dates.length + phrases.length === 0;
  return [
    ...phrases.map(({ start, end, others }) => tagTerm(words, text.slice(start, end), end === text.length, others)),
    ...(isOnlyQuestion ? wanted : telling).map((term) =>
      termOf(words, term, term === unfinished && isBeginning(term), []),
    ),
    ...dates.map(({ start, end, words }) => dateTerm(text.slice(start, end), words)),
  ].slice(0, TERMS_USED);
}

const isBeginning = ({ tokens }: Term) => (tokens.at(-1)?.length ?? 0) >= SHORTEST_BEGINNING;

const phraseOf = (text: string): Term => ({ text, tokens: tokensOf(text), isQuoted: true, isPrefix: false });

/** A text with blanks in place of some of it, so that the rest keeps its words apart. */
function withoutRanges(text: string, ranges: readonly { start: number; end: number }[]): string {
  return ranges.reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    text,
  );
}

/** A phrase that names a tag. Its words also count apart, or another name of a tag would find less than no name. */
function tagTerm(words: Vocabulary, text: string, isUnfinished: boolean, others: readonly string[]): LedgerTerm {
  const typed = phraseOf(text);
  const term: LedgerTerm = { ...termOf(words, typed, isUnfinished, others), namesTag: true };
  if (typed.tokens.length < 2) return term;
  const apart = typed.tokens.map((token) => termOf(words, phraseOf(token), false, []));
  return {
    ...term,
    wide: `(${term.wide} OR (${apart.map(({ wide }) => wide).join(" AND ")}))`,
    phrases: [...term.phrases, ...apart.flatMap(({ phrases }) => phrases)],
    marked: [...term.marked, ...apart.flatMap(({ marked }) => marked)],
    alike: [...term.alike, ...apart.flatMap(({ typed: { text: word }, alike }) => [word, ...alike])],
  };
}

function dateTerm(written: string, days: readonly string[]): LedgerTerm {
  const typed = phraseOf(written);
  const exact = `context : (${days.map((day) => quote(day)).join(" OR ")})`;
  return {
    typed,
    exact: `(${exact})`,
    wide: `((${exact}) OR ${quote(written)})`,
    phrases: [...days.map((day) => quote(day)), quote(written)],
    marked: [{ words: typed.tokens.map(fold), isPrefix: false }],
    alike: [],
    isDate: true,
  };
}

function termOf(words: Vocabulary, typed: Term, isUnfinished: boolean, synonyms: readonly string[]): LedgerTerm {
  const [only] = typed.tokens.length === 1 ? typed.tokens : [];
  const others = [...(only === undefined ? [] : words.formsOf(only)), ...synonyms];
  const exact = quote(typed.text);
  const begun = isUnfinished && only !== undefined ? words.wordsFor(only) : [];
  const phrases = [...begun, ...others].map((other) => quote(other));
  const wide = new Set([isUnfinished && begun.length === 0 ? quote(typed.text, true) : exact, ...phrases]);
  return {
    typed,
    exact,
    wide: `(${[...wide].join(" OR ")})`,
    phrases: [...wide],
    marked: [
      { words: typed.tokens.map(fold), isPrefix: isUnfinished },
      ...others.map((other) => ({ words: tokensOf(fold(other)), isPrefix: false })),
    ],
    alike: others,
  };
}

/**
 * The words to look up in place of their beginning, if one of them is common. Else none.
 * @param most by default as many as a search affords
 */
export function commonWordsBegun(db: Database, beginning: string, most?: number): string[] {
  if (beginning.length <= LONGEST_INDEXED || newestEntry(db) <= COMMON.ofEntries) return [];
  const words = wordsBegun(db, beginning, most);
  return words.some((word) => countUpTo(db, quote(word), COMMON.entries) === COMMON.entries) ? words : [];
}

/** Columns that say what an entry is, in a column filter of FTS5. */
export const HEAD = "{identifiers title tags names place}";
/** The columns that people outside of government search. */
const OUTSIDE = "{identifiers title tags names place body context}";

/** A condition on text as an expression for a reader: only the columns that the reader may read count. */
export function inReach(reader: LedgerReader, text: string, columns: string | null = null): string {
  if (columns !== null) return `${columns} : (${text})`;
  return reader.isGovernment ? `(${text})` : `${OUTSIDE} : (${text})`;
}

/** The condition that an entry has one of some types. Without any type, a word that no entry has. */
export const typesAre = (types: readonly EntryType[]) => scoped(typeWords(types));
const typeWords = (types: readonly EntryType[]) => (types.length === 0 ? ["none"] : types.map(SCOPE.type));

/** How calls are stored that have a status now: they open, and pass their deadline, without a write. */
const STORED_AS: ReadonlyMap<string, readonly string[]> = new Map([
  ["OPEN", ["OPEN", "PENDING"]],
  ["DEADLINE_PASSED", ["OPEN", "PENDING"]],
]);

/** What every entry within a scope meets. */
interface Condition {
  expression: string;
  /** Every entry that meets it has one of these words of `scope`. */
  words: readonly string[];
}

const hasOneOf = (words: readonly string[]): Condition => ({ expression: scoped(words), words });

/** The condition on entries for people outside of government: public, or of their organization and meant for it. */
function isReadableOutside(organizationId: string | null): Condition {
  const isPublic = hasOneOf([SCOPE.reach("PUBLIC")]);
  if (organizationId === null) return isPublic;
  const isOwn = hasOneOf([SCOPE.organization(organizationId)]);
  const isForOrganization = hasOneOf([SCOPE.reach("ORGANIZATION")]);
  return {
    expression: `(${isPublic.expression} OR (${isForOrganization.expression} AND ${isOwn.expression}))`,
    words: [...isPublic.words, ...isOwn.words],
  };
}

/**
 * Types that have few entries as a rule. To leave those out takes much less time than to require one of the others, which reads
 * nearly all entries. With many of them, a search takes longer and finds the same.
 */
const RARE_TYPES: ReadonlySet<EntryType> = new Set(["command", "tag"]);

/** Which entries a reader finds with some filters. It never depends on the query, so no query reaches further. */
export function scopeOf(reader: LedgerReader, filters: LedgerFilters): Scope {
  const types = reader.types.filter((type) => filters.types === undefined || filters.types.includes(type));
  const others = ENTRY_TYPES.filter((type) => !types.includes(type));
  const areRare = others.every((type) => RARE_TYPES.has(type));
  // Those of the reader first, because they are the narrowest in general.
  const conditions = [
    ...(reader.isGovernment ? [] : [isReadableOutside(reader.organizationId)]),
    ...(filters.status === undefined
      ? []
      : [hasOneOf((STORED_AS.get(filters.status) ?? [filters.status]).map(SCOPE.status))]),
    ...(filters.tag === undefined ? [] : [hasOneOf([SCOPE.tag(filters.tag)])]),
    ...(filters.command === undefined ? [] : [hasOneOf([SCOPE.command(filters.command)])]),
    ...(filters.year === undefined ? [] : [hasOneOf([SCOPE.year(filters.year)])]),
    ...(areRare ? [] : [hasOneOf(typeWords(types))]),
  ];
  return {
    required: conditions.map(({ expression }) => expression).join(" AND "),
    excluded: areRare && others.length > 0 ? typesAre(others) : "",
    words: conditions.map(({ words }) => words),
  };
}

/** An expression of a query with operators, which means exactly what it says. Null if it asks for nothing. */
export const expressionOf = (query: SearchQuery, reader: LedgerReader): string | null =>
  readOperators(query, reader).expression;

/** The same, and the phrases that it looks for. */
export function readOperators(
  { branches }: SearchQuery,
  reader: LedgerReader,
): { expression: string | null; phrases: string[] } {
  let beginnings = 0;
  const phrases: string[] = [];
  const quoted = (term: Term): string => {
    const isPrefix = term.isPrefix && isBeginning(term) && beginnings < BEGINNINGS_USED;
    if (isPrefix) beginnings += 1;
    return quote(term.text, isPrefix);
  };
  const parts = branches.map(({ wanted, unwanted }: Branch) => {
    const quotedWanted = wanted.map(quoted);
    phrases.push(...quotedWanted);
    const all = wanted.length === 0 ? EVERY : inReach(reader, quotedWanted.join(" AND "));
    if (unwanted.length === 0) return `(${all})`;
    const left = wanted.length === 0 ? EVERY : `(${all} AND ${EVERY})`;
    // Text that the reader may not read does not exclude anything either, or its absence would show.
    return `(${left} NOT ${inReach(reader, unwanted.map(quoted).join(" OR "))})`;
  });
  return { expression: parts.length === 0 ? null : parts.join(" OR "), phrases };
}
