import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { ENTRY_TYPES } from "#db/enumerations";
import { closeDatabase, type Database, openDatabase, openForThread } from "#db/open";
import { failureOf } from "#db/reading-thread";
import { call } from "#db/schema";
import { readingOf } from "~/domain/search/reader.server";
import type { FoundEntry } from "~/search/ledger/find.server";
import { createLedgerSearch } from "~/search/ledger/ledger-search.server";
import type { LedgerFilters, LedgerReader } from "~/search/ledger/request.server";
import { createSearchThread } from "~/search/ledger/search-thread.server";
import { insertAnnouncement, insertCall, insertPresetTag, insertSubmission } from "../support/arrange";
import { idOf, insertCast, ORGANIZATIONS, START } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { openPortal, type Portal } from "../support/portal";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* The thread is the built server's. It is given the file of a portal's database here, and asked directly. */

const READERS: Readonly<Record<string, LedgerReader>> = {
  government: { types: ENTRY_TYPES, isGovernment: true, organizationId: null },
  company: {
    types: ["submission", "call", "announcement", "file", "note"],
    isGovernment: false,
    organizationId: ORGANIZATIONS.acme,
  },
  visitor: { types: ["call", "announcement", "file"], isGovernment: false, organizationId: null },
};
const READER_NAMES = Object.keys(READERS);
const readerNamed = (name: string) => READERS[name] as LedgerReader;

function openThread(portal: Portal, file: string | URL = "./app/programs/search-worker.mjs") {
  const reported: unknown[] = [];
  const thread = createSearchThread(file, portal.services.settings, (error) => reported.push(error));
  onTestFinished(() => thread.stop());
  const ask = (text: string, reader: LedgerReader, filters: LedgerFilters = {}) =>
    thread.ask("find", { text, reader, filters }, portal.now());
  const find: typeof ask = async (...question) => {
    await portal.services.ledger.catchUp(true);
    return ask(...question);
  };
  const suggest = (text: string, reader: LedgerReader) =>
    thread.ask("suggest", { text, reader, ...SUGGESTED }, portal.now());
  return { ask, find, suggest, stop: thread.stop, reported };
}

const SUGGESTED = { types: ENTRY_TYPES, byNames: true, most: 20 };
const suggestHere = (portal: Portal, text: string, reader: LedgerReader) =>
  portal.services.ledger.suggest({ text, ...SUGGESTED, ...readingOf(portal.db, reader, portal.now()) });
const findHere = (portal: Portal, text: string, reader: LedgerReader, filters: LedgerFilters = {}) =>
  portal.services.ledger.find({ text, filters, ...readingOf(portal.db, reader, portal.now()) }, portal.now());
const idsOf = (found: { entries: readonly FoundEntry[] } | null) => found?.entries.map(({ sourceId }) => sourceId);

/** A module that a thread runs instead of the built one. */
const running = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${code}`)}`);

test("the thread finds and suggests what the server's own search does, for everyone, with other names of tags and the time", async () => {
  const portal = await openPortal();
  const { find, suggest, reported } = openThread(portal);
  insertPresetTag(portal, "uas", "drone");
  insertCall(portal, { title: "Radar of drones", techTags: "uas", status: "OPEN" });
  insertCall(portal, {
    title: "Radar that opens later",
    status: "PENDING",
    releasesAt: new Date(portal.now().getTime() + 60_000).toISOString(),
  });
  insertCall(portal, { title: "Radar as a draft", status: "DRAFT" });
  insertSubmission(portal, { title: "Radar of Acme", organizationId: ORGANIZATIONS.acme });
  insertSubmission(portal, { title: "Radar of another company", organizationId: ORGANIZATIONS.borealis });
  insertAnnouncement(portal, { title: "Radar day", published: true });
  const questions: [string, LedgerFilters][] = [
    ["radar", {}],
    ["radar -day", {}],
    ["drone", {}],
    ["raddar", {}],
    ["nothing has these words", {}],
    ["radar", { status: "OPEN" }],
    ["radar", { types: ["call"] }],
    ["", {}],
  ];
  const compareAll = async () => {
    for (const name of READER_NAMES) {
      for (const [text, filters] of questions) {
        const here = await findHere(portal, text, readerNamed(name), filters);
        expect(await find(text, readerNamed(name), filters), `${name}: ${text}`).toEqual(here);
      }
      const suggested = await suggestHere(portal, "rad", readerNamed(name));
      expect(suggested.length).toBeGreaterThan(0);
      expect(await suggest("rad", readerNamed(name)), name).toEqual(suggested);
    }
  };
  await compareAll();
  const seen = idsOf(await find("radar", readerNamed("visitor")));
  expect(seen).toHaveLength(2);
  portal.advance(61_000);
  await compareAll();
  expect(idsOf(await find("radar", readerNamed("visitor")))).toHaveLength(3);
  expect(idsOf(await find("radar", readerNamed("government")))?.length).toBeGreaterThan(5);
  expect(reported).toEqual([]);
});

