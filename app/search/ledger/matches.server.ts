import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { tokensOf } from "../query";

/**
 * How many entries the first statement of a look-up of one word reads, from the newest. To find that few of many entries
 * have several common words, FTS5 reads all of these entries, while other requests wait.
 */
const ENTRIES_AT_ONCE = 50_000;
/**
 * With more words, it reads fewer entries: FTS5 reads all places of each word, and a long text that repeats the words of a
 * query has thousands. But not many fewer: to begin anywhere but at the newest entry takes 25 ms by itself with ten common words.
 */
const FEWEST_AT_ONCE = 20_000;
const MOST_AT_ONCE = 200_000;
/** What a statement should take: the next one reads more entries if it took less, and fewer if it took more. */
const STATEMENT_MILLISECONDS = 40;
const MOST_CHANGE = 4;

/** Phrases of a query. An entry has the words of `scope` only once. */
const PHRASE = /"[^"\ue000][^"]*"/g;

function entriesAtOnce(expression: string): number {
  const words = tokensOf((expression.match(PHRASE) ?? []).join(" ")).length;
  return Math.max(FEWEST_AT_ONCE, Math.floor(ENTRIES_AT_ONCE / Math.max(1, words)));
}

/** An expression, only within a scope (`scopeOf`). */
export const within = (scope: string, expression: string) =>
  scope === "" ? expression : `(${expression}) AND ${scope}`;

/**
 * The newest entries that meet an expression, with turns for other requests.
 * @param mostSteps reads no more ranges than this, and so not the oldest entries of a large ledger
 */
export async function numbersOf(
  db: Database,
  expression: string,
  most: number,
  mostSteps = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const select = statement<{ entryNumber: number }>(
    db,
    `SELECT rowid AS entryNumber FROM search_ledger
       WHERE search_ledger MATCH ? AND rowid > ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?`,
  );
  const numbers: number[] = [];
  let steps = 0;
  // What reads only some ranges asks for titles, which repeat little.
  const first = Number.isFinite(mostSteps) ? ENTRIES_AT_ONCE : entriesAtOnce(expression);
  await inSteps(db, first, (after, until) => {
    const found = select.all(expression, after, until, most - numbers.length);
    for (const { entryNumber } of found) numbers.push(entryNumber);
    steps += 1;
    return numbers.length < most && steps < mostSteps;
  });
  return numbers;
}

/** How many entries meet an expression, but at most `bound`, with turns for other requests. */
export async function countInTurns(db: Database, expression: string, bound: number): Promise<number> {
  const count = statement<{ total: number }>(
    db,
    `SELECT count(*) AS total FROM
       (SELECT 1 FROM search_ledger WHERE search_ledger MATCH ? AND rowid > ? AND rowid <= ? LIMIT ?)`,
  );
  let total = 0;
  await inSteps(db, entriesAtOnce(expression), (after, until) => {
    total += count.get(expression, after, until, bound - total)?.total ?? 0;
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
 * Reads ranges of entries, from the newest to the oldest, with turns for other requests.
 * @param first how many the first step reads
 * @param read reads the entries after one number, up to another. It returns whether to continue
 */
async function inSteps(db: Database, first: number, read: (after: number, until: number) => boolean): Promise<void> {
  const yieldIfDue = yieldDuringLongTask();
  let size = first;
  for (let until = newestEntry(db); until > 0; ) {
    const began = performance.now();
    const wantsMore = read(until - size, until);
    if (!wantsMore) return;
    const milliseconds = performance.now() - began;
    await yieldIfDue();
    until -= size;
    const change = Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, STATEMENT_MILLISECONDS / milliseconds));
    size = Math.min(MOST_AT_ONCE, Math.max(FEWEST_AT_ONCE, Math.floor(size * change)));
  }
}

/** The number of the newest entry. There are at most as many. */
export function newestEntry(db: Database): number {
  return statement<{ newest: number }>(db, "SELECT max(entry_number) AS newest FROM search_entry").get()?.newest ?? 0;
}
