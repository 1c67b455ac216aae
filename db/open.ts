import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { cannotOpen } from "./cannot-open";
import type { Database } from "./database";
import { requireMayWrite } from "./fence";
import { isInPlace, noteFiles, type OpenFile, requireFiles, requireInPlace, requireOneName } from "./in-place";
import { keepingStatements } from "./kept-statements";
import { requireKnownVersion, requireThisVersion } from "./migrate";
import { MIGRATIONS_FOLDER, readMigrations } from "./migration-files";
import * as schema from "./schema";

export type { Database } from "./database";
export { isOfOlderVersion, migrateDatabase } from "./migrate";
export { MIGRATIONS_FOLDER, migrationStatements } from "./migration-files";
export { statement, valueStatement } from "./statements";

/** How long a statement waits for another connection's lock. */
const LOCK_WAIT_MILLISECONDS = 5_000;

/** In KiB, so it is negative. Keeps the pages that searches read from a large index. SQLite allocates it only as needed. */
export const CACHE_SIZE = -65_536;

/** Litestream folds in its log at the latest after 10,000 pages. */
const SHARED_LOG_PAGES = 50_000;

/** Set on every connection and then read back, because SQLite may silently ignore a setting. */
const PRAGMAS: readonly [name: string, value: string, readBack: string | number][] = [
  ["busy_timeout", `${LOCK_WAIT_MILLISECONDS}`, LOCK_WAIT_MILLISECONDS],
  ["journal_mode", "WAL", "wal"],
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  ["trusted_schema", "OFF", 0],
  ["cache_size", `${CACHE_SIZE}`, CACHE_SIZE],
];

/**
 * Opens the database file with the settings above, and creates the file if needed.
 * @throws Error if a setting does not take effect, or the file is not a database.
 */
export function openDatabase(path: string): Database {
  const client = openFile(path);
  try {
    for (const [name, value, expected] of PRAGMAS) {
      client.pragma(`${name} = ${value}`);
      const actual = client.pragma(name, { simple: true });
      if (actual !== expected) throw new Error(`PRAGMA ${name} reads ${actual}, not ${expected}`);
    }
    // The first read creates the log.
    client.prepare("SELECT 1 FROM sqlite_schema").get();
    noteFiles(client);
  } catch (error) {
    client.close();
    throw cannotOpen(path, error);
  }
  return withDrizzle(client);
}

const withDrizzle = (client: Sqlite.Database): Database =>
  Object.assign(drizzle(keepingStatements(client), { schema }), { $client: client });

/** The name of the installation secret that marks a demonstration database. */
export const DEMONSTRATION_MARK = "demonstration";

/** The files that SQLite keeps beside an open database: its write-ahead log, and that log's index. */
export const LOG_SUFFIXES = ["-wal", "-shm"] as const;

/**
 * Every file that SQLite reads together with the database of the same name. That includes the journal of an interrupted
 * transaction: the next connection writes it into the database, even if it belongs to another one.
 */
export const COMPANION_SUFFIXES = [...LOG_SUFFIXES, "-journal"] as const;

/**
 * Opens an existing database of this version, for programs that read it beside a running server. It creates, sets and
 * migrates nothing. Close it with `$client.close()`, which leaves folding in the write-ahead log to the server.
 * @throws Error if there is no such file, it is not a database of this portal, or it is of another version.
 */
export const openMigratedDatabase = (path: string, folder = MIGRATIONS_FOLDER): Database =>
  openExisting(path, folder, requireThisVersion);

/**
 * Opens the database of this process's server for a thread that only reads it. Read-only, so that closing it never folds in
 * the server's log, even if the file at this path was replaced. Close it before the server closes its own connection, because
 * a read-only one that is the last leaves the log's files.
 * @param files those that the server has open
 * @throws SqliteError if there is no such file, it is not one of these, or it cannot be opened
 */
export function openForThread(path: string, files: readonly OpenFile[] = []): Database {
  const client = openFile(path, { readonly: true, fileMustExist: true });
  client.pragma("trusted_schema = OFF");
  client.prepare("SELECT 1 FROM sqlite_schema").get();
  // If it throws, the thread ends, and its connection with it.
  requireFiles(client, files);
  return withDrizzle(client);
}

/**
 * Opens a database as `openMigratedDatabase` does, to copy it. Accepts older versions, which are copied before
 * migration.
 */
