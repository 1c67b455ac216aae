import { parseArgs } from "node:util";
import { claimDatabase, closeDatabase, isLocked, openDatabase, openMigratedDatabase } from "#db/open";
import { counted } from "~/values/format";
import { checkSearchIndex, type Drift, type IndexReport, isWhole, rebuildSearchIndex } from "../search/check.server";
import type { Program } from "./program";

/** Compares the search index with the records. With `--rebuild`, it rebuilds the index first. */
export const searchCheck: Program = {
  usage: "search:check [--rebuild]",
  run(options, { databasePath }, say) {
    const { rebuild = false } = parseArgs({ args: [...options], options: { rebuild: { type: "boolean" } } }).values;
    const reports = rebuild ? rebuildAndCheck(databasePath, say) : check(databasePath);
    for (const report of reports) for (const line of linesOf(report)) say(line);
    if (reports.every(isWhole)) return true;
    say(
      rebuild
        ? "Rebuilding did not fix the index."
        : "The index does not match the records. Stop the server, then run this again with --rebuild.",
    );
    return false;
  },
};

/** Only reads, so it may run beside the server. */
function check(path: string): IndexReport[] {
  const db = openMigratedDatabase(path);
  try {
    return checkSearchIndex(db);
  } finally {
    db.$client.close();
  }
}

function rebuildAndCheck(path: string, say: (line: string) => void): IndexReport[] {
  // Fails if the database is missing or of another version, before claiming it would create a lock file.
  openMigratedDatabase(path).$client.close();
  const release = claimForRebuild(path);
  const db = openDatabase(path);
  try {
    rebuildSearchIndex(db);
    say("The index was rebuilt.");
    return checkSearchIndex(db);
  } finally {
    closeDatabase(db);
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

function driftLine({ count, recordNumbers }: Drift, how: string): string[] {
  if (count === 0) return [];
  const named = recordNumbers.join(", ");
  return [`  ${counted(count, "record")} ${how}: record number ${named}${count > recordNumbers.length ? ", …" : ""}`];
}