test("the thread finds what was committed a moment before, and leaves out what was withdrawn", async () => {
  const portal = await openPortal();
  const { ask, find } = openThread(portal);
  for (let round = 0; round < 20; round += 1) {
    const id = insertCall(portal, { title: `Quartz number ${round}`, status: "OPEN" });
    expect(idsOf(await find(`quartz "number ${round}"`, readerNamed("visitor")))).toEqual([id]);
    portal.db.update(call).set({ status: "DRAFT" }).run();
    // The index does not know yet.
    expect(idsOf(await ask("quartz", readerNamed("visitor")))).toEqual([]);
  }
});

/** Has a ledger count as large. The entry has no text, so no search finds it. */
const makeLarge = ({ $client }: Database) =>
  $client.exec(`
    INSERT INTO search_entry (entry_number, source, source_id, type, reach, title, heading)
    VALUES (50000, 'call', 'none', 'call', 'PUBLIC', '', '')`);

test("only a large ledger asks the thread, after what was written is indexed", async () => {
  const portal = await openPortal();
  const asked: unknown[] = [];
  const stale = () => portal.db.$client.prepare("SELECT count(*) FROM search_stale").pluck().get();
  const { settings, codeTables } = portal.services;
  const ledger = createLedgerSearch(portal.db, { ...settings, codeTables }, () => expect.unreachable(), {
    async ask(...question) {
      asked.push([...question, stale()]);
      return null;
    },
    stop: async () => void asked.push("stop"),
  });
  const question = { text: "radar", reader: readerNamed("visitor"), filters: {} };
  expect(await ledger.inThread("find", question, portal.now())).toBeNull();
  expect(asked).toEqual([]);
  makeLarge(portal.db);
  insertCall(portal);
  expect(stale()).toBeGreaterThan(0);
  await ledger.inThread("find", question, portal.now());
  await ledger.stop();
  expect(asked).toEqual([["find", question, portal.now(), 0], "stop"]);
});

/** Starts the built server on a large ledger in which visitors find one call. */
async function startLarge() {
  const place = makePlace();
  onTestFinished(() => place.remove());
  const db = openMigrated(place.settings.DATABASE_PATH);
  makeLarge(db);
  insertCast(db, "");
  const at = START.toISOString();
  db.insert(call)
    .values({
      id: "quartz",
      title: "Quartz",
      description: "We look for quartz.",
      status: "OPEN",
      authorId: idOf("lead"),
      createdAt: at,
      updatedAt: at,
    })
    .run();
  closeDatabase(db);
  const server = await startServer(PORTAL, place.settings);
  onTestFinished(async () => void (await server.stop()));
  return { place, server };
}

async function totalOf({ origin }: RunningServer): Promise<number> {
  const response = await fetch(`${origin}/api/search/ledger?q=quartz`);
  expect(response.status).toBe(200);
  return (await response.json()).data.total;
}

/** Linux lists the threads of a process, and Node names its own. */
const CAN_COUNT_THREADS = existsSync("/proc/self/task");
const countThreads = ({ pid }: RunningServer) =>
  readdirSync(`/proc/${pid}/task`).filter((id) => {
    try {
      return readFileSync(`/proc/${pid}/task/${id}/comm`, "utf8").startsWith("Worker");
    } catch {
      return false;
    }
  }).length;

