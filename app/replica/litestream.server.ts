import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { termName } from "./claims";
import { bytesOf } from "./copy-facts.server";
import { createLag, type Position, reaches, readProgress, readsIn, sentBytesIn } from "./lag";
import { litestreamReplica, messageOf, runProgram, startProgram } from "./programs.server";
import { LEDGER } from "./store.server";
import type { StoreWatch } from "./store-watch.server";

/** What Litestream copies, and where its settings are. They are there while it runs, and after an end that was not clean. */
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
  /** Which of its copies, a generation, was complete at some moment; null if none was. */
  copied(): string | null;
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
  store: StoreWatch;
  /** Gets what it complains about. */
  report: (line: string) => void;
}

/**
 * Runs Litestream, and starts it again if it ends, or sends nothing. Unless it ended cleanly, it then begins a new copy: what
 * it was sending may still arrive, in the place of something newer.
 */
export async function startLitestream(
  replica: ReplicaSettings,
  copied: Copied,
  { program, isWhole, store, report }: Running,
): Promise<Litestream> {
  const ledger = resolve(copied.ledger);
  const lag = createLag();
  let isStopping = false;
  let child: ChildProcess | null = null;
  let beginsAgain = existsSync(copied.configuration);
  /** What its figures say since it was started the last time. */
  const nothingYet = {
    ...{ address: "", generation: "", sentBytes: 0, reads: 0, timesGone: 0 },
    ...{ hasWritten: false, hasProgress: false, isWhole: false },
  };
  let seen = { ...nothingYet };
  /** When it last sent something, or had nothing to send. */
  let movedAt = performance.now();
  /** How often in a row it did not. */
  let stalls = 0;
  const patience = () => {
    const seconds = REPLICA.stalledSeconds + (isWhole() ? 0 : bytesOf(ledger) / REPLICA.leastBytesPerSecond);
    return seconds * 2 ** Math.min(stalls, REPLICA.stalledDoublings) * 1_000;
  };
  const start = async () => {
    const timesGone = store.timesGone();
    // Another program may have taken the former one meanwhile.
    const port = await freePort();
    if (!store.isThere() || store.timesGone() !== timesGone) throw new Error("the store is not at its place");
    if (isStopping) return;
    lag.restart();
    seen = { ...nothingYet, address: `127.0.0.1:${port}`, timesGone };
    if (beginsAgain) rmSync(generationFile(ledger), { force: true });
    configure(replica, copied, seen.address);
    movedAt = performance.now();
    const started = startProgram(program, ["replicate", "-config", copied.configuration], replica);
    child = started;
    beginsAgain = true;
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
  store.onGone(() => {
    endBecause("The store was not at its place.");
    try {
      // Also if this process ends before Litestream is started again.
      rmSync(generationFile(ledger), { force: true });
    } catch (error) {
      report(String(error));
    }
  });
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
      Object.assign(seen, { hasProgress: true, generation });
    }
    // It has nothing to send, and says nothing before that.
    if (metrics !== null && read && !progress && !seen.hasWritten && readsIn(metrics) > 0) {
      seen.hasWritten = writeSomething(ledger);
    }
    if (metrics !== null) {
      const [sentBytes, reads] = [sentBytesIn(metrics), readsIn(metrics)];
      const isIdle = reads !== seen.reads && (progress ? reaches(progress.stored, progress.read) : !seen.hasWritten);
      const hasMoved = sentBytes !== seen.sentBytes || isIdle;
      if (hasMoved || isWhole() !== seen.isWhole || !existsSync(ledger)) movedAt = performance.now();
      if (hasMoved && isWhole()) stalls = 0;
      Object.assign(seen, { sentBytes, reads, isWhole: isWhole() });
    }
    if (!store.isThere()) movedAt = performance.now();
    if (performance.now() - movedAt < patience()) return;
    stalls += 1;
    endBecause("Litestream sends nothing.");
  };
  const looking = setInterval(() => void look(), LOOK_MILLISECONDS);
  return {
    behindSeconds: () => lag.behindSeconds(performance.now()),
    copied: () => (lag.hasCopied() ? seen.generation : null),
    async stop() {
      isStopping = true;
      clearInterval(looking);
      if (!child || child.exitCode !== null || child.signalCode !== null) return false;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await Promise.race([ended, pause(REPLICA.stopMilliseconds, undefined, { ref: false })]);
      child.kill("SIGKILL");
      // A share may not respond.
      const late = pause(REPLICA.requestMilliseconds, false, { ref: false });
      const isAtItsPlace = (await Promise.race([store.look(), late])) && store.timesGone() === seen.timesGone;
      // It also ends with 0 if it never opened the database.
      const isSent = child.exitCode === 0 && isAtItsPlace && (seen.hasProgress || !existsSync(ledger));
      if (isSent) rmSync(copied.configuration, { force: true });
      return isSent;
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
    return readFileSync(generationFile(ledger), "utf8").trim();
  } catch {
    return null;
  }
}

/** Without this file, Litestream begins a new copy. */
const generationFile = (ledger: string): string => join(ownFolder(ledger), "generation");
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
 * @param generation which copy of it; null for the one whose files are the newest
 * @param to a path where nothing is yet
 * @throws Error with Litestream's message
 */
export async function restoreLedger(
  program: string,
  replica: ReplicaSettings,
  copied: Copied,
  generation: string | null,
  to: string,
): Promise<void> {
  configure(replica, copied);
  const which = generation === null ? [] : ["-generation", generation];
  const options = ["restore", "-config", copied.configuration, ...which, "-o", to, resolve(copied.ledger)];
  const outcome = await runProgram(program, options, replica);
  rmSync(copied.configuration);
  if (outcome.code !== 0) throw new Error(`Litestream cannot restore the database: ${messageOf(outcome)}`);
}
