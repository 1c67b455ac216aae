import { EVERY_RECORD } from "./sources";

/*
 * What people type, and what it means (docs/contract.md#search). The parser reads a query into branches of terms. Only
 * then does it write an FTS5 expression, with each term quoted, so typed text never reaches FTS5's own grammar.
 */

/** One word or phrase of a query. */
export interface Term {
  /** Its text. FTS5 looks for its words side by side. */
  text: string;
  /** Its words, as typed. */
  tokens: string[];
  isQuoted: boolean;
  /** Whether its last word is only the start of a word. */
  isPrefix: boolean;
}

/** A record must have all of the wanted terms and none of the unwanted ones. */
export interface Branch {
  wanted: Term[];
  unwanted: Term[];
}

export interface SearchQuery {
  /** A record must match one of them. Empty if the query asks for nothing. */
  branches: Branch[];
  /** Whether the query has operators. Such a query means exactly what it says, so the search guesses nothing. */
  usesOperators: boolean;
  /** The last word if it may be unfinished, or else null. */
  unfinished: Term | null;
}

/** Lucene's English stop words. They are too common to tell records apart. */
const STOP_WORDS = new Set(
  (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they " +
    "this to was will with"
  ).split(" "),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const BLANKS = /[\u0000-\u001f\u007f-\u009f\p{Co}\p{Cs}]/gu;
const CURLY_QUOTES = /[\u201c-\u201f]/g;
const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}]|[\u0300-\u036f])*/gu;
const SIGNS = /[-!]+(?=[^\s])/y;
const PHRASE = /"([^"]*)(?:"(\**)|$)/y;
const WORD = /[^\s"]+/y;
const SPACE = /\s+/y;
/** Stars directly after a letter or digit, with nothing but punctuation after them. */
const TRAILING_STAR = /(?<=[\p{L}\p{N}\p{M}])\*[^\p{L}\p{N}]*$/u;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;

/** The words of a text, split as the index does. */
export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** The same words with their positions, in UTF-16 code units. */
export function placedTokensOf(text: string): { token: string; start: number; end: number }[] {
  return [...text.matchAll(TOKEN)].map(({ 0: token, index }) => ({ token, start: index, end: index + token.length }));
}

interface Item extends Term {
  isNegated: boolean;
}

/** Parses a query. It accepts any text and ignores what makes no sense. */
export function parseQuery(typed: string): SearchQuery {
  const text = typed.normalize("NFC").replace(BLANKS, " ").replace(CURLY_QUOTES, '"');
  const { alternatives, last } = readItems(text);
  const usesOperators =
    alternatives.length > 1 ||
    text.includes('"') ||
    alternatives.some((items) => items.some(({ isNegated, isPrefix }) => isNegated || isPrefix));
  const branches = eachBranchOnce(
    withoutStopWords(alternatives).map((items) => ({
      wanted: eachOnce(items.filter(({ isNegated }) => !isNegated)),
      unwanted: eachOnce(items.filter(({ isNegated }) => isNegated)),
    })),
  );
  const isKept = last !== null && branches.some(({ wanted }) => wanted.includes(last));
  return {
    branches,
    usesOperators,
    unfinished: isKept && !usesOperators && ENDS_IN_WORD.test(last.text) ? last : null,
  };
}

/**
 * Splits a query into items.
 * @returns `alternatives`: the items with words, split at each OR; `last`: the query's last item, or null without words
 */
function readItems(text: string): { alternatives: Item[][]; last: Item | null } {
  const alternatives: Item[][] = [];
  let items: Item[] = [];
  let last: Item | null = null;
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found) position = pattern.lastIndex;
    return found;
  };
  while (position < text.length) {
    if (take(SPACE)) continue;
    const isNegated = take(SIGNS) !== null;
    const phrase = take(PHRASE);
    const word = phrase ? "" : (take(WORD)?.[0] ?? "");
    if (word === "OR" && !isNegated) {
      // OR counts only between two items. Elsewhere it is ignored.
      if (items.length > 0) alternatives.push(items);
      items = [];
      continue;
    }
    const term: Term = phrase
      ? { text: phrase[1] ?? "", tokens: [], isQuoted: true, isPrefix: (phrase[2] ?? "") !== "" }
      : { text: word.replace(TRAILING_STAR, ""), tokens: [], isQuoted: false, isPrefix: TRAILING_STAR.test(word) };
    const tokens = tokensOf(term.text);
    const item = tokens.length > 0 ? { ...term, tokens, isNegated } : null;
    if (item) items.push(item);
    last = item;
  }
  if (items.length > 0) alternatives.push(items);
  return { alternatives, last };
}

/** Removes duplicate terms, which would cost time and change nothing. */
function eachOnce(items: readonly Item[]): Item[] {
  const kept = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!kept.has(key)) kept.set(key, item);
  }
  return [...kept.values()];
}

const keyOf = ({ tokens, isPrefix }: Term) => `${tokens.join(" ").toLowerCase()}${isPrefix ? "*" : ""}`;

function eachBranchOnce(branches: readonly Branch[]): Branch[] {
  const keyed = branches.map((branch) => [
    JSON.stringify([branch.wanted.map(keyOf), branch.unwanted.map(keyOf)]),
    branch,
  ]);
  // Keep the first of two equal branches, because `unfinished` may refer to its terms.
  return [...new Map((keyed as [string, Branch][]).reverse()).values()].reverse();
}

/** Leaves out stop words, unless the query has nothing else. */
function withoutStopWords(alternatives: Item[][]): Item[][] {
  const isAsked = (item: Item) => !item.isNegated && !isStopWord(item);
  if (!alternatives.some((items) => items.some(isAsked))) return alternatives;
  return alternatives
    .map((items) => items.filter((item) => item.isNegated || isAsked(item)))
    .filter((items) => items.length > 0);
}

function isStopWord({ isQuoted, isPrefix, tokens }: Term): boolean {
  return !isQuoted && !isPrefix && tokens.length === 1 && STOP_WORDS.has((tokens[0] ?? "").toLowerCase());
}

/** The wanted terms of all branches. */
export function wantedTerms({ branches }: SearchQuery): Term[] {
  return branches.flatMap(({ wanted }) => wanted);
}

interface Reading {
  /** Match longer words than the unfinished one too. */
  finishLast?: boolean;
  /** Look for wanted terms only in the title and tags. Unwanted terms count everywhere. */
  inHeadOnly?: boolean;
}

/** The query as an FTS5 expression, or null if it cannot match anything. */
export function matchOf(
  { branches, unfinished }: SearchQuery,
  { finishLast, inHeadOnly }: Reading = {},
): string | null {
  const quoted = (term: Term) => quote(term.text, term.isPrefix || (finishLast === true && term === unfinished));
  const parts = branches.flatMap(({ wanted, unwanted }) => {
    if (inHeadOnly && wanted.length === 0) return [];
    const all =
      wanted.length === 0 ? `every : ${quote(EVERY_RECORD)}` : inColumns(wanted.map(quoted).join(" AND "), inHeadOnly);
    return unwanted.length === 0 ? [`(${all})`] : [`((${all}) NOT (${unwanted.map(quoted).join(" OR ")}))`];
  });
  return parts.length === 0 ? null : parts.join(" OR ");
}

function inColumns(expression: string, inHeadOnly = false): string {
  return inHeadOnly ? `{title tags} : (${expression})` : expression;
}

/** A text as an FTS5 string, which matches its words side by side. */
export function quote(text: string, isPrefix = false): string {
  return `"${text.replaceAll('"', " ")}"${isPrefix ? "*" : ""}`;
}
