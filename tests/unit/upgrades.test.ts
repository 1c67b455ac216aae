import Sqlite from "better-sqlite3";
import { migrate as migrateByDrizzle } from "drizzle-orm/better-sqlite3/migrator";
import { describe, expect, test } from "vitest";
import { danglingRows, readSchema } from "#db/migration-checks";
import { migrationStatements, readMigrations } from "#db/migration-files";
import { migrateDatabase } from "#db/open";
import {
  copiedDatabase,
  databaseBefore,
  databaseOfDrizzle,
  emptyDatabase,
  MIGRATION_NAMES,
  migrationsAnd,
} from "../support/migrations";
import { namesOfColumns, populate, referencesOf, rowsOf, tablesOf } from "../support/populate";

/* An upgrade must not change rows, nor the indexes and triggers of their tables. */

const triggersOf = (client: Sqlite.Database) =>
  client
    .prepare<[], { name: string; table: string }>(
      `SELECT name, tbl_name AS "table" FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`,
    )
    .all();

/** The new names of renamed tables. */
const REPLACED: Record<string, string> = { engagement_attachment_content: "engagement_attachment_chunk" };
/** The tables that an upgrade may add rows to. */
const GROWING = readMigrations().flatMap(({ changesRows }) => changesRows);

/** The tables of this version, and those that others refer to. */
const TABLES = readSchemaOf(tablesOf);
const PARENTS = readSchemaOf((client) => [
  ...new Set(TABLES.flatMap((table) => referencesOf(client, table).map((reference) => reference.table))),
]);

function readSchemaOf<Result>(read: (client: Sqlite.Database) => Result): Result {
  const client = new Sqlite(":memory:");
  try {
    client.exec(migrationStatements().join(";\n"));
    return read(client);
  } finally {
    client.close();
  }
}

