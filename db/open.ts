import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { cannotOpen } from "./cannot-open";
import type { Database } from "./database";
import { isInPlace, noteFiles, requireInPlace, requireOneName } from "./in-place";
import { requireKnownVersion, requireThisVersion } from "./migrate";
import { MIGRATIONS_FOLDER, readMigrations } from "./migration-files";
import * as schema from "./schema";

export type { Database } from "./database";
export { isOfOlderVersion, migrateDatabase } from "./migrate";
export { MIGRATIONS_FOLDER, migrationStatements } from "./migration-files";

/** Set on every connection and read back: a setting that did not take is worse than one that was never made. */
const PRAGMAS: readonly [name: string, value: string, readBack: string | number][] = [
  ["busy_timeout", "5000", 5000],
  ["journal_mode", "WAL", "wal"],
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  ["trusted_schema", "OFF", 0],
  // In KiB: what a search reads of a large index stays at hand. Taken only as it is needed.
  ["cache_size", "-65536", -65_536],
];

/**
 * Opens the database file, in the decided sequence of settings, each read back.
 * @throws Error when a setting does not read back as set, or the file is not a database.
 */
export function openDatabase(path: string): Database {
  const client = openFile(path);
  try {
    for (const [name, value, expected] of PRAGMAS) {
      client.pragma(`${name} = ${value}`);
      const actual = client.pragma(name, { simple: true });
      if (actual !== expected) throw new Error(`PRAGMA ${name} reads ${actual}, not ${expected}`);
    }
    // The first read makes the log.
    client.prepare("SELECT 1 FROM sqlite_schema").get();
    noteFiles(client);
  } catch (error) {
    client.close();
    throw cannotOpen(path, error);
  }
  return drizzle(client, { schema });
}

/** The name of the installation's secret that marks a database as the demonstration's. */
export const DEMONSTRATION_MARK = "demonstration";

/** What SQLite keeps beside a database that is open: its write-ahead log, and the index of that. */
export const LOG_SUFFIXES = ["-wal", "-shm"] as const;

/**
 * Every file that SQLite reads as part of the database whose name it has: also the journal of a transaction that broke
 * off, which the next connection writes back into the database, whichever one that is.
 */
export const COMPANION_SUFFIXES = [...LOG_SUFFIXES, "-journal"] as const;

/**
 * Opens a database that is there and is of this version, for programs that look at it beside a running server: nothing
 * is made, set or migrated. Close it by `$client.close()`, which leaves folding the write-ahead log to the server.
 * @throws Error when there is no such file, or it is something else, or of another version.
 */
export const openMigratedDatabase = (path: string, folder = MIGRATIONS_FOLDER): Database =>
  openExisting(path, folder, requireThisVersion);

/** Opens a database as `openMigratedDatabase` does, to copy it. An older version will do: a copy is made before it is migrated. */
export const openDatabaseToCopy = (path: string, folder = MIGRATIONS_FOLDER): Database =>
  openExisting(path, folder, requireKnownVersion);

