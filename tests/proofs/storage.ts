import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, cpSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { hasCode } from "~/values/errors";
import { askDuring, percentile } from "../bench/measure";
import { type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { problemsOf } from "./ledger-problems";
import type { Finding } from "./proof";
import { type Kind, makePlaceForWrites, Writers } from "./writers";

const DISK_BYTES = 32 * 1024 * 1024;
const FILL_BYTES = 4096;
const WRITES = 20;
const LOCK_MILLISECONDS = 10_000;
/** How long a write waits for a lock before it is refused. */
const PATIENCE_MILLISECONDS = 5_000;
const READ_MILLISECONDS = 250;
const REFUSED = '500 {"error":"An error occurred."}';
/**
 * Reads, public and as a government user. Some count toward a limit or update the session's last use.
 */
const READS = [
  "/healthz",
  "/",
  "/login",
  "/api/portal/calls",
  "/gov",
  "/gov/organizations",
  "/api/gov/organizations",
  "/api/gov/calls?updatedSince=2026-01-01T00:00:00Z",
  "/api/search?q=acme",
];

/**
 * Tests a full disk, a read-only uploads folder, and a database that another program has locked. It mounts a small disk, so
 * it must run in its own mount namespace (`unshare -rm`, as `npm run prove:storage` does).
 */
export async function* proveStorage(): AsyncGenerator<Finding> {
  const seeded = makePlaceForWrites(1_000);
  const place = moveToSmallDisk(seeded.place);
  const server = await startServer(PORTAL, place.settings);
  const writers = new Writers(seeded.cast);
  const readAll = () => statusesOf(server, seeded.cast.government);
  try {
    await writeBoth(writers, server);
    const freeSpace = fill(place.folder);
    yield readsContinue("a full disk", await readAll());
    yield* refusals("a full disk", await writeBoth(writers, server), ["submission"]);
    freeSpace();
    yield writesResume("a full disk", await writeBoth(writers, server));

    const makeWritable = makeReadOnly(place.settings.UPLOADS_DIR);
    yield readsContinue("read-only uploads", await readAll());
    yield* refusals("read-only uploads", await writeBoth(writers, server), ["submission"]);
    makeWritable();
    yield writesResume("read-only uploads", await writeBoth(writers, server));

    yield* lockedDatabase(place, server, writers);
    yield writesResume("a locked database", await writeBoth(writers, server));
    yield nothingLeft(place, writers);
  } finally {
    await server.stop();
    spawnSync("umount", ["--recursive", place.folder]);
    seeded.place.remove();
  }
}

function run(program: string, ...options: string[]): void {
  const { status, stderr } = spawnSync(program, options, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${options.join(" ")}: ${stderr}`);
}

/** Mounts a small disk and moves the database to it. */
function moveToSmallDisk({ folder, settings, remove }: Place): Place {
  const disk = join(folder, "disk");
  const small = {
    DATABASE_PATH: join(disk, "ledger.sqlite"),
    UPLOADS_DIR: join(disk, "uploads"),
    BACKUP_DIR: join(disk, "backup"),
  };
  mkdirSync(disk);
  run("mount", "-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk);
  copyFileSync(settings.DATABASE_PATH, small.DATABASE_PATH);
  mkdirSync(small.UPLOADS_DIR);
  // Long enough ago that the next read updates the session's last use.
  const ledger = new Sqlite(small.DATABASE_PATH);
  ledger.prepare("UPDATE session SET last_seen_at = ?").run(new Date(Date.now() - 120_000).toISOString());
  ledger.close();
  return { folder: disk, settings: small, remove };
}

/**
 * Makes a folder read-only with a mount on top of it. The mount below is busy, because the server keeps a lock file open.
 * @returns a function that makes it writable again
 */
function makeReadOnly(folder: string): () => void {
  run("mount", "--bind", folder, folder);
  run("mount", "-o", "remount,bind,ro", folder);
  return () => run("umount", folder);
}

/** Fills the disk to the last block. @returns a function that frees the space */
function fill(folder: string): () => void {
  const path = join(folder, "filler");
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(FILL_BYTES));
  } catch (error) {
    if (!hasCode(error, "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

/** Makes several writes. @returns their outcomes by kind */
async function writeBoth(writers: Writers, server: RunningServer): Promise<Record<Kind, string[]>> {
  const outcomes: Record<Kind, string[]> = { note: [], submission: [] };
  for (let count = 0; count < WRITES; count += 1) {
    const { kind, outcome } = await writers.write(server.origin);
    outcomes[kind].push(outcome);
  }
  return outcomes;
}

async function statusesOf(server: RunningServer, token: string): Promise<string[]> {
  const statuses = await Promise.all(
    READS.map(async (path) => {
      const response = await fetch(server.origin + path, { headers: { cookie: `session=${token}` } });
      await response.arrayBuffer();
      return `${response.status} ${path}`;
    }),
  );
  return statuses.filter((status) => !status.startsWith("200 "));
}

const readsContinue = (where: string, failed: string[]): Finding => ({
  what: `${where}: reads continue`,
  figure: failed[0] ?? `${READS.length} of ${READS.length}`,
  bound: "all",
  holds: failed.length === 0,
});

/** Every write of the kinds `all` must be refused. Others may still fit in existing space. */
function* refusals(where: string, outcomes: Record<Kind, string[]>, all: Kind[]): Generator<Finding> {
  const every = Object.values(outcomes).flat();
  const refused = every.filter((outcome) => outcome === REFUSED);
  const odd = every.filter((outcome) => outcome !== REFUSED && outcome !== "201");
  const accepted = all.flatMap((kind) => outcomes[kind]).filter((outcome) => outcome !== REFUSED);
  yield {
    what: `${where}: writes get a bare 500`,
    figure: odd[0] ?? `${refused.length} of ${every.length} refused`,
    bound: `every ${all.join(", ")}`,
    holds: odd.length === 0 && accepted.length === 0 && refused.length > 0,
  };
}

function writesResume(where: string, outcomes: Record<Kind, string[]>): Finding {
  const failed = Object.values(outcomes)
    .flat()
    .filter((outcome) => outcome !== "201");
  return {
    what: `${where}: writes work again afterward`,
    figure: failed[0] ?? `${WRITES} of ${WRITES}`,
    bound: "all, without a restart",
    holds: failed.length === 0,
  };
}

/** Another program takes the write lock and keeps it. */
async function* lockedDatabase(place: Place, server: RunningServer, writers: Writers): AsyncGenerator<Finding> {
  const other = new Sqlite(place.settings.DATABASE_PATH);
  other.exec("BEGIN IMMEDIATE");
  const locked = pause(LOCK_MILLISECONDS).then(() => {
    other.exec("ROLLBACK");
    other.close();
  });
  const tooEarly = writers.write(server.origin);
  const inTime = pause(LOCK_MILLISECONDS - PATIENCE_MILLISECONDS / 2).then(() => writers.write(server.origin));
  const { waits } = await askDuring(`${server.origin}/api/portal/calls`, locked);
  const [first, second] = [await tooEarly, await inTime];
  const p99 = percentile(waits, 0.99);
  yield {
    what: "a database locked for 10 s: reads continue",
    figure: `p99 ${p99.toFixed(0)} ms, ${percentile(waits, 1).toFixed(0)} at most (${waits.length} reads)`,
    bound: `at most ${READ_MILLISECONDS} ms`,
    holds: p99 <= READ_MILLISECONDS,
  };
  yield {
    what: "a database locked for 10 s: writes wait up to 5 s",
    figure: `${first.outcome}, then ${second.outcome}`,
    bound: "refused, then successful",
    holds: first.outcome === REFUSED && second.outcome === "201",
  };
}

/** Checks a copy on another disk. */
function nothingLeft({ settings, folder }: Place, writers: Writers): Finding {
  const copy = join(folder, "..", "copy");
  cpSync(folder, copy, { recursive: true });
  const there = { DATABASE_PATH: join(copy, "ledger.sqlite"), UPLOADS_DIR: join(copy, "uploads"), BACKUP_DIR: "" };
  const left = readdirSync(join(settings.UPLOADS_DIR, ".staging"));
  const problems = [...left.map((name) => `${name} is left`), ...problemsOf({ settings: there }, writers.acknowledged)];
  return {
    what: "the ledger is complete, without partial uploads",
    figure: problems[0] ?? `${writers.acknowledged.length} writes acknowledged`,
    bound: "nothing lost",
    holds: problems.length === 0,
  };
}
