import Sqlite from "better-sqlite3";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase, type Database } from "#db/open";
import { openMigrated } from "./migrated";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "./server-process";

/** What a file's tests share. Its members exist only once the tests run. */
interface SeededServer {
  server: RunningServer;
  /** A read-only connection to the server's database. */
  ledger: Sqlite.Database;
}

/** Starts the built server before a file's tests, on a new database that `seed` fills, and removes both afterward. */
export function seededServer(seed: (db: Database) => void): SeededServer {
  const shared = {} as SeededServer;
  let place: Place;
  beforeAll(async () => {
    place = makePlace();
    const db = openMigrated(place.settings.DATABASE_PATH);
    seed(db);
    closeDatabase(db);
    shared.server = await startServer(PORTAL, place.settings);
    shared.ledger = new Sqlite(place.settings.DATABASE_PATH, { readonly: true });
  });
  afterAll(async () => {
    shared.ledger.close();
    await shared.server.stop();
    place.remove();
  });
  return shared;
}
