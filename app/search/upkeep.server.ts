import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, immediateTransaction, statement } from "#db/open";
import { SOURCES } from "./sources";

/** Every full-text index that writes change. */
const INDEXES = [...Object.values(SOURCES).map(({ index }) => index), "search_ledger", "search_word_trigrams"];

/** FTS5 pages, of 4 KB each, to merge in one step. A step takes milliseconds. */
const PAGES_AT_ONCE = 25;
/** Merge as soon as two segments have about the same size. That leaves only a few. */
const SEGMENTS_WORTH_MERGING = 2;

/**
 * Merges the segments that writes leave in the full-text indexes, because a query looks up every term in each segment.
 * FTS5 also merges while it writes, but leaves five times as many. Each step is a separate transaction and gives other
 * requests a turn.
 */
export async function mergeSegments(db: Database): Promise<void> {
  for (const index of INDEXES) {
    setSegmentsWorthMerging(db, index);
    while (db.$client.open && mergeOnce(db, index)) await nextTurn();
  }
}

/** Whether there was anything to merge. If so, FTS5 changes more than the one row of the INSERT itself. */
function mergeOnce(db: Database, index: string): boolean {
  const changes = () => statement<{ total: number }>(db, "SELECT total_changes() AS total").get()?.total ?? 0;
  const before = changes();
  const merge = statement(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${PAGES_AT_ONCE})`);
  immediateTransaction(db, () => merge.run());
  return changes() - before > 1;
}

function setSegmentsWorthMerging(db: Database, index: string): void {
  if (!db.$client.open) return;
  const set = statement<{ v: number }>(db, `SELECT v FROM ${index}_config WHERE k = 'usermerge'`).get();
  if (set?.v === SEGMENTS_WORTH_MERGING) return;
  // Part of the SQL text, because a bound number arrives as a float, which FTS5 refuses.
  const change = statement(db, `INSERT INTO ${index} (${index}, rank) VALUES ('usermerge', ${SEGMENTS_WORTH_MERGING})`);
  immediateTransaction(db, () => change.run());
}
