import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { closeDatabase, type Database, MIGRATIONS_FOLDER, migrateDatabase, openDatabase } from "#db/open";

/** A database as it was before a migration, for the length of a test. Migrate it to see what becomes of it. */
export function databaseBefore(tag: string): Database {
  const folder = mkdtempSync(join(tmpdir(), "portal-migrations-"));
  const db = openDatabase(join(folder, "ledger.sqlite"));
  onTestFinished(() => {
    closeDatabase(db);
    rmSync(folder, { recursive: true });
  });
  migrateDatabase(db, migrationsBefore(tag, folder));
  return db;
}

/** A copy of the migrations that ends before one of them. */
function migrationsBefore(tag: string, folder: string): string {
  const copy = join(folder, "migrations");
  cpSync(MIGRATIONS_FOLDER, copy, { recursive: true });
  const journalPath = join(copy, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(journalPath, "utf8")) as { entries: { tag: string }[] };
  const entries = journal.entries.filter((entry) => entry.tag < tag);
  writeFileSync(journalPath, JSON.stringify({ ...journal, entries }));
  return copy;
}
