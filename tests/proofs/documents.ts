import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { closeDatabase, type Database } from "#db/open";
import { submission } from "#db/schema";
import { CONTENT_TYPES } from "~/storage/file-types";
import { DOCUMENT_TEXT, MB } from "~/values/limits";
import { addSubmitters } from "../bench/data";
import { percentile } from "../bench/measure";
import { hostileDocuments } from "../support/hostile-documents";
import { openMigrated } from "../support/migrated";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";
import type { Finding } from "./proof";

/** Pauses between requests while documents are read, so that this process does not take the processor from the server. */
const REQUEST_PAUSE = 20;
const LOOK_PAUSE = 10;
const BASELINE_MILLISECONDS = 30_000;
const MOST_LONGER = 50;
/** What a process may take between two looks of the host. */
const BETWEEN_LOOKS = { bytes: 256 * MB, seconds: 0.5 };

interface Stored {
  id: string;
  sha256: string;
}

/** Stores documents as if the upload had accepted them, so that the reader gets even those that it would refuse. */
function store(db: Database, uploads: string): Stored[] {
  const { organizationId, userId } = db.$client
    .prepare<[], { organizationId: string; userId: string }>(
      "SELECT organization_id AS organizationId, id AS userId FROM user WHERE organization_id IS NOT NULL LIMIT 1",
    )
    .get() as { organizationId: string; userId: string };
  mkdirSync(uploads, { recursive: true, mode: 0o700 });
  const now = new Date().toISOString();
  return hostileDocuments().map(({ name, kind, bytes }, index) => {
    const content = bytes();
    const storageKey = randomBytes(16).toString("hex");
    writeFileSync(join(uploads, storageKey), content, { mode: 0o600 });
    const sha256 = createHash("sha256").update(content).digest("hex");
    const id = `hostile-${index}`;
    db.insert(submission)
      .values({
        ...{ id, organizationId, submittedBy: userId, type: "WHITE_PAPER", title: name, summary: name },
        ...{
          fileName: `paper.${kind}`,
          contentType: `${CONTENT_TYPES[kind]}${kind === "txt" ? "; charset=utf-8" : ""}`,
        },
        ...{ sizeBytes: content.length, sha256, storageKey, createdAt: now, updatedAt: now },
      })
      .run();
    return { id, sha256 };
  });
}

/** How long requests wait, one after another, until `isDone`. */
async function waitsUntil(server: RunningServer, token: string, isDone: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isDone()) {
    const started = performance.now();
    const answer = await fetch(`${server.origin}/api/portal/submissions`, { headers: { cookie: `session=${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The list returned ${answer.status}`);
    waits.push(performance.now() - started);
    await pause(REQUEST_PAUSE);
  }
  return waits;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** The clock ticks of a second, in which Linux counts the time of processes. */
const TICKS = 100;
/** SIGKILL among the pending signals of a process, and the flag of a process that is ending. */
const KILLED = 1n << 8n;
const EXITING = 0x4;

interface Reading {
  /** The most memory that it had so far. */
  memoryBytes: number;
  cpuSeconds: number;
  secondsSinceStart: number;
  /** Whether the host has not ended it yet, and it has not ended by itself. */
  isReading: boolean;
}

/** What the process of a document has taken so far. Null if it is gone. */
function look(pid: number): Reading | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the name, which may have spaces: from the third field of all.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const uptime = Number(readFileSync("/proc/uptime", "latin1").split(" ")[0]);
    const pending = [...status.matchAll(/^(?:Sig|Shd)Pnd:\s*(\w+)/gm)].map(([, bits]) => BigInt(`0x${bits}`));
    const isEnding = fields[0] === "Z" || (Number(fields[6]) & EXITING) !== 0;
    return {
      memoryBytes: Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
      secondsSinceStart: uptime - Number(fields[19]) / TICKS,
      isReading: !isEnding && !pending.some((signals) => (signals & KILLED) !== 0n),
    };
  } catch {
    return null;
  }
}

/** The most that any process of a document took before it was ended, and how long it then took to go. */
async function watchReaders(server: RunningServer, isDone: () => boolean) {
  const most = { memoryBytes: 0, cpuSeconds: 0, seconds: 0, secondsToGo: 0 };
  const endedAt = new Map<number, number>();
  while (!isDone()) {
    for (const pid of childrenOf(server.pid).flatMap(childrenOf)) {
      const reading = look(pid);
      if (reading === null) continue;
      most.memoryBytes = Math.max(most.memoryBytes, reading.memoryBytes);
      if (reading.isReading) {
        most.cpuSeconds = Math.max(most.cpuSeconds, reading.cpuSeconds);
        most.seconds = Math.max(most.seconds, reading.secondsSinceStart);
      } else {
        const ended = endedAt.get(pid) ?? reading.secondsSinceStart;
        endedAt.set(pid, ended);
        most.secondsToGo = Math.max(most.secondsToGo, reading.secondsSinceStart - ended);
      }
    }
    await pause(LOOK_PAUSE);
  }
  return most;
}

