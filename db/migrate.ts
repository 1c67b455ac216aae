import { existsSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { cannotOpen } from "./cannot-open";
import type { Database } from "./open";

/** Where the migrations lie: beside this file in the sources, under db/ when the server runs from its build. */
export const MIGRATIONS_FOLDER = "db/migrations";

/**
 * Brings the database up to the newest migration; all of them or none, in one transaction.
 * @throws Error naming the folder when the migrations cannot be found, and when a newer version has migrated further.
 */
export function migrateDatabase(db: Database, folder = MIGRATIONS_FOLDER): void {
  requireMigrations(folder);
  if ((lastMigration(db.$client) ?? 0) > newestMigration(folder)) {
    throw cannotOpen(db.$client.name, new Error(OF_A_NEWER_VERSION));
  }
  migrate(db, { migrationsFolder: folder });
}

/** Every statement of the migrations, in the order in which they run. */
export function migrationStatements(folder = MIGRATIONS_FOLDER): string[] {
  requireMigrations(folder);
  return readMigrationFiles({ migrationsFolder: folder }).flatMap(({ sql }) => sql);
}

/** @throws Error naming the folder when the migrations cannot be found. */
export function requireMigrations(folder: string): void {
  if (!existsSync(folder)) throw new Error(`No migrations at ${folder}: start the server from the project's root.`);
}

/** @throws Error when the migrations that ran on a database are not those of this version. */
export function requireVersion(client: Sqlite.Database, folder: string): void {
  const newest = newestMigration(folder);
  const reached = lastMigration(client);
  if (reached === null) throw new Error("it is not a database of this portal");
  if (reached < newest) throw new Error("it is of an older version; starting the server brings it up to this one");
  if (reached > newest) throw new Error(OF_A_NEWER_VERSION);
}

const OF_A_NEWER_VERSION = "it is of a newer version than this one";

/** When the newest of these migrations was made. */
const newestMigration = (folder: string): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));

/** When the last migration that ran on a database was made; null where none did. */
function lastMigration(client: Sqlite.Database): number | null {
  const isMigrated = client.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get();
  if (!isMigrated) return null;
  const last = client.prepare("SELECT max(created_at) FROM __drizzle_migrations").pluck().get();
  return last === null ? null : Number(last);
}
