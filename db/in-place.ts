import { lstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import Sqlite from "better-sqlite3";

/*
 * Checks whether the names of a database's files still lead to the files that SQLite has open. It never opens a file,
 * because closing it would drop the process's locks on it.
 */

/** A file as the system knows it, whatever its name. */
export interface OpenFile {
  path: string;
  device: number;
  inode: number;
}

const filesOf = new WeakMap<Sqlite.Database, OpenFile[]>();

/** Records the files of an open database. Call it after the first read, which creates the log and its index. */
export function noteFiles(client: Sqlite.Database): void {
  const paths = ["", "-wal", "-shm"].map((suffix) => resolve(client.name) + suffix);
  filesOf.set(
    client,
    paths.map((path) => {
      const { dev, ino } = statSync(path);
      return { path, device: dev, inode: ino };
    }),
  );
}

/** The files of an open database, as `noteFiles` found them. */
export const openFiles = (client: Sqlite.Database): readonly OpenFile[] => filesOf.get(client) ?? [];

/**
 * Requires that a connection has opened the files of another one, rather than what had taken their names. Call it after the
 * first read.
 * @throws SqliteError as `requireInPlace` does
 */
export function requireFiles(client: Sqlite.Database, files: readonly OpenFile[]): void {
  filesOf.set(client, [...files]);
  requireInPlace(client);
}

/** Whether the files of a database still have the names under which they were opened. */
export function isInPlace(client: Sqlite.Database): boolean {
  try {
    requireInPlace(client);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses to go on if the file of a database, of its log or of the log's index was removed, renamed or replaced.
 * Further writes would go to a file without a name and be lost when the process ends.
 * @throws SqliteError with SQLite's own code for this: SQLITE_READONLY_DBMOVED.
 */
export function requireInPlace(client: Sqlite.Database): void {
  for (const { path, device, inode } of filesOf.get(client) ?? []) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === inode && found.dev === device) continue;
    throw new Sqlite.SqliteError(
      `${path} was ${found ? "replaced" : "removed or renamed"} while the server has it open: stop the server, and put the file back`,
      "SQLITE_READONLY_DBMOVED",
    );
  }
}

/**
 * Refuses a database file with a second name. The log and the lock are named after the database, so two servers could
 * run on one file with separate logs.
 * @throws Error that says what to do.
 */
export function requireOneName(path: string): void {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.isSymbolicLink()) {
    throw new Error(`${path} is a link: set DATABASE_PATH to the file that it leads to.`);
  }
  if (file?.isFile() && file.nlink > 1) {
    throw new Error(`${path} has another name (a hard link): remove that, or replace it by a copy.`);
  }
}