export const openDatabaseToCopy = (path: string, folder = MIGRATIONS_FOLDER): Database =>
  openExisting(path, folder, requireKnownVersion);

function openExisting(path: string, folder: string, requireVersion: typeof requireThisVersion): Database {
  const migrations = readMigrations(folder);
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`);
  // Not `readonly`: if such a connection is the last to close, it leaves -wal and -shm behind.
  const client = openFile(path, { fileMustExist: true });
  try {
    client.pragma("trusted_schema = OFF");
    requireVersion(client, migrations);
    return withDrizzle(client);
  } catch (error) {
    client.close();
    throw cannotOpen(path, error);
  }
}

/** Much longer than a client that is still connected needs. */
const SNAPSHOT_WAIT_MILLISECONDS = 1_000;
const snapshots = new WeakMap<Sqlite.Database, Set<Sqlite.Database>>();

/**
 * Opens a separate connection that keeps seeing the database as it is now, even while others write. For long reads that
 * take turns with other requests. Close it soon with `$client.close()`, because the write-ahead log grows as long as
 * someone reads an older state.
 * @throws SqliteError if the database's files were moved or replaced.
 */
export function openSnapshot(db: Database): Database {
  requireInPlace(db.$client);
  const client = openFile(db.$client.name, { readonly: true, fileMustExist: true });
  client.pragma("trusted_schema = OFF");
  client.exec("BEGIN");
  // A transaction sees the state at its first read.
  client.prepare("SELECT 1 FROM sqlite_schema").get();
  snapshots.set(db.$client, new Set([...openSnapshots(db), client]));
  return withDrizzle(client);
}

function openSnapshots({ $client }: Database): Sqlite.Database[] {
  return [...(snapshots.get($client) ?? [])].filter(({ open }) => open);
}

/**
 * Waits until all snapshots are closed, for at most 1 s. A reader whose connection is cut closes its snapshot a few
 * turns later. Until then, `closeDatabase` cannot fold in the write-ahead log.
 */
export async function snapshotsClosed(db: Database): Promise<void> {
  const deadline = performance.now() + SNAPSHOT_WAIT_MILLISECONDS;
  while (openSnapshots(db).length > 0 && performance.now() < deadline) await nextTurn();
}

/**
 * Makes SQLite sample tables that are new or have changed a lot, so that it chooses the right indexes. It takes
 * milliseconds, or no time if there is nothing to do. One bit of the mask limits how many rows of each index it reads: to read
 * all took 18 s with 1,000,000 submissions.
 */
export function refreshStatistics(db: Database): void {
  db.$client.pragma("optimize = 0x10012");
}

/**
 * Folds the write-ahead log into the database file and closes it, so that the one file is the whole database. If the
 * files were moved or replaced, the log stays as it is, because it may have the only copy of acknowledged writes.
 * @param isCopied whether another program keeps reading the log to copy it. It folds in the log itself
 */
export function closeDatabase(db: Database, { isCopied = false } = {}): void {
  if (!db.$client.open) return;
  if (isInPlace(db.$client) && !isCopied) db.$client.pragma("wal_checkpoint(TRUNCATE)");
  db.$client.close();
}

/**
 * Leaves folding in the log to the program that copies it: if two programs did it, that one would have to copy the whole
 * database again. Only if that program does not, SQLite does it here, before the log gets large.
 */
export function shareLog({ $client }: Database): void {
  $client.pragma(`wal_autocheckpoint = ${SHARED_LOG_PAGES}`);
}

/**
 * Runs `body` in one BEGIN IMMEDIATE transaction. It takes the write lock before the first read, so checks are still
 * valid when `body` writes. Synchronous by design: an `await` inside would let other requests in.
 * @throws SqliteError if the database's files were moved or replaced, WriteFencedError if this server may not write.
 */
export function immediateTransaction<Result>(db: Database, body: () => Result): Result {
  requireInPlace(db.$client);
  requireMayWrite(db.$client);
  return db.$client.transaction(body).immediate();
}

/** Whether an error may come from the values of one record, rather than from the database: the next record may be fine. */
export const isOfValues = (error: unknown): boolean =>
  !(error instanceof Sqlite.SqliteError) || error.code === "SQLITE_ERROR";

/** Whether an error means that another connection held the lock for longer than this one waits. */
export function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Error codes for temporary reasons not to write: a lock, a full disk, or a disk that fails or is read-only. */
const CANNOT_WRITE = /^SQLITE_(BUSY|FULL|IOERR|READONLY)/;

/** Whether an error means that nothing can be written right now. Callers may then skip optional writes. */
export function cannotWriteNow(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && CANNOT_WRITE.test(error.code);
}

/**
 * Runs a write with a different wait for locks than the connection's own. Waiting blocks the whole process, so a caller
 * that can try again later should wait only briefly. Synchronous, so that this wait applies to nothing else.
 * @throws SqliteError if the database's files were moved or replaced, WriteFencedError if this server may not write.
 */
export function withLockWait<Result>(db: Database, milliseconds: number, body: () => Result): Result {
  requireInPlace(db.$client);
  requireMayWrite(db.$client);
  const before = lockWaits.get(db.$client) ?? LOCK_WAIT_MILLISECONDS;
  setLockWait(db.$client, milliseconds);
  try {
    return body();
  } finally {
    setLockWait(db.$client, before);
  }
}

/** Remembered, because reading it back takes longer than most writes. */
const lockWaits = new WeakMap<Sqlite.Database, number>();

function setLockWait(client: Sqlite.Database, milliseconds: number): void {
  // Not `pragma`, which makes an object for the result.
  client.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  lockWaits.set(client, milliseconds);
}

/** Runs an optional write: it does not wait for a lock, and does nothing if the database cannot be written now. */
export function writeIfPossible(db: Database, write: () => unknown): void {
  try {
    withLockWait(db, 0, write);
  } catch (error) {
    if (!cannotWriteNow(error)) throw error;
  }
}

/** How long to keep trying (as long as `busy_timeout`), and the pause for other requests between two tries. */
const LOCK_PATIENCE = { milliseconds: LOCK_WAIT_MILLISECONDS, pauseMilliseconds: 25 };

/**
 * Runs a write as soon as no other process holds the lock, taking turns with other requests. SQLite's own waiting would
 * block every request, even reads.
 * @throws what the write throws, or SqliteError (`isLocked`) if the lock was held for too long.
 */
export async function whenUnlocked<Result>(db: Database, write: () => Result): Promise<Result> {
  const deadline = performance.now() + LOCK_PATIENCE.milliseconds;
  for (;;) {
    try {
      return withLockWait(db, 0, write);
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
    }
    await pause(LOCK_PATIENCE.pauseMilliseconds);
  }
}

/**
 * Locks a database file for one server.
 * @returns a function that releases the lock
 * @throws Error if another process holds the lock, its file is not writable, or the database has a second name.
 */
export function claimDatabase(path: string): () => void {
  requireOneName(path);
  return claimLock(`${path}.lock`, `Another server is running on ${path}.`);
}

/** Whether a server is running on a database. */
export function isServed(path: string): boolean {
  try {
    claimDatabase(path)();
    return false;
  } catch (error) {
    return error instanceof Error && isLocked(error.cause);
  }
}

/**
 * Requires that no connection has a database open. Each one keeps a lock on the file, even while idle. Folds in the
 * log. Accepts a file that SQLite cannot read.
 * @throws Error if another connection has it open.
 */
export function requireUnused(path: string): void {
  if (!existsSync(path)) return;
  const client = openFile(path, { fileMustExist: true, timeout: 0 });
  try {
    client.pragma("locking_mode = EXCLUSIVE");
    client.exec("BEGIN EXCLUSIVE; ROLLBACK");
  } catch (error) {
    if (isLocked(error)) throw new Error(`Another program has ${path} open: end it first.`, { cause: error });
  } finally {
    client.close();
  }
}

/**
 * Takes a lock that only one process can hold: an exclusive SQLite lock on a separate file. The operating system
 * releases it when the process ends in any way, so a crash never leaves a stale lock.
 * @param taken the error message if another process holds the lock. The error's cause then passes `isLocked`.
 * @returns a function that releases the lock
 * @throws Error if another process holds the lock, or its file is not writable.
 */
export function claimLock(path: string, taken: string): () => void {
  const lock = openFile(path, { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
    // On a read-only file, SQLite silently takes no exclusive lock. A write makes it report that.
    lock.pragma("user_version = 1");
  } catch (error) {
    lock.close();
    throw isLocked(error) ? new Error(taken, { cause: error }) : cannotOpen(path, error);
  }
  return () => lock.close();
}

function openFile(path: string, options?: Sqlite.Options): Sqlite.Database {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return new Sqlite(path, options);
  } catch (error) {
    throw cannotOpen(path, error);
  }
}
