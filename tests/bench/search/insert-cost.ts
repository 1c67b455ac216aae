import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { SEARCH_TYPES } from "#db/enumerations";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { median, percentile } from "../measure";
import { corpus } from "./corpus";
import { prepareInserts } from "./database";
import { openLedger } from "./ledger-product";

const WARM_UP = 50;
const TIMED = 400;

export interface InsertCost {
  withIndex: { median: number; p95: number };
  withoutIndex: { median: number; p95: number };
  /** The median of the differences for the same record. */
  difference: number;
  /** What the ledger's search does after the insertion, in a transaction of its own. */
  afterwards: { median: number; p95: number };
}

/**
 * Measures inserting and committing a record in two copies of a database, one of them without the triggers that index it or
 * name it for the ledger's index. Alternates between the copies, so that both meet the same disk load.
 */
export async function measureInserts(path: string, folder: string, records: number): Promise<InsertCost> {
  const [indexed, bare] = ["indexed.sqlite", "bare.sqlite"].map((name) => {
    copyFileSync(path, join(folder, name));
    return openDatabase(join(folder, name));
  }) as [Database, Database];
  for (const type of SEARCH_TYPES) {
    bare.$client.exec(`DROP TRIGGER ${type}_search_insert; DROP TRIGGER ${type}_ledger_insert`);
  }
  const ledger = openLedger(indexed);
  try {
    const [insertIndexed, insertBare] = [prepareInserts(indexed), prepareInserts(bare)];
    const times: { withIndex: number; withoutIndex: number; afterwards: number }[] = [];
    for (const record of corpus(records, records + WARM_UP + TIMED)) {
      const withIndex = timeOf(() => insertIndexed(record));
      const withoutIndex = timeOf(() => insertBare(record));
      const inserted = performance.now();
      await ledger.catchUp();
      times.push({ withIndex, withoutIndex, afterwards: performance.now() - inserted });
    }
    const timed = times.slice(WARM_UP);
    const figures = (values: number[]) => ({ median: percentile(values, 0.5), p95: percentile(values, 0.95) });
    return {
      withIndex: figures(timed.map(({ withIndex }) => withIndex)),
      withoutIndex: figures(timed.map(({ withoutIndex }) => withoutIndex)),
      afterwards: figures(timed.map(({ afterwards }) => afterwards)),
      difference: median(timed.map(({ withIndex, withoutIndex }) => withIndex - withoutIndex)),
    };
  } finally {
    closeDatabase(indexed);
    closeDatabase(bare);
  }
}

/** Times an insertion with its commit: a statement outside a transaction commits itself. */
function timeOf(insert: () => void): number {
  const started = performance.now();
  insert();
  return performance.now() - started;
}
