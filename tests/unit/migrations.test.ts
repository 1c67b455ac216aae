import { readdirSync, readFileSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { migrate as migrateByDrizzle } from "drizzle-orm/better-sqlite3/migrator";
import { describe, expect, test } from "vitest";
import { readSchema } from "#db/migration-checks";
import { type Declarations, MIGRATIONS_FOLDER, readMigrations } from "#db/migration-files";
import { type Database, migrateDatabase } from "#db/open";
import { rebuildSearchIndex } from "~/search/check.server";
import {
  databaseOfDrizzle,
  emptyDatabase,
  type JournalEntry,
  MIGRATION_NAMES,
  migrationsAnd,
  migrationsWith,
} from "../support/migrations";
import { populate, rowsOf } from "../support/populate";

/* The rules of the migration runner: which migrations run, which it refuses, and that a refusal changes nothing. */

const NEWEST = MIGRATION_NAMES.at(-1) ?? "";
const ADDS_COLUMN = { name: "9998_adds_column", sql: "ALTER TABLE preset_tag ADD COLUMN color text;" };

/** A database of this version with rows in every table. */
function migrated(): Database {
  const db = emptyDatabase();
  migrateDatabase(db);
  populate(db.$client);
  return db;
}

const logOf = (client: Sqlite.Database) =>
  client.prepare("SELECT name, hash, created_at FROM __drizzle_migrations ORDER BY rowid").all();
const stateOf = ({ $client }: Database) => ({
  schema: readSchema($client),
  rows: rowsOf($client),
  log: logOf($client),
  foreignKeys: $client.pragma("foreign_keys", { simple: true }),
});
const columnsOf = ({ $client }: Database) =>
  $client.prepare("SELECT name FROM pragma_table_info('preset_tag')").pluck().all();

/** Expects the server to refuse a folder of migrations for a reason, and nothing to change. */
function expectRefusal(db: Database, folder: string, reason: RegExp | string): void {
  const before = stateOf(db);
  expect(before.foreignKeys).toBe(1);
  expect(() => migrateDatabase(db, folder)).toThrow(reason);
  expect(stateOf(db)).toEqual(before);
  expect(db.$client.inTransaction).toBe(false);
}

describe("the folder of migrations", () => {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS_FOLDER}/meta/_journal.json`, "utf8")) as {
    entries: (JournalEntry & { idx: number })[];
  };

  test("has a journal with ascending times that lists its files", () => {
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    const names = journal.entries.map(({ tag }) => tag);
    expect(names).toEqual([...names].sort());
    expect(journal.entries.map(({ idx, tag }) => [idx, Number.parseInt(tag, 10)])).toEqual(
      journal.entries.map((_entry, index) => [index, index]),
    );
    const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith(".sql"));
    expect(files.sort()).toEqual(names.map((name) => `${name}.sql`));
    const snapshots = readdirSync(`${MIGRATIONS_FOLDER}/meta`).filter((name) => name.endsWith("_snapshot.json"));
    expect(snapshots.sort()).toEqual(names.map((name) => `${name.slice(0, 4)}_snapshot.json`));
  });

  test("declares nothing about a missing migration", () => {
    const declarations = JSON.parse(readFileSync(`${MIGRATIONS_FOLDER}/declarations.json`, "utf8")) as Declarations;
    expect(Object.keys(declarations).filter((name) => !MIGRATION_NAMES.includes(name))).toEqual([]);
  });

  // A changed file would keep every database that has run it from starting.
  test("has the released files, unchanged or with the former hash declared", () => {
    const hashes = new Map(readMigrations().map(({ name, hash, formerHashes }) => [name, [hash, ...formerHashes]]));
    for (const [name, hash] of Object.entries(RELEASED)) {
      expect(
        hashes.get(name)?.map((known) => known.slice(0, 16)),
        name,
      ).toContain(hash);
    }
  });
});

/** The beginning of the SHA-256 of each migration as released. */
const RELEASED: Record<string, string> = {
  "0000_initial": "c65b56e731b8bdbf",
  "0001_audit_append_only": "8e2088bb797a6e3c",
  "0002_command_no_circle": "68f5d853691a8c08",
  "0003_engagement_attachment_chunks": "385a3272c132c34e",
  "0004_engagement_attachment_chunk_removal": "d472f51886f8b9d6",
  "0005_list_indexes": "1877f1ed2f8da7d4",
  "0006_search_changes": "d3df424136ea5d01",
  "0007_search_index": "9dfe2c8e7abcb9c4",
  "0008_accounts_and_traffic": "c8ebfb556f1284b7",
  "0009_audit_filters": "5bb1a217c4bbb3f4",
  "0010_record_changes": "220661f66aab7b6e",
  "0011_record_change_triggers": "238f81e4d3a0e719",
  "0012_drafts_and_receipts": "a617c47404aad8f2",
  "0013_review_times": "0c3a433c90138af6",
};

/** A journal whose newest entry was generated, and is listed, just before the previous newest. */
function beforeTheNewest(entries: JournalEntry[]): JournalEntry[] {
  const [newest, added] = entries.slice(-2);
  if (!newest || !added) throw new Error("There are too few migrations");
  return [...entries.slice(0, -2), { ...added, when: newest.when - 1 }, newest];
}

describe("migrations are identified by their names", () => {
  test("the log of Drizzle's migrator gets the names once, and is otherwise unchanged", () => {
    const db = databaseOfDrizzle(NEWEST);
    const before = db.$client.prepare("SELECT hash, created_at FROM __drizzle_migrations ORDER BY rowid").all();
    migrateDatabase(db);
    const migrations = readMigrations();
    expect(before).toHaveLength(migrations.length);
    expect(logOf(db.$client)).toEqual(migrations.map(({ name, hash, when }) => ({ name, hash, created_at: when })));
    const changes = () => db.$client.prepare("SELECT total_changes()").pluck().get();
    const written = changes();
    migrateDatabase(db);
    expect(changes()).toBe(written);
  });

  test("one that was generated before the newest that ran, and merged after it, runs", () => {
    const late = (entries: JournalEntry[]) =>
      entries.map((entry) => (entry.tag === ADDS_COLUMN.name ? { ...entry, when: 1 } : entry));
    const folder = migrationsWith(late, [ADDS_COLUMN]);
    const skipped = migrated();
    migrateByDrizzle(skipped, { migrationsFolder: folder });
    expect(columnsOf(skipped)).not.toContain("color");
    const db = migrated();
    migrateDatabase(db, folder);
    expect(columnsOf(db)).toContain("color");
  });

  test("one in the middle that never ran is refused", () => {
    const folder = migrationsWith(beforeTheNewest, [ADDS_COLUMN]);
    const skipped = migrated();
    migrateByDrizzle(skipped, { migrationsFolder: folder });
    expect(columnsOf(skipped)).not.toContain("color");
    expectRefusal(migrated(), folder, `its migration ${ADDS_COLUMN.name} was left out, although ${NEWEST}`);
  });

  test("one that this version does not have is refused", () => {
    const db = migrated();
    migrateDatabase(db, migrationsAnd(ADDS_COLUMN));
    expectRefusal(db, MIGRATIONS_FOLDER, "it is of a newer version than this one");
    db.$client.prepare("UPDATE __drizzle_migrations SET created_at = 1 WHERE name = ?").run(ADDS_COLUMN.name);
    expectRefusal(db, MIGRATIONS_FOLDER, `has run a migration that this version does not have (${ADDS_COLUMN.name})`);
  });

  test("a version that used Drizzle's migrator sees that the database is newer", () => {
    const db = migrated();
    const newest = Math.max(...readMigrations().map(({ when }) => when));
    migrateDatabase(db, migrationsAnd(ADDS_COLUMN));
    expect(db.$client.prepare("SELECT max(created_at) FROM __drizzle_migrations").pluck().get()).toBe(newest + 1);
  });

  test("one that changed after it ran is refused, unless its former hash is declared", () => {
    const { name, hash } = readMigrations().find(({ formerHashes }) => formerHashes.length > 0) ?? {
      name: "",
      hash: "",
    };
    const declared = readMigrations().find((migration) => migration.name === name)?.formerHashes[0];
    const db = databaseOfDrizzle(NEWEST);
    db.$client.prepare("UPDATE __drizzle_migrations SET hash = ? WHERE hash = ?").run(declared, hash);
    migrateDatabase(db);
    db.$client.prepare("UPDATE __drizzle_migrations SET hash = 'other' WHERE hash = ?").run(declared);
    expectRefusal(db, MIGRATIONS_FOLDER, `its migration ${name} is not the one of this version`);
  });
});

describe("a migration is refused, and nothing changes", () => {
  const declared = (table: string) => ({ [table]: "A test declares it." });

  test.each([
    ["fails", "INSERT INTO no_such_table VALUES (1);", {}, "no such table: no_such_table"],
    ["loses rows", "DELETE FROM preset_tag;", {}, "preset_tag would go from 2 to 0 rows"],
    [
      "adds rows",
      "INSERT INTO preset_tag (id, label, created_by, created_at) SELECT 'more', 'more', created_by, created_at FROM preset_tag LIMIT 1;",
      {},
      "preset_tag would go from 2 to 3 rows",
    ],
    ["drops a table with rows", "DROP TABLE registration_draft;", {}, "registration_draft would go from 2 to 0 rows"],
    [
      "loses records of the search index",
      "DELETE FROM search_call;",
      {},
      "search_call_docsize would go from 2 to 0 rows",
    ],
    ["leaves rows that refer to nothing", "DELETE FROM command;", declared("command"), "refer to no row of command"],
    ["ends the transaction", "ROLLBACK;", {}, "it ended the transaction"],
  ])("when it %s", (_what, sql, changesRows, reason) => {
    const folder = migrationsAnd(ADDS_COLUMN, { name: "9999_refused", sql, changesRows });
    expectRefusal(migrated(), folder, reason);
  });

  test.each([
    ["rows", "DELETE FROM made;", "9999_refused: made would go from 1 to 0 rows"],
    ["an index", "DROP TABLE made; CREATE TABLE made (id);", "9999_refused: index made_id would be lost"],
  ])("when it loses %s that the migration before it made", (_what, sql, reason) => {
    const made = "CREATE TABLE made (id); CREATE INDEX made_id ON made (id); INSERT INTO made VALUES (1);";
    const changesRows = declared("made");
    const refused = { name: "9999_refused", sql, changesRows: sql.startsWith("DROP") ? changesRows : {} };
    expectRefusal(migrated(), migrationsAnd({ name: "9998_made", sql: made }, refused), reason);
  });

  test("when the database does not have the schema that its migrations make", () => {
    const db = migrated();
    db.$client.exec("DROP TRIGGER submission_search_update; DROP INDEX preset_tag_label");
    expectRefusal(
      db,
      migrationsAnd(ADDS_COLUMN),
      /index preset_tag_label is missing; trigger submission_search_update is missing/,
    );
  });

  test("during a transaction, when foreign keys cannot be turned off", () => {
    const db = migrated();
    db.$client.exec("BEGIN");
    expect(() => migrateDatabase(db, migrationsAnd(ADDS_COLUMN))).toThrow("foreign keys cannot be turned off");
    db.$client.exec("ROLLBACK");
    expect(columnsOf(db)).not.toContain("color");
  });
});

test("a migration may change the rows that it declares, and does not touch others' additions to the file", () => {
  const db = migrated();
  db.$client.exec("CREATE TABLE _replica_position (seq integer); CREATE INDEX own_report ON preset_tag (created_at)");
  const changesRows = { preset_tag: "A test declares it." };
  migrateDatabase(db, migrationsAnd({ name: "9999_declared", sql: "DELETE FROM preset_tag;", changesRows }));
  expect(rowsOf(db.$client).get("preset_tag")).toEqual([]);
});

test("a search index that was rebuilt is the declared one", () => {
  const db = migrated();
  rebuildSearchIndex(db);
  migrateDatabase(db, migrationsAnd(ADDS_COLUMN));
  expect(columnsOf(db)).toContain("color");
});