describe("a populated database of an earlier version is upgraded without loss", () => {
  test.each(MIGRATION_NAMES)("%s", (newest) => {
    const db = databaseOfDrizzle(newest);
    const { $client: client } = db;
    populate(client);
    const columns = namesOfColumns(client);
    const before = rowsOf(client, columns);
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(danglingRows(client)).toEqual([]);

    migrateDatabase(db);
    const kept = new Map([...columns].filter(([table]) => !(table in REPLACED)));
    for (const [table, rows] of rowsOf(client, kept)) {
      const were = before.get(table) ?? [];
      if (GROWING.includes(table)) expect(rows, table).toEqual(expect.arrayContaining(were));
      else expect(rows, table).toEqual(were);
    }
    expect(danglingRows(client)).toEqual([]);
    expect(readSchema(client)).toEqual(readSchemaOf(readSchema));
    expect(client.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(client.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  test("the bytes of attachments move into chunks of 1 MB", () => {
    const db = databaseBefore("0003");
    const { $client: client } = db;
    populate(client);
    const contentOf = (id: string) =>
      client
        .prepare<[string], Buffer>("SELECT bytes FROM engagement_attachment_content WHERE attachment_id = ?")
        .pluck()
        .get(id);
    const before = ["engagement_attachment-1", "engagement_attachment-2"].map(contentOf);
    expect(before.map((bytes) => bytes?.length)).toEqual([2_500_000, 1]);

    migrateDatabase(db);
    const pieces = client.prepare<[string], { position: number; bytes: Buffer }>(
      "SELECT position, bytes FROM engagement_attachment_chunk WHERE attachment_id = ? ORDER BY position",
    );
    const [large = [], small = []] = ["engagement_attachment-1", "engagement_attachment-2"].map((id) => pieces.all(id));
    expect(large.map(({ position, bytes }) => [position, bytes.length])).toEqual([
      [0, 1_048_576],
      [1, 1_048_576],
      [2, 402_848],
    ]);
    expect(Buffer.concat(large.map(({ bytes }) => bytes)).equals(before[0] ?? Buffer.alloc(0))).toBe(true);
    expect(small).toEqual([{ position: 0, bytes: before[1] }]);
  });

  test("announcements that are public stay public, as published when they were created", () => {
    const db = databaseBefore("0040");
    const { $client: client } = db;
    populate(client);
    client.exec("UPDATE announcement SET published = 0, created_at = '2026-01-01T00:00:00.000Z' WHERE id LIKE '%-2'");
    migrateDatabase(db);
    const states = client.prepare("SELECT published, created_at = published_at AS isSame, audience FROM announcement");
    expect(states.all()).toEqual([
      { published: 1, isSame: 1, audience: "ALL" },
      { published: 0, isSame: 1, audience: "ALL" },
    ]);
  });
});

describe("a rebuild of a table", () => {
  let content: Buffer | undefined;
  /** A database of this version, with rows in every table. */
  function populated() {
    if (content !== undefined) return copiedDatabase(content);
    const db = emptyDatabase();
    migrateDatabase(db);
    populate(db.$client);
    content = db.$client.serialize();
    return db;
  }
  const stateOf = (client: Sqlite.Database) => ({ rows: rowsOf(client), triggers: triggersOf(client) });

  test("is tested with all of them", () => {
    expect(PARENTS).toEqual(expect.arrayContaining(["command", "engagement", "organization", "submission", "user"]));
    expect(TABLES).toEqual(expect.arrayContaining(PARENTS));
  });

  test.each([["announcement", ["announcement_attachment"]]])(
    "by Drizzle's own migrator: %s loses %j, and triggers, without a word",
    (table, children) => {
      const db = populated();
      const before = stateOf(db.$client);
      migrateByDrizzle(db, { migrationsFolder: migrationsAnd(rebuild(db.$client, table)) });
      const after = stateOf(db.$client);
      for (const child of children) {
        expect(before.rows.get(child), child).not.toEqual([]);
        expect(after.rows.get(child), child).toEqual([]);
      }
      expect(after.triggers.length).toBeLessThan(before.triggers.length);
    },
  );

  test.each(TABLES)("as drizzle-kit writes it is refused or loses nothing: %s", (table) => {
    const db = populated();
    const before = stateOf(db.$client);
    const refusal = refusalOf(() => migrateDatabase(db, migrationsAnd(rebuild(db.$client, table))));
    if (before.triggers.some((trigger) => trigger.table === table)) expect(refusal).not.toBe("");
    expect(refusal).toMatch(/^$|: 9999_rebuild: (trigger \w+ would be lost|error in trigger \w+)/);
    expect(stateOf(db.$client)).toEqual(before);
    expect(danglingRows(db.$client)).toEqual([]);
  });

  test.each(TABLES)("that recreates the triggers loses nothing: %s", (table) => {
    const db = populated();
    const before = stateOf(db.$client);
    migrateDatabase(db, migrationsAnd(rebuild(db.$client, table, true)));
    expect(stateOf(db.$client)).toEqual(before);
    expect(danglingRows(db.$client)).toEqual([]);
  });
});

function refusalOf(upgrade: () => void): string {
  try {
    upgrade();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The migration that drizzle-kit generates when a CHECK of a table changes.
 * @param triggersToo whether it drops the triggers that name the table first, and creates them again afterward
 */
function rebuild(client: Sqlite.Database, table: string, triggersToo = false) {
  const columns = (namesOfColumns(client).get(table) ?? []).map((name) => `"${name}"`).join(", ");
  const sqlOf = (type: string) =>
    client
      .prepare<[string], { name: string; table: string; sql: string }>(
        `SELECT name, tbl_name AS "table", sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL`,
      )
      .all(type);
  const made = sqlOf("table").find(({ name }) => name === table)?.sql ?? "";
  const rebuilt = made
    .replace(new RegExp(`^CREATE TABLE [\`"]${table}[\`"]`), `CREATE TABLE \`__new_${table}\``)
    .replaceAll(`"${table}".`, `"__new_${table}".`);
  const indexes = sqlOf("index").filter((index) => index.table === table);
  const triggers = triggersToo ? sqlOf("trigger").filter(({ sql }) => new RegExp(`\\b${table}\\b`).test(sql)) : [];
  const statements = [
    ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
    "PRAGMA foreign_keys=OFF",
    rebuilt,
    `INSERT INTO \`__new_${table}\`(${columns}) SELECT ${columns} FROM \`${table}\``,
    `DROP TABLE \`${table}\``,
    `ALTER TABLE \`__new_${table}\` RENAME TO \`${table}\``,
    "PRAGMA foreign_keys=ON",
    ...indexes.map(({ sql }) => sql),
    ...triggers.map(({ sql }) => sql),
  ];
  return { name: "9999_rebuild", sql: statements.map((sql) => `${sql};`).join("\n--> statement-breakpoint\n") };
}
