import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { LOG_SUFFIXES } from "./open";

/*
 * Handles a write-ahead log beside a database that it does not belong to. SQLite would read both together, with rows of
 * each and no error.
 *
 * These functions read the database file without SQLite. Closing a file drops every lock that its process has on it, so
 * call them only before the process opens the database, and never in the server once it has started. db/open.ts must
 * not import this module.
 */

const HEADER_BYTES = 20;
/** Offset of the write version: 1 is a rollback journal, 2 is a write-ahead log (SQLite file format, 1.3). */
const WRITE_VERSION_AT = 18;
const ROLLBACK_JOURNAL = 1;

/**
 * Whether the log belongs to another database or to a lost one. A backup's file states that it has no log, so a log
 * beside it belongs to the database that was there before.
 */
function hasForeignLog(path: string): boolean {
  if (!existsSync(path) || !existsSync(`${path}-wal`)) return false;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  try {
    // An empty file has no log of its own, and SQLite would remove the one that is there.
    if (readSync(file, header) === 0) return true;
  } finally {
    closeSync(file);
  }
  return header[WRITE_VERSION_AT] === ROLLBACK_JOURNAL;
}

/**
 * Renames a log that belongs to another database. We keep it, because its database may still exist under another name.
 * Call this after claiming the database (`claimDatabase`) and before opening it.
 * @returns the log's new path, or null if there is no such log
 */
export function setForeignLogAside(path: string): string | null {
  if (!hasForeignLog(path)) return null;
  const [log, index] = LOG_SUFFIXES.map((suffix) => path + suffix) as [string, string];
  const aside = foreignLogName(path);
  renameSync(log, aside);
  rmSync(index, { force: true });
  return aside;
}

/** An unused path for a log of another database. */
export function foreignLogName(path: string): string {
  let number = 1;
  while (existsSync(`${path}-wal.foreign-${number}`)) number += 1;
  return `${path}-wal.foreign-${number}`;
}

/**
 * Refuses a database with another database's log beside it. Programs call it before they open the database. They leave
 * the log in place, because a server may be about to start.
 * @throws Error that says what to do.
 */
export function refuseForeignLog(path: string): void {
  if (!hasForeignLog(path)) return;
  throw new Error(
    `${path}-wal belongs to another database than ${path}. Start the server, which sets it aside, or move it away.`,
  );
}
