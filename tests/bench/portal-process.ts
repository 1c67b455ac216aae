import { readFileSync } from "node:fs";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "#db/open";
import {
  type Environment,
  makePlace,
  type Place,
  PORTAL,
  type RunningServer,
  startServer,
} from "../support/server-process";

/** Creates a place with a migrated database. @param fill adds data to it */
export function makeFilledPlace(fill: (db: Database) => void): Place {
  const place = makePlace();
  const db = openDatabase(place.settings.DATABASE_PATH);
  migrateDatabase(db);
  fill(db);
  closeDatabase(db);
  return place;
}

/** Starts the portal, or another server in its place. `startMilliseconds` is the time from spawning the process to its first response. */
export async function startPortal(
  place: Place,
  settings: Environment = {},
  command: readonly string[] = PORTAL,
): Promise<RunningServer & { startMilliseconds: number }> {
  const started = performance.now();
  const server = await startServer(command, { ...place.settings, ...settings });
  await (await fetch(`${server.origin}/healthz`)).arrayBuffer();
  return { ...server, startMilliseconds: performance.now() - started };
}

/** Starts a bare server from source, through the same loader as this program. */
export function startBareServer(file: string, place: Place): Promise<RunningServer> {
  const command = [process.execPath, "--import", "tsx", file];
  return startServer(command, { ...place.settings, NODE_ENV: "production", FOLDER: place.folder });
}

/** The resident memory of a process in MB (1,048,576 bytes), now (VmRSS) or at its peak (VmHWM). */
export function residentMegabytes(pid: number, which: "VmRSS" | "VmHWM"): number {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").match(new RegExp(`^${which}:\\s+(\\d+) kB`, "m"));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}
