import { ENTRY_TYPES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { quote, tokensOf } from "../query";
import { blockOf, SCOPE } from "./entry";

/**
 * How many blocks of entries a statement reads at most, and the first one of a look-up of one word. To find that few of many
 * entries have several common words, FTS5 reads all of these entries, while other requests wait.
 */
export const BLOCKS_AT_ONCE = 3;
/** What a statement should take: the next one reads fewer blocks if it took more, and again more if it took less. */
const STATEMENT_MILLISECONDS = 15;
const MOST_CHANGE = 2;

/** Phrases of a query. An entry has the words of `scope` only once. */
const PHRASE = /"[^"\ue000][^"]*"/g;

/** With more words, it reads fewer: a long text that repeats the words of a query has thousands of places to read. */
function blocksAtOnce(expression: string): number {
  const words = tokensOf((expression.match(PHRASE) ?? []).join(" ")).length;
  return Math.max(1, Math.floor(BLOCKS_AT_ONCE / Math.max(1, words)));
}

/** What every entry has. `readOperators` writes it on the left side of each NOT. */
export const EVERY = scoped(ENTRY_TYPES.map(SCOPE.type));

/**
 * An expression, only within a scope (`scopeOf`). FTS5 reads the left side of NOT until one entry is not excluded, whatever
 * the rest of the expression requires, so the scope goes in there too.
 */
export const within = (scope: string, expression: string) =>
  scope === "" ? expression : `(${expression.replaceAll(EVERY, `(${EVERY} AND ${scope})`)}) AND ${scope}`;

/** The condition that an entry has one of some words of `scope`. */
export function scoped(words: readonly string[]): string {
  return `(scope : (${words.map((word) => quote(word)).join(" OR ")}))`;
}

/** Where to look. */
export interface Reach {
  /** What entries must have (`scopeOf`). */
  scope: string;
  /** Entries that have it, but that must not even count (`LedgerRequest.hidden`). */
  hidden: readonly number[];
  /** Whether few entries have a word of what is looked up (`isNarrow`): one statement reads them without those between. */
  isNarrow?: boolean;
}

/**
 * The time that the statements of some look-ups may still take together. When it is over, a look-up only has its first
 * statement, which reads a small ledger whole. What they leave out are the oldest entries.
 */
export interface Effort {
  milliseconds: number;
}

/** Where a look-up begins and ends. */
interface Extent {
  /** Only entries before this one. */
  before?: number;
  /** Without one, it reads until it found enough, or everything. */
  effort?: Effort;
}

/** The newest entries within reach that meet an expression, with turns for other requests. */
export async function numbersOf(
  db: Database,
  { scope, hidden, isNarrow }: Reach,
  expression: string,
  most: number,
  { before = Number.MAX_SAFE_INTEGER, effort }: Extent = {},
): Promise<number[]> {
  const select = statement<{ entryNumber: number }>(
    db,
    `SELECT rowid AS entryNumber FROM search_ledger WHERE search_ledger MATCH ? AND rowid < ?
       ${notHidden(hidden)} ORDER BY rowid DESC LIMIT ?`,
  );
  const reached = within(scope, expression);
  const without = hidden.length === 0 ? [] : [JSON.stringify(hidden)];
  const numbers: number[] = [];
  const newest = Math.min(newestEntry(db), before - 1);
  await inSteps(newest, isNarrow ? Number.POSITIVE_INFINITY : blocksAtOnce(reached), effort, (blocks) => {
    const found = select.all(within(blocks, reached), before, ...without, most - numbers.length);
    for (const { entryNumber } of found) numbers.push(entryNumber);
    return numbers.length < most;
  });
  return numbers;
}

/**
 * How many entries within reach meet an expression, but at most `bound`, with turns for other requests.
 * @returns null if the effort ended before
 */
export async function countInTurns(
  db: Database,
  { scope, hidden }: Reach,
  expression: string,
  bound: number,
  effort: Effort,
): Promise<number | null> {
  const reached = within(scope, expression);
  let total = 0;
  const isWhole = await inSteps(newestEntry(db), blocksAtOnce(reached), effort, (blocks) => {
    total += countUpTo(db, within(blocks, reached), bound - total, hidden);
    return total < bound;
  });
  return isWhole ? total : null;
}

/** How many entries meet an expression, but at most `bound`, in one statement. */
export function countUpTo(db: Database, expression: string, bound: number, hidden: readonly number[] = []): number {
  const counted = statement<{ total: number }>(
    db,
    `SELECT count(*) AS total FROM (SELECT 1 FROM search_ledger WHERE search_ledger MATCH ? ${notHidden(hidden)} LIMIT ?)`,
  ).get(expression, ...(hidden.length === 0 ? [] : [JSON.stringify(hidden)]), bound);
  return counted?.total ?? 0;
}

/** Leaves out entries, with a parameter if there are any. The sign keeps SQLite from looking up every entry by number. */
const notHidden = (hidden: readonly number[]) =>
  hidden.length === 0 ? "" : "AND +rowid NOT IN (SELECT value FROM json_each(?))";

/**
 * Reads blocks of entries, from the newest to the oldest, with turns for other requests.
 * @param newestNumber of the first entry to read
 * @param first how many blocks the first step reads
 * @param read reads the entries that have a scope. Without one, those of all blocks. It returns whether to continue
 * @returns whether it read all that it should, or else ended because of the effort
 */
async function inSteps(
  newestNumber: number,
  first: number,
  effort: Effort | undefined,
  read: (blocks: string) => boolean,
): Promise<boolean> {
  const yieldIfDue = yieldDuringLongTask();
  const last = blockOf(newestNumber);
  let size = first;
  for (let newest = last; newest >= 0; ) {
    if (effort && effort.milliseconds <= 0 && newest < last) return false;
    const oldest = Math.max(0, newest - Math.ceil(size) + 1);
    const began = performance.now();
    const wantsMore = read(newest - oldest === last ? "" : blocksFrom(oldest, newest));
    const milliseconds = performance.now() - began;
    if (effort) effort.milliseconds -= milliseconds;
    if (!wantsMore) return true;
    await yieldIfDue();
    newest = oldest - 1;
    const change = Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, STATEMENT_MILLISECONDS / milliseconds));
    size = Math.min(BLOCKS_AT_ONCE, size * change);
  }
  return true;
}

function blocksFrom(oldest: number, newest: number): string {
  return scoped(Array.from({ length: newest - oldest + 1 }, (_, index) => SCOPE.block(newest - index)));
}

/** The number of the newest entry. There are at most as many. */
export function newestEntry(db: Database): number {
  return statement<{ newest: number }>(db, "SELECT max(entry_number) AS newest FROM search_entry").get()?.newest ?? 0;
}
