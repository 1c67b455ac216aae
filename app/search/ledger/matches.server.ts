import { ENTRY_TYPES } from "#db/enumerations";
import { type Database, statement, valueStatement } from "#db/open";
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

/**
 * In how many entries one statement may look up the phrases of a query. It takes up to 10 microseconds for each phrase and
 * entry, while other requests wait.
 */
export const LOOK_UPS = 5_000;
/** In how many entries of a narrow scope. It takes about 2 microseconds. */
const NARROWED_LOOK_UPS = 20_000;

/** How many blocks the statements of a look-up read. */
interface Blocks {
  first: number;
  most: number;
}

/**
 * With more words, a statement reads fewer blocks: a long text that repeats the words of a query has thousands of places to read.
 * Only if few entries have one of the words (`isNarrow`), it reads all.
 */
function blocksAtOnce(
  db: Database,
  { isNarrow, narrowed }: { isNarrow?: boolean; narrowed?: Pick<Narrowed, "most"> },
  expression: string,
): Blocks {
  const all = blockOf(newestEntry(db)) + 1;
  if (isNarrow) return { first: all, most: all };
  const words = Math.max(1, tokensOf((expression.match(PHRASE) ?? []).join(" ")).length);
  if (!narrowed) return { first: Math.max(1, Math.floor(BLOCKS_AT_ONCE / words)), most: BLOCKS_AT_ONCE };
  const blocks = Math.ceil((all * NARROWED_LOOK_UPS) / (Math.max(1, narrowed.most) * words));
  return { first: Math.min(all, blocks), most: Math.min(all, blocks) };
}

/** What every entry has. `readOperators` writes it on the left side of each NOT. */
export const EVERY = scoped(ENTRY_TYPES.map(SCOPE.type));

/**
 * An expression, only where a condition on `scope` is met. FTS5 reads the left side of NOT until one entry is not excluded,
 * whatever the rest of the expression requires, so the condition goes in there too.
 */
export const within = (condition: string, expression: string) =>
  condition === "" ? expression : `(${expression.replaceAll(EVERY, `(${EVERY} AND ${condition})`)}) AND ${condition}`;

/** Which entries someone may find (`scopeOf`). An empty expression says nothing. */
export interface Scope {
  /** What every one of them meets. */
  required: string;
  /** What none of them meets, and few others. */
  excluded: string;
  /** Some words of `scope` for each condition in `required`. Every entry that meets the condition has one of them. */
  words: readonly (readonly string[])[];
}

/**
 * An expression, only within a scope and some blocks. What is excluded comes last: left of an AND with the blocks, FTS5 would
 * read all entries that have two common words until one has both.
 */
function inScope({ required, excluded }: Scope, expression: string, blocks = ""): string {
  const reached = within(blocks, within(required, expression));
  return excluded === "" ? reached : `(${reached}) NOT ${excluded}`;
}

/** The condition that an entry is within a scope. Empty if every entry is. */
export const expressionOfScope = (scope: Scope): string =>
  scope.excluded === "" ? scope.required : inScope(scope, EVERY);

/** The condition that an entry has one of some words of `scope`. */
export function scoped(words: readonly string[]): string {
  return `(scope : (${words.map((word) => quote(word)).join(" OR ")}))`;
}

/**
 * The entries within a narrow scope. FTS5 takes much longer to combine the conditions of a scope in each look-up. They are as
 * they were when a search began, so `readable` checks what it found again at its end.
 */
export interface Narrowed {
  /** The condition that an entry has one of these words. A statement looks for it, without the entries between. */
  expression: string;
  /** How many entries met the condition, at most. */
  most: number;
  /** Those that are within the scope and not hidden. */
  numbers: ReadonlySet<number>;
}

/** Where to look. */
export interface Reach {
  /** As `scopeOf` makes it. */
  scope: Scope;
  /** Entries within it, but that must not even count (`LedgerRequest.hidden`). */
  hidden: readonly number[];
  /** If few entries of a large ledger are within it. `numbersOf` then looks only there. */
  narrowed?: Narrowed;
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

/** Does a part of some work with an equal share of the effort for all that is left. What it does not use is for the rest. */
export async function withShare<Result>(
  effort: Effort,
  partsLeft: number,
  work: (share: Effort) => Promise<Result>,
): Promise<Result> {
  const milliseconds = effort.milliseconds / partsLeft;
  const share = { milliseconds };
  const result = await work(share);
  effort.milliseconds -= milliseconds - share.milliseconds;
  return result;
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
  reach: Reach,
  expression: string,
  most: number,
  { before = Number.MAX_SAFE_INTEGER, effort }: Extent = {},
): Promise<number[]> {
  const { scope, hidden, narrowed } = reach;
  const numbers: number[] = [];
  await inSteps(Math.min(newestEntry(db), before - 1), blocksAtOnce(db, reach, expression), effort, (blocks) => {
    const missing = most - numbers.length;
    const found = narrowed
      ? selectAmong(db, within(blocks, within(narrowed.expression, expression)), narrowed, missing, before)
      : selectNewest(db, inScope(scope, expression, blocks), missing, { before, without: hidden });
    numbers.push(...found);
    return numbers.length < most;
  });
  return numbers;
}

/**
 * The entries within a scope, with turns for other requests, if few have one of the words of a condition.
 * @param most at most how many entries meet the condition
 */
export async function readNarrowed(
  db: Database,
  { scope, hidden }: Reach,
  { expression, most }: Omit<Narrowed, "numbers">,
): Promise<Narrowed> {
  const numbers = new Set<number>();
  await inSteps(newestEntry(db), blocksAtOnce(db, { narrowed: { most } }, ""), undefined, (blocks) => {
    const found = selectNewest(db, inScope(scope, expression, blocks), most, { without: hidden });
    for (const entryNumber of found) numbers.add(entryNumber);
    return true;
  });
  return { expression, most, numbers };
}

const SELECT_NUMBERS = "SELECT rowid FROM search_ledger WHERE search_ledger MATCH ? AND rowid < ?";

/** The newest entries that meet an expression, in one statement. */
function selectNewest(
  db: Database,
  expression: string,
  most: number,
  { before = Number.MAX_SAFE_INTEGER, without }: { before?: number; without: readonly number[] },
): number[] {
  const select = valueStatement<number>(db, `${SELECT_NUMBERS} ${notHidden(without)} ORDER BY rowid DESC LIMIT ?`);
  return select.all(expression, before, ...(without.length === 0 ? [] : [JSON.stringify(without)]), most);
}

/** The newest entries of a narrow scope that meet an expression. It reads only until it has enough. */
function selectAmong(db: Database, expression: string, { numbers }: Narrowed, most: number, before: number): number[] {
  const found: number[] = [];
  const rows = valueStatement<number>(db, `${SELECT_NUMBERS} ORDER BY rowid DESC`).iterate(expression, before);
  for (const entryNumber of rows) {
    if (numbers.has(entryNumber) && found.push(entryNumber) >= most) break;
  }
  return found;
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
  let total = 0;
  const isWhole = await inSteps(newestEntry(db), blocksAtOnce(db, {}, expression), effort, (blocks) => {
    total += countUpTo(db, inScope(scope, expression, blocks), bound - total, hidden);
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
 * @param read reads the entries that have a scope. Without one, those of all blocks. It returns whether to continue
 * @returns whether it read all that it should, or else ended because of the effort
 */
async function inSteps(
  newestNumber: number,
  { first, most }: Blocks,
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
    size = Math.min(most, size * change);
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
