import { readMigrations } from "#db/migration-files";
import { migrationState } from "#db/migration-log";
import { openDatabaseToCopy } from "#db/open";

/**
 * The migrations that a server runs on a database when it starts. None if it cannot use the database: the server says
 * why.
 */
export function pendingMigrations(path: string): string[] {
  try {
    const { $client } = openDatabaseToCopy(path);
    try {
      return migrationState($client, readMigrations()).pending.map(({ name }) => name);
    } finally {
      $client.close();
    }
  } catch {
    return [];
  }
}
