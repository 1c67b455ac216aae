import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate as migrateByDrizzle } from "drizzle-orm/better-sqlite3/migrator";
import { onTestFinished } from "vitest";
import { type Declarations, readMigrations } from "#db/migration-files";
import { closeDatabase, type Database, MIGRATIONS_FOLDER, migrateDatabase, openDatabase } from "#db/open";

/** The migrations' names, in the order in which they run. */
export const MIGRATION_NAMES = readMigrations().map(({ name }) => name);

/** A database for one test, with all migrations before this one. */
export function databaseBefore(name: string): Database {
  const db = emptyDatabase();
  migrateDatabase(
    db,
    migrationsWith((entries) => entries.filter(({ tag }) => tag < name)),
  );
  return db;
}

/** The database files that Drizzle's migrator made, by their newest migration. */
const ofDrizzle = new Map<string, Buffer>();

/** A database that Drizzle's migrator upgraded up to and including this migration. The first call makes all of them. */
export function databaseOfDrizzle(newest: string): Database {
  if (ofDrizzle.size === 0) {
    const db = emptyDatabase();
    for (const name of MIGRATION_NAMES) {
      migrateByDrizzle(db, { migrationsFolder: migrationsWith((entries) => entries.filter(({ tag }) => tag <= name)) });
      ofDrizzle.set(name, db.$client.serialize());
    }
  }
  return copiedDatabase(ofDrizzle.get(newest));
}

/** A database file without any migration, for one test. */
export const emptyDatabase = (): Database => copiedDatabase();

/** A database file with this content, for one test. */
export function copiedDatabase(content: Buffer = Buffer.alloc(0)): Database {
  const path = join(folderForTest(), "ledger.sqlite");
  writeFileSync(path, content);
  const db = openDatabase(path);
  onTestFinished(() => closeDatabase(db));
  return db;
}

export interface JournalEntry {
  tag: string;
  when: number;
}

/** A migration that a test adds to the real ones. */
export interface AddedMigration {
  name: string;
  sql: string;
  changesRows?: Record<string, string>;
}

/**
 * Copies the migrations and adds others.
 * @param arrange changes the journal's entries. The added ones are the newest
 * @returns the copy's folder
 */
export function migrationsWith(
  arrange: (entries: JournalEntry[]) => JournalEntry[],
  added: readonly AddedMigration[] = [],
): string {
  const folder = join(folderForTest(), "migrations");
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const [journalPath, declarationsPath] = [join(folder, "meta/_journal.json"), join(folder, "declarations.json")];
  const journal = JSON.parse(readFileSync(journalPath, "utf8")) as { entries: JournalEntry[] };
  const declarations = JSON.parse(readFileSync(declarationsPath, "utf8")) as Declarations;
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  for (const [index, { name, sql, changesRows = {} }] of added.entries()) {
    writeFileSync(join(folder, `${name}.sql`), sql);
    declarations[name] = { changesRows };
    journal.entries.push({ tag: name, when: newest + index + 1 });
  }
  writeFileSync(journalPath, JSON.stringify({ ...journal, entries: arrange(journal.entries) }));
  writeFileSync(declarationsPath, JSON.stringify(declarations));
  return folder;
}

/** Copies the migrations and adds others at the end. @returns the copy's folder */
export const migrationsAnd = (...added: AddedMigration[]): string => migrationsWith((entries) => entries, added);

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
