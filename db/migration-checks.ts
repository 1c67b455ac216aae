import type Sqlite from "better-sqlite3";
import type { Migration } from "./migration-files";
import { MIGRATION_LOG } from "./migration-log";

/* Checks that a migration does not silently lose rows, or the triggers and indexes of a table that it rebuilds. */

/** Tables to leave out of the comparison: SQLite's own, and the migration log. */
const OTHERS = `name LIKE 'sqlite\\_%' ESCAPE '\\' OR name = '${MIGRATION_LOG}'`;

/**
 * The tables whose rows we count. Among the tables behind a full-text index, only `_docsize` counts: it has one row for
 * each indexed record. The others change whenever SQLite merges the index.
 */
const SELECT_TABLES = `
  SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT (${OTHERS})
    AND (type = 'table' OR type = 'shadow' AND name LIKE '%\\_docsize' ESCAPE '\\')`;

/** The number of rows by table name. */
export type RowCounts = ReadonlyMap<string, number>;

export function countRows(client: Sqlite.Database): RowCounts {
  const names = client.prepare<[], string>(SELECT_TABLES).pluck().all();
  const countOf = (name: string) => client.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0;
  return new Map(names.map((name) => [name, countOf(name)]));
}

/**
 * Lists tables whose number of rows a migration changes without declaring it. New tables may have any number of rows.
 */
export function rowFaults(before: RowCounts, after: RowCounts, { changesRows }: Migration): string[] {
  return [...before]
    .filter(([table, count]) => (after.get(table) ?? 0) !== count && !changesRows.includes(table))
    .map(([table, count]) => `${table} would go from ${count} to ${after.get(table) ?? 0} rows`);
}

interface SchemaEntry {
  type: string;
  name: string;
  table: string;
  /** As SQLite stores it, without comments and with single spaces. */
  sql: string;
}
/** Every table, index, trigger and view, by type and name. */
export type Schema = ReadonlyMap<string, SchemaEntry>;

/** Leaves out the tables behind a virtual table and the indexes that a table's definition implies. */
const SELECT_SCHEMA = `
  SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND NOT (${OTHERS})
    AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')`;

export function readSchema(client: Sqlite.Database): Schema {
  const entries = client.prepare<[], SchemaEntry>(SELECT_SCHEMA).all();
  return new Map(entries.map((entry) => [keyOf(entry), { ...entry, sql: withoutComments(entry.sql) }]));
}

const keyOf = ({ type, name }: Pick<SchemaEntry, "type" | "name">) => `${type} ${name}`;

/** A quoted text or a comment. `withoutComments` keeps matches that begin with a quotation mark. */
const QUOTED_OR_COMMENT = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//g;

function withoutComments(sql: string): string {
  // Most have none, and a migration reads the whole schema.
  const hasComment = sql.includes("--") || sql.includes("/*");
  const uncommented = hasComment
    ? sql.replace(QUOTED_OR_COMMENT, (found) => (/^['"`]/.test(found) ? found : " "))
    : sql;
  return uncommented.replace(/\s+/g, " ").trim();
}

const DROPPED_BY_NAME = /\bDROP\s+(?:TRIGGER|INDEX|VIEW)\s+(?:IF\s+EXISTS\s+)?["`[]?(\w+)/gi;

/**
 * Lists triggers and indexes that a migration loses silently. Dropping a table also drops them, so a migration that
 * rebuilds a table must create them again. A migration that means to drop them must do so by name.
 */
export function silentDrops(before: Schema, after: Schema, { statements }: Migration): string[] {
  const text = withoutComments(statements.join(";\n"));
  const named = new Set([...text.matchAll(DROPPED_BY_NAME)].map(([, name]) => name));
  return [...before.values()]
    .filter((entry) => entry.type !== "table" && !after.has(keyOf(entry)))
    .filter(({ name, table }) => !named.has(name) && after.has(keyOf({ type: "table", name: table })))
    .map((entry) => `${keyOf(entry)} would be lost`);
}

/**
 * Lists the differences between a migrated schema and the declared one.
 * @param before the schema before the migrations. Additions by someone else may stay if the migrations left them alone.
 */
export function schemaFaults(declared: Schema, after: Schema, before: Schema = new Map()): string[] {
  const missing = [...declared].filter(([key]) => !after.has(key)).map(([key]) => `${key} is missing`);
  const different = [...after]
    .filter(([key, { sql }]) => sql !== (declared.get(key) ?? before.get(key))?.sql)
    .map(([key]) => `${key} is ${declared.has(key) ? "not the declared one" : "not declared"}`);
  return [...missing, ...different];
}

/** Lists tables with rows that refer to missing rows. */
export function danglingRows(client: Sqlite.Database): string[] {
  const found = client.prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check").all();
  return [...new Set(found.map(({ table, parent }) => `${table} has rows that refer to no row of ${parent}`))];
}
