import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Environment variables. */
export type Environment = Record<string, string | undefined>;

/** A separate folder for one server's database, uploads and backups. */
export interface Place {
  folder: string;
  /** The settings that put a server here. */
  settings: { DATABASE_PATH: string; UPLOADS_DIR: string; BACKUP_DIR: string };
  remove(): void;
}

/** @param parent the folder to create it in */
export function makePlace(parent = tmpdir()): Place {
  const folder = mkdtempSync(join(parent, "portal-"));
  return {
    folder,
    settings: {
      DATABASE_PATH: join(folder, "ledger.sqlite"),
      UPLOADS_DIR: join(folder, "uploads"),
      BACKUP_DIR: join(folder, "backup"),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface RunningServer {
  origin: string;
  port: number;
  pid: number;
  process: ChildProcess;
  /** Sends SIGTERM and waits until it exits. @returns its exit code; null if it had to be killed */
  stop(): Promise<number | null>;
}

/** The environment of every tested server. Backups are off unless a test turns them on. */
const ENVIRONMENT = {
  NODE_ENV: "production",
  PATH: process.env.PATH,
  HOST: "127.0.0.1",
  BACKUP_INTERVAL_MINUTES: "0",
} as const;

/** Much longer than either takes on a busy machine. A server that never ends would outlive its tests. */
const [START_MILLISECONDS, STOP_MILLISECONDS] = [60_000, 30_000];

const killAfter = (milliseconds: number, child: ChildProcess) => setTimeout(() => child.kill("SIGKILL"), milliseconds);

const passedAsThird = (passed: number | undefined) => (passed === undefined ? [] : [passed]);

/** The built server, as `npm start` runs it. */
export const PORTAL: readonly string[] = [process.execPath, "app/programs/start.mjs"];

/**
 * Starts a server program on a free port and waits until it logs that it listens. It does not inherit this process's
 * environment, so that a developer's settings do not affect tests.
 * @param settings with a PORT, it listens there instead
 * @param logFile set it if the test blocks this process. Otherwise a full pipe would block the server
 * @param passed what the server gets as its file descriptor 3
 */
export async function startServer(
  command: readonly string[],
  settings: Environment,
  logFile?: string,
  passed?: number,
): Promise<RunningServer> {
  const [program = "", ...rest] = command;
  const log = logFile === undefined ? "pipe" : openSync(logFile, "a");
  // An earlier server may have written to the same file.
  const before = typeof log === "number" ? fstatSync(log).size : 0;
  const child = spawn(program, rest, {
    stdio: ["ignore", log, "inherit", ...passedAsThird(passed)],
    env: { ...ENVIRONMENT, PORT: "0", ...settings },
  });
  if (typeof log === "number") closeSync(log);
  const late = killAfter(START_MILLISECONDS, child);
  const listening = logFile === undefined ? listeningPort(child) : portInLog(child, logFile, before);
  const port = await listening.finally(() => clearTimeout(late));
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    process: child,
    async stop() {
      const late = killAfter(STOP_MILLISECONDS, child);
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      clearTimeout(late);
      return child.exitCode;
    },
  };
}

/**
 * Runs a program until it exits. It does not inherit this process's environment.
 * @param passed what it gets as its file descriptor 3
 */
export async function outcomeOf(command: readonly string[], settings: Environment, cwd?: string, passed?: number) {
  const [program = "", ...rest] = command;
  const child = spawn(program, rest, {
    cwd,
    stdio: ["ignore", "pipe", "pipe", ...passedAsThird(passed)],
    env: { ...ENVIRONMENT, PORT: "0", ...settings },
  });
  const outcome = { code: null as number | null, stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => {
    outcome.stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    outcome.stderr += chunk;
  });
  [outcome.code] = await once(child, "close");
  return outcome;
}

const LISTENING = /"port":(\d+),"msg":"listening"/;
const POLL_MILLISECONDS = 10;

async function portInLog(child: ChildProcess, logFile: string, from: number): Promise<number> {
  for (;;) {
    const listening = readFileSync(logFile).subarray(from).toString().match(LISTENING);
    if (listening) return Number(listening[1]);
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server exited with ${child.exitCode}`);
    await pause(POLL_MILLISECONDS);
  }
}

function listeningPort(child: ChildProcess): Promise<number> {
  let text = "";
  return new Promise((resolve, reject) => {
    // Keep reading after the match: a full pipe would block the server.
    child.stdout?.on("data", (chunk) => {
      if (text.length > 100_000) return;
      text += chunk;
      const listening = text.match(LISTENING);
      if (listening) resolve(Number(listening[1]));
    });
    child.once("exit", (code) => reject(new Error(`The server exited with ${code}: ${text}`)));
  });
}
