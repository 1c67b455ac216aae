import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { termName } from "./claims";
import { createLag, type Position, readProgress } from "./lag";
import { litestreamReplica, messageOf, runProgram, startProgram } from "./programs.server";
import { LEDGER } from "./store.server";

/** What Litestream copies, and where its settings are. */
export interface Copied {
  ledger: string;
  configuration: string;
  term: number;
}

/** Writes Litestream's settings for a term. Litestream reads YAML, and JSON is YAML. They have no secrets. */
function configure(replica: ReplicaSettings, { ledger, configuration, term }: Copied, address?: string): void {
  const replicas = [litestreamReplica(replica, `${termName(term)}/${LEDGER}`)];
  const dbs = [{ path: resolve(ledger), "monitor-interval": `${REPLICA.syncMilliseconds}ms`, replicas }];
  writeFileSync(configuration, JSON.stringify({ addr: address, logging: { level: "warn", type: "json" }, dbs }));
}

/** Copying a database that is written to meanwhile. */
export interface Litestream {
  /** How far the copy is behind; null as long as there is none. */
  behindSeconds(): number | null;
  /** Sends the last writes, and ends. @returns whether all was sent */
  stop(): Promise<boolean>;
}

const RESTART_MILLISECONDS = 1_000;
const LOOK_MILLISECONDS = 500;

/**
 * Runs Litestream, and starts it again if it ends, or sends nothing.
 * @param program where it is
 * @param report gets what it complains about
 */
export async function startLitestream(
  program: string,
  replica: ReplicaSettings,
  copied: Copied,
  report: (line: string) => void,
  stalledSeconds: number = REPLICA.stalledSeconds,
): Promise<Litestream> {
  let address = "";
  const lag = createLag();
  let isStopping = false;
  let child: ChildProcess | null = null;
  let startedAt = performance.now();
  let hasWritten = false;
  const start = async () => {
    // Another program may have taken the former one meanwhile.
    address = `127.0.0.1:${await freePort()}`;
    if (isStopping) return;
    configure(replica, copied, address);
    startedAt = performance.now();
    hasWritten = false;
    const started = startProgram(program, ["replicate", "-config", copied.configuration], replica);
    child = started;
    const lines = (chunk: Buffer) => {
      for (const line of chunk.toString("utf8", 0, REPLICA.outputBytes).trim().split("\n")) report(line);
    };
    started.stdout.on("data", lines);
    started.stderr.on("data", lines);
    started.on("error", (error) => report(error.message));
    started.on("close", (code) => {
      if (isStopping) return;
      report(`Litestream ended with ${code}`);
      setTimeout(() => !isStopping && void start(), RESTART_MILLISECONDS);
    });
  };
  await start();
  // Longer each time that this did not help, because a large copy takes long on a slow line.
  let patience = stalledSeconds;
  const endIfStalled = () => {
    const behind = lag.behindSeconds(performance.now()) ?? 0;
    if (behind < stalledSeconds) patience = stalledSeconds;
    if (behind < patience || performance.now() - startedAt < patience * 1_000) return;
    report(`Litestream has sent nothing for ${Math.round(behind)} s. Starting it again.`);
    patience *= 2;
    child?.kill("SIGKILL");
  };
  const looking = setInterval(async () => {
    const at = performance.now();
    const read = readPosition(resolve(copied.ledger));
    const progress = read && (await progressAt(address, read));
    if (progress) lag.note(progress, at);
    // Since its start, it says nothing before it has something to send.
    else if (read && !hasWritten && !isStopping) hasWritten = writeSomething(copied.ledger);
    if (!isStopping) endIfStalled();
  }, LOOK_MILLISECONDS);
  return {
    behindSeconds: () => lag.behindSeconds(performance.now()),
    async stop() {
      isStopping = true;
      clearInterval(looking);
      if (!child || child.exitCode !== null || child.signalCode !== null) return false;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await Promise.race([ended, pause(REPLICA.stopMilliseconds, undefined, { ref: false })]);
      child.kill("SIGKILL");
      return child.exitCode === 0;
    },
  };
}

/**
 * Writes to Litestream's own table, as it does itself to have a log. Its figures then show whether the way to the store works,
 * also if nobody else writes.
 * @returns whether it could
 */
function writeSomething(ledger: string): boolean {
  try {
    const client = new Sqlite(ledger, { fileMustExist: true, timeout: 0 });
    try {
      client.exec("INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1");
      return true;
    } finally {
      client.close();
    }
  } catch {
    // It has not begun, or the server is writing.
    return false;
  }
}

/** Which copy of the database Litestream is making; null if it has not begun. */
export function currentGeneration(ledger: string): string | null {
  try {
    return readFileSync(join(ownFolder(ledger), "generation"), "utf8").trim();
  } catch {
    return null;
  }
}

const ownFolder = (ledger: string): string => join(dirname(ledger), `.${basename(ledger)}-litestream`);

/** Up to where Litestream has read the log: it copies it into files of its own, whose names are numbers. Null if it has none. */
function readPosition(ledger: string): Position | null {
  try {
    const folder = join(ownFolder(ledger), "generations", currentGeneration(ledger) ?? "", "wal");
    const newest = readdirSync(folder)
      .filter((name) => name.endsWith(".wal"))
      .sort()
      .at(-1);
    return newest === undefined
      ? null
      : { index: Number.parseInt(newest, 16), offset: statSync(join(folder, newest)).size };
  } catch {
    // It has not begun, or has just removed a file.
    return null;
  }
}

async function progressAt(address: string, read: Position) {
  try {
    const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(LOOK_MILLISECONDS) });
    return readProgress(await response.text(), read);
  } catch {
    // It is starting, or busy.
    return null;
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

/**
 * Restores the newest state of a term's database from the store.
 * @param to a path where nothing is yet
 * @throws Error with Litestream's message
 */
export async function restoreLedger(
  program: string,
  replica: ReplicaSettings,
  copied: Copied,
  to: string,
): Promise<void> {
  configure(replica, copied);
  const options = ["restore", "-config", copied.configuration, "-o", to, resolve(copied.ledger)];
  const outcome = await runProgram(program, options, replica);
  if (outcome.code !== 0) throw new Error(`Litestream cannot restore the database: ${messageOf(outcome)}`);
}
