import Sqlite from "better-sqlite3";
import { cannotOpen } from "./cannot-open";
import type { Database } from "./database";
import {
  countRows,
  danglingRows,
  type RowCounts,
  readSchema,
  rowFaults,
  type Schema,
  schemaFaults,
  silentDrops,
} from "./migration-checks";
import { MIGRATIONS_FOLDER, type Migration, readMigrations } from "./migration-files";
import { logMigration, migrationState, prepareLog } from "./migration-log";

/*
 * Our own runner. Drizzle's can lose rows: it turns foreign keys off inside its transaction, where that does nothing.
 * It also skips a migration that was generated before the last one that ran. See docs/migrations.md.
 */

/**
 * Runs all pending migrations, or none of them, in one transaction. Do not call it inside a transaction.
 * @throws Error if the migrations are missing, those that ran are not of this version, or one fails or would lose rows,
 * triggers or indexes without declaring it.
 */
export function migrateDatabase({ $client: client }: Pick<Database, "$client">, folder = MIGRATIONS_FOLDER): void {
  const migrations = readMigrations(folder);
  const { pending, unnamed } = stateOf(client, migrations);
  if (pending.length === 0 && unnamed.length === 0) return;
  try {
    withoutForeignKeys(client, () => client.transaction(() => migrate(client, migrations)).immediate());
  } catch (error) {
    throw new Error(`Cannot migrate ${client.name}: ${messageOf(error)}`, { cause: error });
  }
}

/** Whether a database has run some migrations and has others pending. */
export function isOfOlderVersion({ $client }: Pick<Database, "$client">, folder = MIGRATIONS_FOLDER): boolean {
  const { applied, pending } = stateOf($client, readMigrations(folder));
  return applied.length > 0 && pending.length > 0;
}

/**
 * Requires that a database belongs to this portal, and that this version has every migration it has run.
 * @throws Error that says what it is instead.
 */
export function requireKnownVersion(client: Sqlite.Database, migrations: readonly Migration[]): void {
  if (migrationState(client, migrations).applied.length === 0) throw new Error("it is not a database of this portal");
}

/**
 * Requires that a database belongs to this portal and is of this version.
 * @throws Error that says what it is instead.
 */
export function requireThisVersion(client: Sqlite.Database, migrations: readonly Migration[]): void {
  requireKnownVersion(client, migrations);
  if (migrationState(client, migrations).pending.length > 0) {
    throw new Error("it is of an older version; starting the server brings it up to this one");
  }
}

function stateOf(client: Sqlite.Database, migrations: readonly Migration[]) {
  try {
    return migrationState(client, migrations);
  } catch (error) {
    throw cannotOpen(client.name, error);
  }
}

/** Turns foreign keys off around a transaction. Inside one, the pragma silently does nothing. */
function withoutForeignKeys(client: Sqlite.Database, body: () => void): void {
  setForeignKeys(client, "OFF");
  try {
    body();
  } finally {
    setForeignKeys(client, "ON");
  }
}

function setForeignKeys(client: Sqlite.Database, value: "ON" | "OFF"): void {
  client.pragma(`foreign_keys = ${value}`);
  const isOn = client.pragma("foreign_keys", { simple: true }) === 1;
  if (isOn !== (value === "ON")) throw new Error(`foreign keys cannot be turned ${value.toLowerCase()}`);
}

function migrate(client: Sqlite.Database, migrations: readonly Migration[]): void {
  // Read again inside the write transaction, because another process may have migrated it in the meantime.
  const { applied, pending, unnamed } = migrationState(client, migrations);
  const before = readSchema(client);
  prepareLog(client, unnamed);
  let state: State = { rows: countRows(client), schema: before };
  for (const migration of pending) {
    state = runChecked(client, migration, state);
    logMigration(client, migration);
  }
  refuse(danglingRows(client));
  // A new database needs no check: all of its statements ran just now.
  if (applied.length > 0) refuse(schemaFaults(declaredSchema(migrations), readSchema(client), before));
}

/** What the checks compare. The migration log is not in it, so a state after one migration is the one before the next. */
interface State {
  rows: RowCounts;
  schema: Schema;
}

/** @returns the state after the migration */
function runChecked(client: Sqlite.Database, migration: Migration, before: State): State {
  try {
    run(client, migration);
    const after = { rows: countRows(client), schema: readSchema(client) };
    refuse(rowFaults(before.rows, after.rows, migration));
    refuse(silentDrops(before.schema, after.schema, migration));
    return after;
  } catch (error) {
    throw new Error(`${migration.name}: ${messageOf(error)}`, { cause: error });
  }
}

function run(client: Sqlite.Database, { statements }: Pick<Migration, "statements">): void {
  for (const statement of statements) {
    client.exec(statement);
    // Some conflict clauses end a transaction too. Later statements would then be committed one by one.
    if (!client.inTransaction) throw new Error("it ended the transaction");
  }
}

const declaredSchemas = new Map<string, Schema>();

/** The schema that migrations create in an empty database. Kept, because every backup is checked against it. */
export function declaredSchema(migrations: readonly Migration[]): Schema {
  const key = migrations.map(({ hash }) => hash).join();
  const known = declaredSchemas.get(key) ?? schemaMadeBy(migrations);
  declaredSchemas.set(key, known);
  return known;
}

function schemaMadeBy(migrations: readonly Migration[]): Schema {
  const client = new Sqlite(":memory:");
  try {
    client.pragma("foreign_keys = OFF");
    client.transaction(() => {
      for (const migration of migrations) run(client, migration);
    })();
    return readSchema(client);
  } finally {
    client.close();
  }
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join("; "));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
