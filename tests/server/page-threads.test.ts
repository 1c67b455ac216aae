import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase } from "#db/open";
import { organization, session } from "#db/schema";
import { allKeptFigures, keepFigures } from "~/operations/kept-figures.server";
import { PAGE_ROUTES } from "~/routes.js";
import { PAGE_THREADS } from "~/values/limits";
import { createPageThreads } from "~/web/page-threads/page-threads.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { isThreadPage, THREAD_PAGES } from "~/web/transport/thread-pages";
import { insertNotification, insertSubmission } from "../support/arrange";
import { ORGANIZATIONS, type PersonKey } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { CLIENT_IP, openPortal, type Portal } from "../support/portal";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* The threads are the built server's. They are given the file of a portal's database here, and asked directly. */

const BUILT = { file: "./app/programs/page-worker.mjs" };

/** A module that a thread runs instead of the built one. */
const running = (code: string) => ({
  file: new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${code}`)}`,
  ),
});

/** What answers with the number of the question. */
const COUNTING = `
  parentPort.postMessage(null);
  parentPort.on("message", ({ id, url, news }) => {
    if (news) return;
    if (url.includes("end")) process.exit(3);
    parentPort.postMessage({ id, answer: { status: 200, headers: [["x-answer", String(id)]], body: new ArrayBuffer(1), context: {} } });
  });`;

function openThreads(
  portal: Portal,
  { program = BUILT, count = 2, isBusy = () => true }: Partial<Parameters<typeof createPageThreads>[1]> = {},
) {
  for (const [name, value] of Object.entries({
    DATABASE_PATH: portal.services.settings.databasePath,
    UPLOADS_DIR: portal.uploadsDir,
    LOG_LEVEL: "info",
  }))
    vi.stubEnv(name, value);
  const threads = createPageThreads(portal.services, { program, count, isBusy });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await threads.stop();
  });
  const read = (person: PersonKey | null, path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, ...(person && { cookie: portal.cookieOf(person) }) };
    const context: RequestContext = {
      services: portal.services,
      requestId: "one",
      socketAddress: CLIENT_IP,
      nonce: "nonce",
    };
    const request = new Request(`http://portal.test${path}`, { ...init, headers });
    return threads.read(request, new URL(request.url).pathname, context);
  };
  const ready = () => expect.poll(() => read("poc", "/gov/calls"), POLL).not.toBeNull();
  return { ...threads, read, ready };
}

/** Loading the build may take long on a busy machine. */
const POLL = { timeout: 20_000 };
const errorsOf = (portal: Portal) => portal.log.filter(({ level }) => Number(level) >= 50);

test("every page of the table is one of the portal, and no other path is taken for one", () => {
  const paths = new Set(PAGE_ROUTES.map(({ path }) => path));
  expect(THREAD_PAGES.filter((path) => !paths.has(path))).toEqual([]);
  expect(isThreadPage("/gov/calls/one.data")).toBe(true);
  for (const path of [
    "/",
    "/calls",
    "/gov/search",
    "/gov/submissions/one",
    "/gov%2Fcalls",
    "//gov/calls",
    "/api/session",
  ]) {
    expect(isThreadPage(path), path).toBe(false);
  }
});

test("threads read what was committed a moment before, and nothing for a session that has ended", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  for (let round = 0; round < 20; round += 1) {
    const title = `Hull number ${round}`;
    insertSubmission(portal, { title, organizationId: ORGANIZATIONS.acme });
    const pages = await Promise.all([1, 2, 3, 4].map(() => read("acmeUser", "/portal/submissions")));
    for (const page of pages) expect(await page?.text()).toContain(title);
  }
  portal.db.delete(session).run();
  // Without a session, nothing is asked of a thread.
  expect(await read("acmeUser", "/portal/submissions")).toBeNull();
  expect(errorsOf(portal)).toEqual([]);
});

test("a thread leads on, refuses and does not find as the server does", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  const outcomes: [PersonKey, string, number][] = [
    ["acmeUser", "/gov/submissions", 403],
    ["borealisAdmin", `/portal/submissions/${insertSubmission(portal)}`, 404],
    ["poc", "/gov/calls/none", 404],
    ["poc", "/gov/calls.data", 200],
  ];
  for (const [person, path, status] of outcomes) {
    const there = await read(person, path);
    const here = await portal.request(person, "GET", path);
    expect([path, there?.status, here.status]).toEqual([path, status, status]);
    expect(there?.headers.get("content-type")).toBe(here.headers.get("content-type"));
  }
});

test("what reading a page records is written: the use of the session, and its notifications", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  insertNotification(portal, "acmeUser", { linkUrl: "/portal/submissions" });
  const unread = () => portal.db.$client.prepare(`SELECT count(*) FROM notification WHERE "read" = 0`).pluck().get();
  const used = () => portal.db.$client.prepare("SELECT max(last_seen_at) FROM session").pluck().get();
  portal.cookieOf("acmeUser");
  portal.advance(120_000);
  expect(unread()).toBe(1);
  const page = await read("acmeUser", "/portal/submissions");
  expect(unread()).toBe(0);
  expect(used()).toBe(portal.now().toISOString());
  expect(await page?.text()).toContain(portal.now().toISOString());
});

test("everyone gets the same figures, whichever thread read them", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  await read("poc", "/gov");
  await expect.poll(() => allKeptFigures(portal.db).length).toBe(2);
  const kept = allKeptFigures(portal.db).map((figures) => ({ ...figures, figures: "marked" }));
  for (const figures of kept) keepFigures(portal.db, figures);
  // Threads that have them do not read them again.
  await Promise.all([1, 2, 3, 4].map(() => read("poc", "/gov")));
  expect(allKeptFigures(portal.db)).toEqual(kept);
});