function openExisting(path: string, folder: string, requireVersion: typeof requireThisVersion): Database {
  const migrations = readMigrations(folder);
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`);
  // Not `readonly`: a connection that may not write leaves -wal and -shm behind when it is the last to close.
  const client = openFile(path, { fileMustExist: true });
  try {
    client.pragma("trusted_schema = OFF");
    requireVersion(client, migrations);
    return drizzle(client, { schema });
  } catch (error) {
    client.close();
    throw cannotOpen(path, error);
  }
}

/** Far longer than anybody takes that is still there. */
const SNAPSHOT_WAIT_MILLISECONDS = 1_000;
const snapshots = new WeakMap<Sqlite.Database, Set<Sqlite.Database>>();

/**
 * A connection of its own that sees the database as it is now, however long it is read and whatever is written
 * meanwhile: for long reads in turns with other requests. Close it by `$client.close()`, and soon: the write-ahead log
 * grows for as long as somebody reads what lies before its newest part.
 * @throws SqliteError when the database's files are no longer where they were opened.
 */
export function openSnapshot(db: Database): Database {
  requireInPlace(db.$client);
  const client = openFile(db.$client.name, { readonly: true, fileMustExist: true });
  client.pragma("trusted_schema = OFF");
  client.exec("BEGIN");
  // A transaction sees what there is at its first read.
  client.prepare("SELECT 1 FROM sqlite_schema").get();
  snapshots.set(db.$client, new Set([...openSnapshots(db), client]));
  return drizzle(client, { schema });
}

function openSnapshots({ $client }: Database): Sqlite.Database[] {
  return [...(snapshots.get($client) ?? [])].filter(({ open }) => open);
}

/**
 * Waits until those who read a snapshot have let go of it: whoever is cut off does so a few turns later, and before
 * that `closeDatabase` cannot fold in the write-ahead log.
 */
export async function snapshotsClosed(db: Database): Promise<void> {
  const deadline = performance.now() + SNAPSHOT_WAIT_MILLISECONDS;
  while (openSnapshots(db).length > 0 && performance.now() < deadline) await nextTurn();
}

/**
 * Lets SQLite look, by samples, at the tables that it never looked at or that have changed much since, so that it
 * chooses the right indexes. It costs milliseconds, and nothing where there is nothing to be done.
 */
export function refreshStatistics(db: Database): void {
  db.$client.pragma("optimize = 0x10002");
}

/**
 * Folds the write-ahead log into the file and closes it, so that the file alone is the whole database. If the files are no
 * longer where they were opened, the log stays as it is: what was acknowledged may be nowhere else.
 */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return;
  if (isInPlace(db.$client)) db.$client.pragma("wal_checkpoint(TRUNCATE)");
  db.$client.close();
}

/**
 * Runs `body` in one BEGIN IMMEDIATE transaction: the write lock is taken before anything is read, so what was
 * checked still holds when it is written. Synchronous by design; an `await` inside would let other requests in.
 * @throws SqliteError when the database's files are no longer where they were opened.
 */
export function immediateTransaction<Result>(db: Database, body: () => Result): Result {
  requireInPlace(db.$client);
  return db.$client.transaction(body).immediate();
}

/** Whether an error says that another connection held the lock for longer than this one waits. */
export function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** How SQLite says that it could not write, for reasons that pass: a lock, a full disk, a disk that fails or is read-only. */
const CANNOT_WRITE = /^SQLITE_(BUSY|FULL|IOERR|READONLY)/;

/** Whether an error says that nothing can be written just now. What need not be written may then be left. */
export function cannotWriteNow(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && CANNOT_WRITE.test(error.code);
}

/**
 * Runs a write with another wait for locks than the connection's own. Waiting holds up the whole process, so a caller that
 * can try again later waits a short time. Synchronous, so that nothing else meets the other wait.
 * @throws SqliteError when the database's files are no longer where they were opened.
 */
export function withLockWait<Result>(db: Database, milliseconds: number, body: () => Result): Result {
  requireInPlace(db.$client);
  const before = db.$client.pragma("busy_timeout", { simple: true });
  db.$client.pragma(`busy_timeout = ${milliseconds}`);
  try {
    return body();
  } finally {
    db.$client.pragma(`busy_timeout = ${before}`);
  }
}

/** Runs an optional write: it does not wait for a lock, and does nothing if the database cannot be written now. */
export function writeIfPossible(db: Database, write: () => unknown): void {
  try {
    withLockWait(db, 0, write);
  } catch (error) {
    if (!cannotWriteNow(error)) throw error;
  }
}

/** As long as a connection waits by itself (`busy_timeout`), and how long others go first between two tries. */
const LOCK_PATIENCE = { milliseconds: 5_000, pauseMilliseconds: 25 };

/**
 * Runs a write as soon as no other process holds the lock, in turns with other requests: SQLite's own waiting would hold
 * up everybody, readers included.
 * @throws what the write throws; the lock's own error when it was held for too long.
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
 * Takes the one server's place on a database file, or refuses.
 * @throws Error when another process holds it, its file cannot be written, or the database has a second name.
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
 * Refuses where any connection has a database open: each keeps a lock on the file, also while it does nothing. Folds in
 * the log. A file that SQLite cannot read passes.
 * @throws Error when there is one.
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
 * Takes a place that only one process may have, or refuses. It is an exclusive SQLite lock on a file of its own, which
 * the operating system gives back however the process ends, so a crash never leaves a stale lock.
 * @param taken what the error says when another has it; its cause is then the lock (`isLocked`).
 * @returns what gives it back.
 * @throws Error when another process holds it, or its file cannot be written.
 */
export function claimLock(path: string, taken: string): () => void {
  const lock = openFile(path, { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
    // On a file that may only be read, SQLite takes no exclusive lock and says nothing. Writing to it makes it say so.
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

const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement>>();

/** The prepared statement of a text of SQL, compiled once for each open database. For hot paths. */
export function statement<Row = unknown>(db: Database, text: string): Sqlite.Statement<unknown[], Row> {
  let prepared = statements.get(db.$client);
  if (!prepared) {
    prepared = new Map();
    statements.set(db.$client, prepared);
  }
  let found = prepared.get(text);
  if (!found) {
    found = db.$client.prepare(text);
    prepared.set(text, found);
  }
  return found as Sqlite.Statement<unknown[], Row>;
}
