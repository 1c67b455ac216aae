import { randomBytes } from "node:crypto";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "#db/open";
import { createSession } from "~/domain/session/session.server";
import { readSettings } from "~/settings.server";
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

/** Opens a session of a user whose password was never changed. @returns its token. */
export function openSession(db: Database, userId: string): string {
  const services = { db, settings: readSettings({}), randomBytes };
  return createSession(services, { id: userId, sessionVersion: 1 }, { ip: "127.0.0.1", userAgent: null }, new Date());
}
