import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "#db/open";

/** A folder with a migrated database, filled by `fill`, for a server that is about to start on it. */
export interface Place {
  folder: string;
  databasePath: string;
  remove(): void;
}

export function makePlace(fill: (db: Database) => void): Place {
  const folder = mkdtempSync(join(tmpdir(), "portal-bench-"));
  const databasePath = join(folder, "ledger.sqlite");
  const db = openDatabase(databasePath);
  migrateDatabase(db);
  fill(db);
  closeDatabase(db);
  return { folder, databasePath, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface RunningServer {
  origin: string;
  pid: number;
  /** From spawning the process to its first answer. */
  startMilliseconds: number;
  stop(): Promise<void>;
}

/** Starts a server program and waits until `path` answers. */
export async function startServer(command: string[], environment: NodeJS.ProcessEnv, path: string): Promise<RunningServer> {
  const port = await freePort();
  const started = performance.now();
  const [program = "", ...rest] = command;
  const child = spawn(program, rest, {
    env: { ...process.env, ...environment, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await firstAnswer(`${origin}${path}`, child);
  return {
    origin,
    pid: child.pid ?? 0,
    startMilliseconds: performance.now() - started,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

export function startPortal(place: Place, environment: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const settings = {
    DATABASE_PATH: place.databasePath,
    UPLOADS_DIR: join(place.folder, "uploads"),
    BACKUP_DIR: join(place.folder, "backup"),
    ...environment,
  };
  return startServer([process.execPath, "app/start.mjs"], settings, "/healthz");
}

/** The bare servers are sources; they run through the same loader as this program. */
export function startBareServer(file: string, place: Place): Promise<RunningServer> {
  const command = [process.execPath, "--import", "tsx", file];
  return startServer(command, { NODE_ENV: "production", DATABASE_PATH: place.databasePath, FOLDER: place.folder }, "/");
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await sleep(2);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Resident memory of a process, in MB (1,048,576 bytes): now, or the most it ever was. */
export function residentMegabytes(pid: number, which: "VmRSS" | "VmHWM"): number {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").match(new RegExp(`^${which}:\\s+(\\d+) kB`, "m"));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}