test("only reads of pages of the table go to threads, and only if the server is busy", async () => {
  const portal = await openPortal();
  let isBusy = false;
  const { read, rest } = openThreads(portal, { program: running(COUNTING), isBusy: () => isBusy });
  const started = () => portal.log.filter(({ threads }) => threads !== undefined).length;
  expect(await read("poc", "/gov/calls")).toBeNull();
  expect(started()).toBe(0);
  isBusy = true;
  await expect.poll(() => read("poc", "/gov/calls")).not.toBeNull();
  expect(started()).toBe(1);
  const elsewhere: [PersonKey | null, string, RequestInit?][] = [
    [null, "/gov/calls"],
    ["poc", "/gov/search?q=hull"],
    ["poc", "/gov/calls", { method: "POST", body: "" }],
    ["poc", "/gov/calls", { method: "HEAD" }],
  ];
  for (const [person, path, init] of elsewhere) expect(await read(person, path, init), path).toBeNull();
  // They stay as long as there is enough to do.
  for (let count = 0; count < PAGE_THREADS.fewestPages; count += 1) await read("poc", "/gov/calls");
  await rest();
  isBusy = false;
  expect(await read("poc", "/gov/calls")).not.toBeNull();
  await rest();
  expect(await read("poc", "/gov/calls")).toBeNull();
  expect(started()).toBe(1);
});

test("a page that ends its thread is read here, and threads start again only after a while", async () => {
  const portal = await openPortal();
  const { read } = openThreads(portal, { program: running(COUNTING), count: 1 });
  await expect.poll(() => read("poc", "/gov/calls")).not.toBeNull();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  expect(await read("poc", "/gov/calls/end")).toBeNull();
  expect(errorsOf(portal)).toHaveLength(2);
  expect(await read("poc", "/gov/calls")).toBeNull();
  clock.mockReturnValue(performance.now() + PAGE_THREADS.pauseMilliseconds + 1);
  await expect.poll(() => read("poc", "/gov/calls")).not.toBeNull();
});

test.each([
  ["throws", running("throw new Error('no memory')")],
  ["ends", running("process.exit(3)")],
  ["belongs to a build that was replaced", { ...BUILT, argv: ["1 2 3"] }],
])("without threads, pages are read here: one that %s as it starts", async (_what, program) => {
  const portal = await openPortal();
  const { read } = openThreads(portal, { program, count: 1 });
  expect(await read("poc", "/gov/calls")).toBeNull();
  await expect.poll(() => errorsOf(portal), POLL).toHaveLength(1);
  expect(await read("poc", "/gov/calls")).toBeNull();
});

test("an error in a thread is a line of the server's log, with its level and its request", async () => {
  const portal = await openPortal();
  const line = { level: 50, time: 1, err: { message: "no such table" }, requestId: "two", msg: "page failed" };
  const { read } = openThreads(portal, {
    program: running(
      `parentPort.on("message", () => {}); parentPort.postMessage({ news: { logged: ${JSON.stringify(JSON.stringify(line))} } });`,
    ),
    count: 1,
  });
  await read("poc", "/gov/calls");
  await expect.poll(() => errorsOf(portal)).toEqual([{ ...line, time: expect.any(Number) }]);
});

test("once the database's file was replaced, pages are read from the one that is open", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  const path = portal.services.settings.databasePath;
  copyFileSync(path, `${path}.copy`);
  renameSync(path, `${path}.former`);
  renameSync(`${path}.copy`, path);
  expect(await read("poc", "/gov/calls")).toBeNull();
});

/** Reads a page as often as the server can, until it has started threads. */
async function loadUntilThreads({ origin, process }: RunningServer, cookie: string): Promise<void> {
  let isStarted = false;
  process.stdout?.on("data", (chunk) => {
    if (String(chunk).includes('"started threads for pages"')) isStarted = true;
  });
  const ask = async () => {
    while (!isStarted) await (await fetch(`${origin}/gov/organizations`, { headers: { cookie } })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 8 }, ask));
}

/** How much each thread of a server gives way to others, its own thread first. */
const nicenessOf = ({ pid }: RunningServer) =>
  readdirSync(`/proc/${pid}/task`)
    .map(Number)
    .sort((one, other) => one - other)
    .map((id) =>
      Number(
        readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[16],
      ),
    );

test("a busy server reads pages in threads, shows what was just written, and stops as before", async () => {
  const place = makePlace();
  onTestFinished(() => place.remove());
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  const names = Array.from({ length: 30 }, (_value, number) => `Company number ${number}`);
  const server = await startServer(PORTAL, place.settings);
  onTestFinished(async () => void (await server.stop()));
  const cookie = `session=${tokens.poc}`;
  await loadUntilThreads(server, cookie);
  if (existsSync("/proc/self/task")) {
    // The server's own thread comes first.
    await expect.poll(() => nicenessOf(server).filter((value) => value === 5).length, POLL).toBeGreaterThan(0);
    expect(nicenessOf(server)[0]).toBe(0);
  }
  const page = async () => (await fetch(`${server.origin}/gov/organizations`, { headers: { cookie } })).text();
  for (const name of names) {
    db.update(organization).set({ name }).run();
    const pages = await Promise.all([page(), page(), page(), page()]);
    for (const text of pages) expect(text).toContain(name);
  }
  closeDatabase(db);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(place.folder).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
});
