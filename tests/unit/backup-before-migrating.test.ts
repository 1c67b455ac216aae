import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { claimLock, closeDatabase } from "#db/open";
import { publishSet } from "~/backup/publish.server";
import { restoreSet, verifySet } from "~/backup/restore.server";
import { RETENTION } from "~/backup/retention";
import { setNames } from "~/backup/set.server";
import { readSettings, type Settings } from "~/settings.server";
import { openServices } from "~/web/transport/services.server";
import { databaseOfDrizzle, emptyDatabase, MIGRATION_NAMES } from "../support/migrations";
import { populate, rowsOf } from "../support/populate";

/* The server backs up a database of an earlier version before it migrates it. */

const log = pino({ level: "silent" });
const OLDER = MIGRATION_NAMES.slice(0, -1);
const [OLDEST = ""] = OLDER;

/** Settings for a database of an earlier version with rows in every table. Scheduled backups are off. */
function settingsOfOlder(newest: string): Settings {
  const db = databaseOfDrizzle(newest);
  populate(db.$client);
  closeDatabase(db);
  return settingsFor(db.$client.name);
}

function settingsFor(path: string): Settings {
  const folder = dirname(path);
  return readSettings({
    DATABASE_PATH: path,
    UPLOADS_DIR: join(folder, "uploads"),
    BACKUP_DIR: join(folder, "backup"),
    BACKUP_INTERVAL_MINUTES: "0",
  });
}

async function start(settings: Settings): Promise<void> {
  const { db } = await openServices(settings, log);
  closeDatabase(db);
}

function read<Result>(path: string, look: (client: Sqlite.Database) => Result): Result {
  const client = new Sqlite(path, { readonly: true });
  try {
    return look(client);
  } finally {
    client.close();
  }
}
const migrationsIn = (path: string) =>
  read(path, (client) => client.prepare("SELECT count(*) FROM __drizzle_migrations").pluck().get());

/** Backups leave out sessions, what belongs to them, and addresses of personal feeds. */
function withoutAccess(rows: Map<string, string[]>): Map<string, string[]> {
  for (const table of ["session", "second_factor_setup", "feed_address"]) if (rows.has(table)) rows.set(table, []);
  return rows;
}

test.each(OLDER)("a server that starts on a database of %s backs it up first, and migrates it", async (newest) => {
  const settings = settingsOfOlder(newest);
  const before = read(settings.databasePath, rowsOf);
  await start(settings);
  expect(migrationsIn(settings.databasePath)).toBe(MIGRATION_NAMES.length);
  const names = setNames(settings.backupDir);
  expect(names).toHaveLength(1);
  const { folder } = verifySet("latest", settings);
  expect(read(join(folder, "ledger.sqlite"), rowsOf)).toEqual(withoutAccess(before));

  await start(settings);
  expect(setNames(settings.backupDir)).toEqual(names);
});

test("the backup can be restored, which migrates it again", async () => {
  const settings = settingsOfOlder(OLDEST);
  await start(settings);
  await restoreSet(verifySet("latest", settings), settings, new Date());
  expect(migrationsIn(settings.databasePath)).toBe(MIGRATION_NAMES.length);
  await start(settings);
  expect(setNames(settings.backupDir)).toHaveLength(1);
});

test("a new database gets no backup", async () => {
  const db = emptyDatabase();
  closeDatabase(db);
  const settings = settingsFor(db.$client.name);
  await start(settings);
  expect(setNames(settings.backupDir)).toEqual([]);
});

test("if the backup fails, the server does not migrate and logs one line with the reason", async () => {
  const settings = settingsOfOlder(OLDEST);
  const before = read(settings.databasePath, rowsOf);
  const refusal = (backupDir: string) => start({ ...settings, backupDir }).catch((error: Error) => error.message);

  const file = `${settings.databasePath}.file`;
  writeFileSync(file, "");
  const notAFolder = await refusal(join(file, "backup"));
  expect(notAFolder).toMatch(/^.*was not migrated, because it could not be backed up first: ENOTDIR.*$/);

  mkdirSync(settings.backupDir);
  const release = claimLock(join(settings.backupDir, ".lock"), "Taken.");
  onTestFinished(release);
  expect(await refusal(settings.backupDir)).toMatch(/^.* another backup into .* is in progress.*$/);
  expect(read(settings.databasePath, rowsOf)).toEqual(before);
  expect(migrationsIn(settings.databasePath)).toBe(1);
});

test("a server that fails to start repeatedly makes one backup, and removes none", async () => {
  const settings = settingsOfOlder(OLDEST);
  const client = new Sqlite(settings.databasePath);
  // A file at the path of the backup folder.
  client.exec("CREATE TABLE search_call (id)");
  const before = await publishSet(settings, new Date());
  client.exec("DROP TABLE search_call; CREATE TABLE search_call (id, other)");
  client.close();
  for (let count = 0; count < RETENTION.recent + 1; count += 1) {
    await expect(start(settings)).rejects.toThrow("Cannot migrate");
  }
  expect(setNames(settings.backupDir)).toHaveLength(2);
  expect(setNames(settings.backupDir)).toContain(before?.name);
});

test("a manual backup copies a database of an earlier version unchanged", async () => {
  const settings = settingsOfOlder(OLDEST);
  expect(await publishSet(settings, new Date())).toMatchObject({ removed: [] });
  expect(migrationsIn(settings.databasePath)).toBe(1);
});
