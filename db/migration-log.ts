import type Sqlite from "better-sqlite3";
import type { Migration } from "./migration-files";

/*
 * Records which migrations a database has run. It is the table of Drizzle's migrator with a `name` column added.
 * Versions of the service that still use that migrator read `created_at` here, and so refuse a newer database.
 */
export const MIGRATION_LOG = "__drizzle_migrations";

interface LoggedMigration {
  rowid: number;
  /** Null in rows that Drizzle's migrator wrote. */
  name: string | null;
  hash: string;
  /** The `when` of the migration. */
  createdAt: number;
}

export interface MigrationState {
  /** The migrations that have run, in the order of the journal. */
  applied: Migration[];
  /** The migrations still to run, in the order of the journal. */
  pending: Migration[];
  /** The log's rows without a name, with the name of their migration. */
  unnamed: { rowid: number; name: string }[];
}

const OF_A_NEWER_VERSION = "it is of a newer version than this one";

/**
 * Compares the migrations that ran on a database with those of this version.
 * @throws Error if one ran that this version does not have, one has changed since it ran, or one was left out. Going on
 * would make a database that no test has seen.
 */
export function migrationState(client: Sqlite.Database, migrations: readonly Migration[]): MigrationState {
  const rows = readLog(client);
  const found = rows.map((row) => ({ row, migration: migrationOf(row, migrations) }));

  const unknown = found.filter(({ migration }) => !migration).map(({ row }) => row);
  const newest = Math.max(...migrations.map(({ when }) => when));
  if (unknown.some(({ createdAt }) => createdAt > newest)) throw new Error(OF_A_NEWER_VERSION);
  const [other] = unknown;
  if (other) throw new Error(`it has run a migration that this version does not have (${other.name ?? other.hash})`);

  const changed = found.find(({ row, migration }) => migration && !hasHash(migration, row.hash));
  if (changed) throw new Error(`its migration ${changed.migration?.name} is not the one of this version`);

  const ran = new Set(found.map(({ migration }) => migration));
  const [applied, pending] = [migrations.filter((one) => ran.has(one)), migrations.filter((one) => !ran.has(one))];
  const [first] = pending;
  const last = applied.at(-1);
  if (first && last && migrations.indexOf(first) < migrations.indexOf(last)) {
    throw new Error(`its migration ${first.name} was left out, although ${last.name}, a later one, has run`);
  }
  const unnamed = found.flatMap(({ row, migration }) =>
    row.name === null && migration ? [{ rowid: row.rowid, name: migration.name }] : [],
  );
  return { applied, pending, unnamed };
}

const hasHash = (migration: Migration, hash: string) =>
  migration.hash === hash || migration.formerHashes.includes(hash);

function migrationOf({ name, hash, createdAt }: LoggedMigration, migrations: readonly Migration[]) {
  if (name !== null) return migrations.find((migration) => migration.name === name);
  return migrations.find((migration) => hasHash(migration, hash)) ?? migrations.find(({ when }) => when === createdAt);
}

function readLog(client: Sqlite.Database): LoggedMigration[] {
  const columns = columnsOfLog(client);
  if (columns.length === 0) return [];
  const name = columns.includes("name") ? "name" : "NULL AS name";
  return client
    .prepare<[], LoggedMigration>(
      `SELECT rowid, ${name}, hash, CAST(created_at AS INTEGER) AS createdAt FROM ${MIGRATION_LOG} ORDER BY rowid`,
    )
    .all();
}

const columnsOfLog = (client: Sqlite.Database) =>
  client.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(MIGRATION_LOG);

/** Creates the log if needed and names the rows without a name. Must run inside a write transaction. */
export function prepareLog(client: Sqlite.Database, unnamed: MigrationState["unnamed"]): void {
  client.exec(`CREATE TABLE IF NOT EXISTS ${MIGRATION_LOG} (
    id SERIAL PRIMARY KEY,
    hash text NOT NULL,
    created_at numeric,
    name text
  )`);
  if (!columnsOfLog(client).includes("name")) client.exec(`ALTER TABLE ${MIGRATION_LOG} ADD COLUMN name text`);
  const update = client.prepare(`UPDATE ${MIGRATION_LOG} SET name = @name WHERE rowid = @rowid`);
  for (const row of unnamed) update.run(row);
}

/** Records that a migration has run. Must run inside the migration's transaction. */
export function logMigration(client: Sqlite.Database, { name, hash, when }: Migration): void {
  client.prepare(`INSERT INTO ${MIGRATION_LOG} (name, hash, created_at) VALUES (?, ?, ?)`).run(name, hash, when);
}
