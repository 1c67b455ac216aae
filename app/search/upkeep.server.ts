import { setImmediate as nextTurn } from "node:timers/promises";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { type Database, immediateTransaction, statement } from "#db/open";
import { SOURCES } from "./sources";

/** Merged in one step, which takes milliseconds; FTS5's pages are of 4 KB. */
const PAGES_AT_ONCE = 100;
/** Two segments of about the same size are worth merging: then there are hardly ever more than a few. */
const SEGMENTS_WORTH_MERGING = 2;

/**
 * Merges the segments that writes leave in the full-text indexes, step by step, until there is nothing worth merging:
 * every term of a query is looked for in each segment. FTS5 merges while it writes, too, but lets five times as many be.
 * Each step is a transaction of its own, and lets other requests go.
 */
export async function mergeSegments(db: Database): Promise<void> {
  for (const type of SEARCH_TYPES) {
    setSegmentsWorthMerging(db, type);
    while (db.$client.open && mergeOnce(db, type)) await nextTurn();
  }
}

/** Whether there was anything to be merged: FTS5 then changes more than the one row that asks for it. */
function mergeOnce(db: Database, type: SearchType): boolean {
  const { index } = SOURCES[type];
  const changes = () => statement<{ total: number }>(db, "SELECT total_changes() AS total").get()?.total ?? 0;
  const before = changes();
  const merge = statement(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${PAGES_AT_ONCE})`);
  immediateTransaction(db, () => merge.run());
  return changes() - before > 1;
}

function setSegmentsWorthMerging(db: Database, type: SearchType): void {
  if (!db.$client.open) return;
  const { index } = SOURCES[type];
  const set = statement<{ v: number }>(db, `SELECT v FROM ${index}_config WHERE k = 'usermerge'`).get();
  if (set?.v === SEGMENTS_WORTH_MERGING) return;
  // In the text: a bound number arrives as a floating one, which FTS5 refuses.
  const change = statement(db, `INSERT INTO ${index} (${index}, rank) VALUES ('usermerge', ${SEGMENTS_WORTH_MERGING})`);
  immediateTransaction(db, () => change.run());
}
