import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "#db/open";

let migrated: Buffer | undefined;

/** A database file that all migrations made. Each worker makes it once, because that takes most of a short test's time. */
function migratedFile(): Buffer {
  if (migrated === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "portal-migrated-"));
    const db = openDatabase(join(folder, "ledger.sqlite"));
    migrateDatabase(db);
    migrated = db.$client.serialize();
    closeDatabase(db);
    rmSync(folder, { recursive: true });
  }
  return migrated;
}

/** Opens a database. If there is none at the path, it is a new one of this version. */
export function openMigrated(path: string): Database {
  if (!existsSync(path)) writeFileSync(path, migratedFile());
  return openDatabase(path);
}
