import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { OF_SEARCH_INDEX, pageFaults } from "./page-check";

/** More than these tell an operator nothing new. */
const FAULTS_SHOWN = 3;
const FAULTS_READ = 100;
/** Whether a database has a log that is not empty. A killed server left it, or a running server is using it. */
export const hasLeftLog = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 &&
  statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether a database is readable with the log beside it. True if there is no log. */
export const matchesLeftLog = (path: string): boolean => !hasLeftLog(path) || faultsFound(path).length === 0;

/**
 * Checks the pages of a database that was not closed, so that its log (`-wal`) is still there. If someone copied
 * another file over the database in the meantime, SQLite reads pages of both without an error until it finds a page
 * that does not fit. Call this before anything opens the database for writing, because that folds in the log for good.
 * @throws Error that says what to do. The files stay unchanged.
 */
export function refuseMismatchedLog(path: string): void {
  if (!hasLeftLog(path)) return;
  const faults = faultsFound(path);
  if (faults.length === 0) return;
  throw new Error(
    `${path} is damaged when it is read with the log beside it (-wal): ${faults.join("; ")}. The log may belong to another copy of the database. Nothing was changed. Put the right copy back beside the log, or restore a backup (npm run restore -- <set>).`,
  );
}

function faultsFound(path: string): string[] {
  // A read-only connection does not fold in the log when it closes.
  const client = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    client.pragma("trusted_schema = OFF");
    const lines = pageFaults(client, "quick_check", FAULTS_READ);
    // Ignores rows that refer to missing rows. Another program may have left them, and the server can run with them.
    const pages = lines.filter((line) => !OF_SEARCH_INDEX.test(line));
    return pages.slice(0, FAULTS_SHOWN).map((line) => line.replace(/\s*\n\s*/g, " "));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    client.close();
  }
}
