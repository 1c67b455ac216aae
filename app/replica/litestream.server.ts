import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { termName } from "./claims";
import { createLag, type Position, reaches, readProgress, readsIn, sentBytesIn } from "./lag";
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

interface Running {
  /** Where the program is. */
  program: string;
  /** Whether the store has a whole copy of the current generation. Making one can take long. */
  isWhole: () => boolean;
  /** Gets what it complains about. */
  report: (line: string) => void;
}

/** Runs Litestream, and starts it again if it ends, or sends nothing. */
export async function startLitestream(
  replica: ReplicaSettings,
  copied: Copied,
  { program, isWhole, report }: Running,
): Promise<Litestream> {
  const ledger = resolve(copied.ledger);
  const lag = createLag();
  let isStopping = false;
  let child: ChildProcess | null = null;
  /** What its figures say since it was started the last time. */
  const nothingYet = { address: "", hasWritten: false, hasProgress: false, generation: "", sentBytes: 0, reads: 0 };
  let seen = { ...nothingYet };
  /** When it last sent something, or had nothing to send. */
  let movedAt = performance.now();
  const start = async () => {
    // Another program may have taken the former one meanwhile.
    seen = { ...nothingYet, address: `127.0.0.1:${await freePort()}` };
    if (isStopping) return;
    configure(replica, copied, seen.address);
    movedAt = performance.now();
    const started = startProgram(program, ["replicate", "-config", copied.configuration], replica);
    child = started;
    const lines = (chunk: Buffer) => {
      for (const line of chunk.toString("utf8", 0, REPLICA.outputBytes).trim().split("\n")) report(line);
    };
    started.stdout.on("data", lines);
    started.stderr.on("data", lines);
    started.on("error", (error) => report(error.message));
    started.on("close", (code, signal) => {
      if (isStopping) return;
      report(`Litestream ended with ${code ?? signal}`);
      startAgain();
    });
  };
  const startAgain = () =>
    setTimeout(() => {
      if (isStopping) return;
      // Such as a full disk, to which its settings cannot be written.
      start().catch((error: Error) => {
        report(`Litestream does not start: ${error.message}`);
        startAgain();
      });
    }, RESTART_MILLISECONDS);
  /** Ends it, and so starts it again. It can be ended at any moment, as by a failure of the power. */
  const endBecause = (reason: string) => {
    report(`${reason} Starting Litestream again.`);
    movedAt = performance.now();
    child?.kill("SIGKILL");
  };
  await start();
  const look = async () => {
    const at = performance.now();
    const read = readPosition(ledger);
    const asked = seen;
    const metrics = await metricsAt(asked.address);
    // What an earlier process said does not count.
    if (isStopping || asked !== seen) return;
    const progress = metrics !== null && read ? readProgress(metrics, read) : null;
    const generation = currentGeneration(ledger) ?? "";
    if (progress && seen.hasProgress && generation !== seen.generation) {
      endBecause("Litestream began a new copy, and its figures are those of the former one.");
      return;
    }
    if (progress) {
      lag.note(progress, at);
      seen.hasProgress = true;
    }
    seen.generation = generation;
    // It has nothing to send, and says nothing before that.
    if (metrics !== null && read && !progress && !seen.hasWritten && readsIn(metrics) > 0) {
      seen.hasWritten = writeSomething(ledger);
    }
    if (metrics !== null) {
      const [sentBytes, reads] = [sentBytesIn(metrics), readsIn(metrics)];
      const isIdle = reads !== seen.reads && (progress ? reaches(progress.stored, progress.read) : !seen.hasWritten);
      if (sentBytes !== seen.sentBytes || isIdle || !isWhole()) movedAt = performance.now();
      Object.assign(seen, { sentBytes, reads });
    }
    if (performance.now() - movedAt >= REPLICA.stalledSeconds * 1_000) endBecause("Litestream sends nothing.");
  };
  const looking = setInterval(() => void look(), LOOK_MILLISECONDS);
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
      // It also ends with 0 if it never opened the database.
      return child.exitCode === 0 && (seen.hasProgress || !existsSync(ledger));
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
      // Litestream makes the checkpoints.
      client.pragma("wal_autocheckpoint = 0");
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

async function metricsAt(address: string): Promise<string | null> {
  try {
    const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(LOOK_MILLISECONDS) });
    return await response.text();
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
