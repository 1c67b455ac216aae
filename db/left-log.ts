import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** More say nothing that the first do not. */
const FAULTS_SHOWN = 3;
const FAULTS_READ = 100;
/** A fault of the search index. It is made of the records, and `search:check --rebuild` makes it again. */
export const OF_SEARCH_INDEX = /fts5/i;

/** Whether a log was left that has something in it, or a server has it open. */
export const hasLeftLog = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 &&
  statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether a database can be read with the log that was left beside it. Where none was left, it can. */
export const fitsLeftLog = (path: string): boolean => !hasLeftLog(path) || faultsFound(path).length === 0;

/**
 * Checks the pages of a database that was not closed, so that its log (`-wal`) was left. If someone copied another file
 * over the database meanwhile, SQLite reads pages of both, and says nothing until it meets a page that does not fit. Call
 * this before anything opens the database for writing: the log would be folded in, and could not be taken apart again.
 * @throws Error that says what to do. The files are as they were.
 */
export function refuseLogThatDoesNotFit(path: string): void {
  if (!hasLeftLog(path)) return;
  const faults = faultsFound(path);
  if (faults.length === 0) return;
  throw new Error(
    `${path} is damaged when it is read with the log beside it (-wal): ${faults.join("; ")}. The log may belong to another copy of the database. Nothing was changed. Put the right copy back beside the log, or restore a backup (npm run restore -- <set>).`,
  );
}

function faultsFound(path: string): string[] {
  // A connection that may only read does not fold in the log when it closes.
  const client = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    client.pragma("trusted_schema = OFF");
    const lines = client.prepare<[], string>(`PRAGMA quick_check(${FAULTS_READ})`).pluck().all();
    // Rows that refer to no row are not looked for: another program may have left them, and they stop nothing.
    const pages = lines.filter((line) => line !== "ok" && !OF_SEARCH_INDEX.test(line));
    return pages.slice(0, FAULTS_SHOWN).map((line) => line.replace(/\s*\n\s*/g, " "));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    client.close();
  }
}
