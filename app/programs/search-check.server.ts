import { parseArgs } from "node:util";
import { claimDatabase, closeDatabase, type Database, isLocked, openDatabase, openMigratedDatabase } from "#db/open";
import type { Settings } from "~/settings.server";
import { readCodeTables } from "~/storage/code-tables.server";
import { counted } from "~/values/format";
import { checkSearchIndex, type Drift, type IndexReport, isWhole, rebuildSearchIndex } from "../search/check.server";
import {
  checkLedgerIndex,
  isLedgerWhole,
  type LedgerIndexReport,
  rebuildLedgerIndex,
} from "../search/ledger/check.server";
import type { ReportUnindexed } from "../search/ledger/index-entries.server";
import { createLedgerSearch } from "../search/ledger/ledger-search.server";
import type { Program } from "./program";

/** Compares the search indexes with the records. With `--rebuild`, it rebuilds them first. */
export const searchCheck: Program = {
  usage: "search:check [--rebuild]",
  async run(options, settings, say) {
    const { rebuild = false } = parseArgs({ args: [...options], options: { rebuild: { type: "boolean" } } }).values;
    const { types, ledger } = rebuild ? await rebuildAndCheck(settings, say) : check(settings.databasePath);
    for (const report of types) for (const line of linesOf(report)) say(line);
    for (const line of linesOfLedger(ledger)) say(line);
    if (types.every(isWhole) && isLedgerWhole(ledger)) return true;
    say(
      rebuild
        ? "Rebuilding did not fix the index."
        : "The index does not match the records. Stop the server, then run this again with --rebuild.",
    );
    return false;
  },
};

/** Of the index of each type of `GET /api/search`, and of that of the pages. */
interface Reports {
  types: IndexReport[];
  ledger: LedgerIndexReport;
}

const checkAll = (db: Database): Reports => ({ types: checkSearchIndex(db), ledger: checkLedgerIndex(db) });

/** Only reads, so it may run beside the server. */
function check(path: string): Reports {
  const db = openMigratedDatabase(path);
  try {
    return checkAll(db);
  } finally {
    db.$client.close();
  }
}

async function rebuildAndCheck(settings: Settings, say: (line: string) => void): Promise<Reports> {
  const { databasePath: path } = settings;
  const codeTables = await readCodeTables(settings, new Date());
  // Fails if the database is missing or of another version, before claiming it would create a lock file.
  openMigratedDatabase(path).$client.close();
  const release = claimForRebuild(path);
  const db = openDatabase(path);
  try {
    rebuildSearchIndex(db);
    rebuildLedgerIndex(db);
    const sayUnindexed: ReportUnindexed = ({ source, sourceId }, error) => say(`${source} ${sourceId}: ${error}`);
    await createLedgerSearch(db, { ...settings, codeTables }, sayUnindexed).catchUp(true);
    say("The index was rebuilt.");
    return checkAll(db);
  } finally {
    closeDatabase(db, { isCopied: settings.replica !== null });
    release();
  }
}

function claimForRebuild(path: string): () => void {
  try {
    return claimDatabase(path);
  } catch (error) {
    if (!(error instanceof Error && isLocked(error.cause))) throw error;
    throw new Error(`A server is running on ${path}: stop it before you rebuild. You can check without stopping it.`);
  }
}

function linesOf(report: IndexReport): string[] {
  const { type, records, faults, missing, stale, differing } = report;
  const verdict = isWhole(report) ? "the index matches" : "the index does not match";
  return [
    `${type}: ${counted(records, "record")}, ${verdict}`,
    ...faults.map((fault) => `  ${fault}`),
    ...driftLine(missing, "missing from the index"),
    ...driftLine(stale, "in the index but deleted or archived"),
    ...driftLine(differing, "in the index with words that differ from the record's"),
  ];
}

function linesOfLedger(report: LedgerIndexReport): string[] {
  const { faults, missing, orphaned, differing } = report;
  const drifts: [LedgerIndexReport["missing"], how: string][] = [
    [missing, "missing from the index"],
    [orphaned, "in the index but deleted"],
    [differing, "in the index as they were before"],
  ];
  return [
    `everything: ${isLedgerWhole(report) ? "the index matches" : "the index does not match"}`,
    ...faults.map((fault) => `  ${fault}`),
    ...drifts.flatMap(([{ count, first }, how]) =>
      count === 0
        ? []
        : [`  ${counted(count, "record")} ${how}: ${first.join(", ")}${count > first.length ? ", …" : ""}`],
    ),
  ];
}

function driftLine({ count, recordNumbers }: Drift, how: string): string[] {
  if (count === 0) return [];
  const named = recordNumbers.join(", ");
  return [`  ${counted(count, "record")} ${how}: record number ${named}${count > recordNumbers.length ? ", …" : ""}`];
}
