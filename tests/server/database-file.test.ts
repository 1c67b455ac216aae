import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { addSubmitters, pdfOfSize, submissionForm } from "../bench/data";
import { idOf, insertCast, ORGANIZATIONS } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { CAN_READ_LOCKS, missingLocks } from "../support/process-locks";
import { makePlace, outcomeOf, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";

/*
 * After the start, only SQLite may open the database's files in the server's process. If anything else closes one of them,
 * the process loses all its locks on it, and the next program that reads the database removes the log that the server uses.
 */

let place: Place;
let government: string;
let submitter: string;
let watched: { NODE_OPTIONS: string; WATCHED_CALLS: string };
beforeEach(() => {
  place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  insertCast(db, "none");
  government = openSession(db, idOf("admin"));
  [submitter = ""] = addSubmitters(db, 1);
  closeDatabase(db);
  watched = {
    NODE_OPTIONS: `--require=${resolve("tests/support/watch-files.cjs")}`,
    // A folder that a confined server may write to.
    WATCHED_CALLS: join(place.folder, "watched-calls"),
  };
});
afterEach(() => place.remove());

const BACKUPS = 3;

/** Writes, reads and exports until the server has made this many backups. */
async function useDuringBackups(server: RunningServer, atBackup: () => void): Promise<void> {
  let backups = 0;
  createInterface({ input: server.process.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    // The final backup comes after the database is closed.
    if (backups === BACKUPS || !line.includes('"msg":"backup made"')) return;
    backups += 1;
    atBackup();
  });
  const ask = async (path: string, cookie: string, request: RequestInit = {}) => {
    const response = await fetch(server.origin + path, {
      ...request,
      headers: { ...request.headers, cookie: `session=${cookie}` },
    });
    await response.arrayBuffer();
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
  };
  for (let number = 0; backups < BACKUPS; number += 1) {
    await ask(`/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`, government, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ body: `Note ${number}` }),
    });
    if (number > 0) continue;
    await ask("/api/portal/submissions", submitter, { method: "POST", body: submissionForm(pdfOfSize(5_000)) });
    for (const path of ["/gov", "/api/gov/organizations", "/api/search?q=acme", "/api/export/all"]) {
      await ask(path, government);
    }
  }
}

test.runIf(CAN_READ_LOCKS)("a server keeps its locks on the database while backups are made", async () => {
  const server = await startServer(PORTAL, { ...place.settings, BACKUP_INTERVAL_MINUTES: "0.002" });
  expect(missingLocks(server.pid, place.settings.DATABASE_PATH)).toEqual([]);
  const missing: string[] = [];
  await useDuringBackups(server, () => missing.push(...missingLocks(server.pid, place.settings.DATABASE_PATH)));
  // All threads share one copy of SQLite, because two copies would drop each other's locks.
  const libraries = readFileSync(`/proc/${server.pid}/maps`, "utf8").match(/\/\S*sqlite\S*\.(node|so\S*)/gi) ?? [];
  await server.stop();
  expect(missing).toEqual([]);
  expect([...new Set(libraries)]).toHaveLength(1);
});

test("from start to stop, no call of node:fs opens a file of the database", async () => {
  const server = await startServer(PORTAL, { ...place.settings, ...watched, BACKUP_INTERVAL_MINUTES: "0.002" });
  await useDuringBackups(server, () => undefined);
  expect(await server.stop()).toBe(0);
  expect(existsSync(watched.WATCHED_CALLS) ? readFileSync(watched.WATCHED_CALLS, "utf8") : "").toBe("");
});

test("the previous test detects a call that opens one, even in a thread", async () => {
  const script = `
    import { Worker } from "node:worker_threads";
    import { openSync, readFileSync } from "node:fs";
    import { open } from "node:fs/promises";
    const path = process.env.DATABASE_PATH;
    openSync(path);
    readFileSync(path + ".lock");
    await open(path + "-wal").catch(() => {});
    new Worker("import('node:fs').then((fs) => fs.copyFileSync(process.env.DATABASE_PATH, process.env.DATABASE_PATH + '.copy'))", { eval: true });`;
  const settings = { ...place.settings, ...watched };
  const lock = openDatabase(`${settings.DATABASE_PATH}.lock`);
  closeDatabase(lock);
  const { code, stderr } = await outcomeOf([process.execPath, "--input-type=module", "--eval", script], settings);
  expect([code, stderr]).toEqual([0, ""]);
  const seen = readFileSync(watched.WATCHED_CALLS, "utf8").trim().split("\n");
  const calls = seen.map((line) => JSON.parse(line) as { name: string; path: string });
  const seenCalls = calls.map(({ name, path }) => `${name} ${path.slice(settings.DATABASE_PATH.length)}`);
  // Node may call one of these through another.
  expect(seenCalls).toEqual(expect.arrayContaining(["openSync ", "readFileSync .lock", "open -wal", "copyFileSync "]));
});