test.runIf(CAN_COUNT_THREADS)(
  "the server starts its thread with the first search of a large ledger, once",
  async () => {
    const { place, server } = await startLarge();
    const before = countThreads(server);
    for (let round = 0; round < 3; round += 1) {
      expect(await totalOf(server)).toBe(1);
      expect(countThreads(server)).toBe(before + 1);
    }
    expect(await server.stop()).toBe(0);
    expect(readdirSync(place.folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  },
);

test("the thread's connection cannot write, and leaves the log alone when it is closed", async () => {
  const { db, services } = await openPortal();
  const path = services.settings.databasePath;
  const other = openForThread(path);
  expect(() => other.$client.exec("DELETE FROM call")).toThrow(expect.objectContaining({ code: "SQLITE_READONLY" }));
  // Unlike one that can write, also if the server's own connection is to another file by now.
  closeDatabase(db);
  renameSync(path, `${path}.moved`);
  copyFileSync(`${path}.moved`, path);
  const last = openDatabase(path);
  last.$client.exec("UPDATE organization SET updated_at = '2026-03-03T00:00:00.000Z'");
  const reader = openForThread(path);
  reader.$client.prepare("SELECT count(*) FROM organization").get();
  const before = readFileSync(`${path}-wal`);
  reader.$client.close();
  other.$client.close();
  expect(readFileSync(`${path}-wal`).equals(before)).toBe(true);
  closeDatabase(last);
});

test("a server whose database was replaced searches on, and leaves the log of the former one in place", async () => {
  const { place, server } = await startLarge();
  const path = place.settings.DATABASE_PATH;
  // Afterwards, the server indexes no more.
  const present = openForThread(path);
  await expect.poll(() => present.$client.prepare("SELECT count(*) FROM search_stale").pluck().get()).toBe(0);
  present.$client.close();
  const wal = readFileSync(`${path}-wal`);
  copyFileSync(path, `${path}.copy`);
  renameSync(path, `${path}.former`);
  renameSync(`${path}.copy`, path);
  expect(await totalOf(server)).toBe(1);
  expect(await server.stop()).toBe(0);
  expect(readFileSync(`${path}-wal`).subarray(0, wal.length).equals(wal)).toBe(true);
});

test("an error of SQLite in the thread is one here, with its code", async () => {
  const portal = await openPortal();
  const failure = failureOf(new Sqlite.SqliteError("disk I/O error", "SQLITE_IOERR"));
  const { find } = openThread(
    portal,
    running(`
      parentPort.postMessage(null);
      parentPort.on("message", ({ id }) => parentPort.postMessage({ id, failure: ${JSON.stringify(failure)} }));`),
  );
  const failed = find("one", readerNamed("visitor"));
  await expect(failed).rejects.toBeInstanceOf(Sqlite.SqliteError);
  await expect(failed).rejects.toMatchObject({ message: "disk I/O error", code: "SQLITE_IOERR", stack: failure.stack });
  expect(failureOf("text")).toEqual({ message: "text", stack: undefined, code: undefined });
});

test("what fails in one search leaves the others alone", async () => {
  const portal = await openPortal();
  const { find, reported } = openThread(portal);
  const invalid = { ...readerNamed("visitor"), types: null as never };
  const [bad, good] = await Promise.allSettled([
    find("radar", invalid),
    find("nothing has these words", readerNamed("visitor")),
  ]);
  expect(bad.status).toBe("rejected");
  expect(good).toMatchObject({ status: "fulfilled", value: { entries: [] } });
  expect(reported).toEqual([]);
});

test("a thread that cannot start is reported once, and its searches run elsewhere", async () => {
  const portal = await openPortal();
  // Node throws for the last one, as it does when the system gives no thread.
  for (const file of [
    running("throw new Error('no memory')"),
    running("process.exit(3)"),
    "neither-relative-nor-absolute",
  ]) {
    const { find, reported } = openThread(portal, file);
    expect(await Promise.all(["one", "two"].map((text) => find(text, readerNamed("visitor"))))).toEqual([null, null]);
    expect(await find("three", readerNamed("visitor"))).toBeNull();
    expect(reported).toHaveLength(1);
  }
});

test("a thread that ends while it searches is reported, fails its searches, and starts for the next one", async () => {
  const portal = await openPortal();
  const { find, reported } = openThread(
    portal,
    running(`
      parentPort.postMessage(null);
      parentPort.on("message", ({ id, question: { text } }) => {
        if (text === "end") process.exit(3);
        if (text !== "wait") parentPort.postMessage({ id, answer: text });
      });`),
  );
  const visitor = readerNamed("visitor");
  expect(await find("one", visitor)).toBe("one");
  const [waiting, ended] = await Promise.allSettled([find("wait", visitor), find("end", visitor)]);
  expect([waiting.status, ended.status]).toEqual(["rejected", "rejected"]);
  expect(await find("two", visitor)).toBe("two");
  expect(reported).toHaveLength(1);
});

test("once stopped, the thread answers what still waits with null, and starts no more", async () => {
  const portal = await openPortal();
  const { ask, find, stop, reported } = openThread(portal, running(`parentPort.on("message", () => {});`));
  const waiting = ask("one", readerNamed("visitor"));
  await stop();
  expect(await waiting).toBeNull();
  expect(await find("two", readerNamed("visitor"))).toBeNull();
  expect(reported).toEqual([]);
});