/** Reads documents that harm careless readers, while the server answers requests. */
export async function* proveDocuments(): AsyncGenerator<Finding> {
  const place = makePlace();
  const { DATABASE_PATH, UPLOADS_DIR } = place.settings;
  const db = openMigrated(DATABASE_PATH);
  const [token = ""] = addSubmitters(db, 1);
  const stored = store(db, UPLOADS_DIR);
  // The same server, with the same records, before it has anything to read.
  db.$client.exec("DELETE FROM document_text");
  closeDatabase(db);
  const ledger = new Sqlite(DATABASE_PATH);
  const server = await startServer(PORTAL, place.settings);
  try {
    const deadline = performance.now() + BASELINE_MILLISECONDS;
    const before = await waitsUntil(server, token, () => performance.now() > deadline);
    ledger.exec("INSERT INTO document_text (source, source_id) SELECT 'submission', id FROM submission");
    const waiting = ledger.prepare<[], number>("SELECT count(*) FROM document_text WHERE status = 'WAITING'").pluck();
    const isDone = () => waiting.get() === 0;
    const started = performance.now();
    const [during, took] = await Promise.all([waitsUntil(server, token, isDone), watchReaders(server, isDone)]);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    for (const [name, share] of [
      ["median", 0.5],
      ["95th percentile", 0.95],
      ["99th percentile", 0.99],
    ] as const) {
      const [was, is] = [percentile(before, share), percentile(during, share)];
      yield {
        what: `${name} of a request meanwhile`,
        figure: `${is.toFixed(1)} ms (${was.toFixed(1)} before)`,
        bound: `${MOST_LONGER} ms longer`,
        holds: is - was <= MOST_LONGER,
      };
    }
    const outcomes = ledger
      .prepare<[], { outcome: string; number: number }>(
        "SELECT coalesce(failure, status) AS outcome, count(*) AS number FROM document_text GROUP BY 1 ORDER BY 2 DESC",
      )
      .all();
    yield {
      what: `${stored.length} documents are read or given up`,
      figure: `${seconds} s: ${outcomes.map(({ outcome, number }) => `${number} ${outcome}`).join(", ")}`,
      bound: "all",
      holds: outcomes.reduce((sum, { number }) => sum + number, 0) === stored.length,
    };
    const most = DOCUMENT_TEXT;
    yield {
      what: "most memory of a process",
      figure: `${(took.memoryBytes / MB).toFixed(0)} MB`,
      bound: `${most.memoryBytes / MB} MB, and ${BETWEEN_LOOKS.bytes / MB} MB between two looks`,
      holds: took.memoryBytes <= most.memoryBytes + BETWEEN_LOOKS.bytes,
    };
    for (const [what, seconds, limit] of [
      ["most time of a processor before a process was ended", took.cpuSeconds, most.cpuMilliseconds / 1000],
      ["longest time before a process was ended", took.seconds, most.milliseconds / 1000],
    ] as const) {
      yield {
        what,
        figure: `${seconds.toFixed(1)} s`,
        bound: `${limit} s, and ${BETWEEN_LOOKS.seconds} s between two looks`,
        holds: seconds <= limit + BETWEEN_LOOKS.seconds,
      };
    }
    yield {
      what: "longest time until an ended process was gone",
      figure: `${took.secondsToGo.toFixed(2)} s`,
      bound: "for information: it ends at its low priority",
      holds: true,
    };
    const lost = await lostOf(server, token, stored);
    yield {
      what: "submissions whose document is not what was stored",
      figure: `${lost.length} of ${stored.length}`,
      bound: "none",
      holds: lost.length === 0,
    };
  } finally {
    ledger.close();
    await server.stop();
    place.remove();
  }
}

async function lostOf(server: RunningServer, token: string, stored: readonly Stored[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { id, sha256 } of stored) {
    const headers = { cookie: `session=${token}` };
    const answer = await fetch(`${server.origin}/api/portal/submissions/${id}/file`, { headers });
    const hash = createHash("sha256").update(new Uint8Array(await answer.arrayBuffer()));
    if (answer.status !== 200 || hash.digest("hex") !== sha256) lost.push(id);
  }
  return lost;
}
