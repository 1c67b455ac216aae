import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { quote, tokensOf } from "../query";
import { blockOf, SCOPE } from "./entry";

/**
 * How many blocks of entries the first statement of a look-up of one word reads, from the newest. To find that few of many
 * entries have several common words, FTS5 reads all of these entries, while other requests wait.
 */
const BLOCKS_AT_ONCE = 3;
const MOST_BLOCKS_AT_ONCE = 12;
/** What a statement should take: the next one reads more blocks if it took less, and fewer if it took more. */
const STATEMENT_MILLISECONDS = 20;
const MOST_CHANGE = 4;

/** Phrases of a query. An entry has the words of `scope` only once. */
const PHRASE = /"[^"\ue000][^"]*"/g;

/** With more words, it reads fewer: a long text that repeats the words of a query has thousands of places to read. */
function blocksAtOnce(expression: string): number {
  const words = tokensOf((expression.match(PHRASE) ?? []).join(" ")).length;
  return Math.max(1, Math.floor(BLOCKS_AT_ONCE / Math.max(1, words)));
}

/** An expression, only within a scope (`scopeOf`). */
export const within = (scope: string, expression: string) =>
  scope === "" ? expression : `(${expression}) AND ${scope}`;

/** Where to look. */
export interface Reach {
  /** What entries must have (`scopeOf`). */
  scope: string;
  /** Entries that have it, but that the reader may not read yet. They must not even count. */
  hidden: readonly number[];
}

/**
 * The newest entries within reach that meet an expression, with turns for other requests.
 * @param mostSteps has no more statements than this, and so does not find the oldest entries of a large ledger
 */
export async function numbersOf(
  db: Database,
  { scope, hidden }: Reach,
  expression: string,
  most: number,
  mostSteps = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const select = statement<{ entryNumber: number }>(
    db,
    `SELECT rowid AS entryNumber FROM search_ledger WHERE search_ledger MATCH ?
       ${hidden.length === 0 ? "" : "AND +rowid NOT IN (SELECT value FROM json_each(?))"} ORDER BY rowid DESC LIMIT ?`,
  );
  const reached = within(scope, expression);
  const without = hidden.length === 0 ? [] : [JSON.stringify(hidden)];
  const numbers: number[] = [];
  let steps = 0;
  // What reads only some blocks asks for titles, which repeat little.
  const first = Number.isFinite(mostSteps) ? BLOCKS_AT_ONCE : blocksAtOnce(reached);
  await inSteps(db, first, (blocks) => {
    for (const { entryNumber } of select.all(within(blocks, reached), ...without, most - numbers.length)) {
      numbers.push(entryNumber);
    }
    steps += 1;
    return numbers.length < most && steps < mostSteps;
  });
  return numbers;
}

/** How many entries meet an expression, but at most `bound`, with turns for other requests. */
export async function countInTurns(db: Database, expression: string, bound: number): Promise<number> {
  let total = 0;
  await inSteps(db, blocksAtOnce(expression), (blocks) => {
    total += countUpTo(db, within(blocks, expression), bound - total);
    return total < bound;
  });
  return total;
}

/** The same in one statement. */
export function countUpTo(db: Database, expression: string, bound: number): number {
  const counted = statement<{ total: number }>(
    db,
    "SELECT count(*) AS total FROM (SELECT 1 FROM search_ledger WHERE search_ledger MATCH ? LIMIT ?)",
  ).get(expression, bound);
  return counted?.total ?? 0;
}

/**
 * Reads blocks of entries, from the newest to the oldest, with turns for other requests.
 * @param first how many blocks the first step reads
 * @param read reads the entries that have a scope. Without one, those of all blocks. It returns whether to continue
 */
async function inSteps(db: Database, first: number, read: (blocks: string) => boolean): Promise<void> {
  const yieldIfDue = yieldDuringLongTask();
  const last = blockOf(newestEntry(db));
  let size = first;
  for (let newest = last; newest >= 0; ) {
    const oldest = Math.max(0, newest - Math.ceil(size) + 1);
    const began = performance.now();
    const wantsMore = read(newest - oldest === last ? "" : blocksFrom(oldest, newest));
    if (!wantsMore) return;
    const milliseconds = performance.now() - began;
    await yieldIfDue();
    newest = oldest - 1;
    const change = Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, STATEMENT_MILLISECONDS / milliseconds));
    size = Math.min(MOST_BLOCKS_AT_ONCE, size * change);
  }
}

function blocksFrom(oldest: number, newest: number): string {
  const blocks = Array.from({ length: newest - oldest + 1 }, (_, index) => quote(SCOPE.block(newest - index)));
  return `(scope : (${blocks.join(" OR ")}))`;
}

/** The number of the newest entry. There are at most as many. */
export function newestEntry(db: Database): number {
  return statement<{ newest: number }>(db, "SELECT max(entry_number) AS newest FROM search_entry").get()?.newest ?? 0;
}
