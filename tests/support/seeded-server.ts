import Sqlite from "better-sqlite3";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "#db/open";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "./server-process";

/** What a file's tests share. It is there once they begin. */
interface SeededServer {
  server: RunningServer;
  /** The server's database, to be looked into. */
  ledger: Sqlite.Database;
}

/** Starts the built server before a file's tests, on a database of its own that `seed` fills, and clears it away after. */
export function seededServer(seed: (db: Database) => void): SeededServer {
  const shared = {} as SeededServer;
  let place: Place;
  beforeAll(async () => {
    place = makePlace();
    const db = openDatabase(place.settings.DATABASE_PATH);
    migrateDatabase(db);
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
