import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { setEnvironmentData } from "node:worker_threads";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase } from "#db/open";
import { organization, session, user } from "#db/schema";
import { allKeptFigures, keepFigures } from "~/operations/kept-figures.server";
import { PAGE_ROUTES } from "~/routes.js";
import { PAGE_THREAD_LIMITS } from "~/values/limits";
import { createPageThreads } from "~/web/page-threads/page-threads.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { isThreadPage, THREAD_PAGES } from "~/web/transport/thread-pages";
import { insertNotification, insertSubmission } from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { PAGES } from "../support/pages";
import { CLIENT_IP, openPortal, type Portal } from "../support/portal";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* The threads are the built server's. They are given the file of a portal's database here, and asked directly. */

const BUILT = "./app/programs/page-worker.mjs";

/** A module that a thread runs instead of the built one. */
const running = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${code}`)}`);

/** What answers with the number of the question. */
const COUNTING = `
  parentPort.postMessage(null);
  parentPort.on("message", ({ id, url, news }) => {
    if (news || url.includes("wait")) return;
    if (url.includes("end")) process.exit(3);
    parentPort.postMessage({ id, answer: { status: 200, headers: [["x-answer", String(id)]], body: new ArrayBuffer(1), context: {} } });
  });`;

function openThreads(
  portal: Portal,
  {
    file = BUILT,
    count = 2,
    isBusy = () => true,
    patienceMilliseconds,
  }: Partial<Parameters<typeof createPageThreads>[1]> = {},
  environment: Record<string, string> = {},
) {
  for (const [name, value] of Object.entries({
    DATABASE_PATH: portal.services.settings.databasePath,
    UPLOADS_DIR: portal.uploadsDir,
    LOG_LEVEL: "info",
    ...environment,
  }))
    vi.stubEnv(name, value);
  const threads = createPageThreads(portal.services, { file, count, isBusy, patienceMilliseconds });
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
  const started = () => portal.log.filter(({ msg }) => msg === STARTED).length;
  const ready = async () => {
    await read("poc", "/gov/calls");
    await expect.poll(started, POLL).toBe(count);
  };
  return { ...threads, read, ready, started };
}

const STARTED = "a thread for pages started";

/** Loading the build may take long on a busy machine. */
const POLL = { timeout: 20_000 };
const errorsOf = (portal: Portal) => portal.log.filter(({ level }) => Number(level) >= 50);

test("every page of the table is one of the portal, and no other path is taken for one", () => {
  const paths = new Set(PAGE_ROUTES.map(({ path }) => path));
  expect(THREAD_PAGES.filter((path) => !paths.has(path))).toEqual([]);
  expect(isThreadPage("/gov/calls/one.data", null)).toBe(true);
  for (const path of [
    "/",
    "/calls",
    "/gov/search",
    "/gov/submissions/one",
    "/gov%2Fcalls",
    "//gov/calls",
    "/api/session",
  ]) {
    expect(isThreadPage(path, null), path).toBe(false);
  }
});

/** What the pages of people who are signed in need beside the database, so that they stay in the server's own thread. */
const NEEDS: Readonly<Record<string, string>> = {
  "account/feeds": "secrets",
  "account/password": "secrets",
  "account/second-factor": "secrets",
  "account/passkeys": "secrets",
  "account/passkeys/new": "secrets",
  "account/single-sign-on": "the provider",
  "gov/admin/export": "files",
  "gov/admin/outbox": "the mailer",
  "gov/admin/status": "the process",
  "gov/search": "the index",
  "gov/submissions/:id": "who else reads it",
};

test("each page that only people who are signed in see is in the table, or it is known why not", () => {
  const own = Object.entries(PAGES).filter(([, { nobody }]) => nobody === "sign in");
  const others = own.map(([path]) => path).filter((path) => !THREAD_PAGES.includes(path));
  expect(others.sort()).toEqual(Object.keys(NEEDS).sort());
});

test("if the session cannot be read, the page says so in its own way", async () => {
  const portal = await openPortal();
  const { read } = openThreads(portal);
  portal.cookieOf("poc");
  portal.db.$client.exec("ALTER TABLE session RENAME TO moved");
  expect(await read("poc", "/gov/calls")).toBeNull();
  expect(errorsOf(portal)).toHaveLength(1);
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

test("a thread redirects, refuses and does not find as the server does", async () => {
  const unlocked = { DEMO_LOCK_CREDENTIALS: "false" };
  const portal = await openPortal(unlocked);
  portal.db
    .update(user)
    .set({ mustChangePassword: true })
    .where(eq(user.id, idOf("lead")))
    .run();
  const { read, ready } = openThreads(portal, {}, unlocked);
  await ready();
  const outcomes: [PersonKey, string, number][] = [
    ["acmeUser", "/gov/submissions", 403],
    ["borealisAdmin", `/portal/submissions/${insertSubmission(portal)}`, 404],
    ["poc", "/gov/calls/none", 404],
    ["lead", "/gov/calls", 302],
    ["poc", "/gov/calls.data", 200],
  ];
  for (const [person, path, status] of outcomes) {
    const there = await read(person, path);
    const here = await portal.request(person, "GET", path);
    expect([path, there?.status, here.status]).toEqual([path, status, status]);
    for (const name of ["content-type", "location"]) expect(there?.headers.get(name)).toBe(here.headers.get(name));
  }
});

test.each(["/portal/submissions", "/portal/submissions.data", "/portal/submissions.data?_routes=root"])(
  "what reading %s records is written: the use of the session, and its notifications",
  async (address) => {
    const portal = await openPortal();
    const { read, ready } = openThreads(portal);
    await ready();
    insertNotification(portal, "acmeUser", { linkUrl: "/portal/submissions" });
    const unread = () => portal.db.$client.prepare(`SELECT count(*) FROM notification WHERE "read" = 0`).pluck().get();
    const used = () => portal.db.$client.prepare("SELECT max(last_seen_at) FROM session").pluck().get();
    portal.cookieOf("acmeUser");
    portal.advance(120_000);
    expect(unread()).toBe(1);
    const page = await read("acmeUser", address);
    expect(unread()).toBe(0);
    expect(used()).toBe(portal.now().toISOString());
    expect(await page?.text()).toContain(portal.now().toISOString());
  },
);

/** Reads the dashboard in all threads. */
const readDashboards = (read: (person: PersonKey, path: string) => Promise<Response | null>) =>
  Promise.all([1, 2, 3, 4].map(() => read("poc", "/gov")));

test("everyone gets the same figures, whichever thread read them", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  await read("poc", "/gov");
  await expect.poll(() => allKeptFigures(portal.db).length).toBe(2);
  // If a thread read them again, it would tell, and they would take the place of these.
  const marked = allKeptFigures(portal.db).map((figures) => ({ ...figures, figures: "marked" }));
  for (const figures of marked) keepFigures(portal.db, figures);
  await readDashboards(read);
  expect(allKeptFigures(portal.db)).toEqual(marked);
});

test("threads that start get the figures that are kept", async () => {
  const portal = await openPortal();
  await portal.request("poc", "GET", "/gov");
  const kept = allKeptFigures(portal.db);
  expect(kept).toHaveLength(2);
  const marked = kept.map((figures) => ({ ...figures, from: figures.from - 1 }));
  for (const figures of marked) keepFigures(portal.db, figures);
  const { read, ready } = openThreads(portal);
  await ready();
  await readDashboards(read);
  expect(allKeptFigures(portal.db)).toEqual(marked);
});

test("only reads of pages of the table go to threads, and only if the server is busy", async () => {
  const portal = await openPortal();
  let isBusy = false;
  const { read, rest, ready, started } = openThreads(portal, { file: running(COUNTING), isBusy: () => isBusy });
  expect(await read("poc", "/gov/calls")).toBeNull();
  expect(started()).toBe(0);
  isBusy = true;
  await ready();
  const elsewhere: [PersonKey | null, string, RequestInit?][] = [
    [null, "/gov/calls"],
    ["poc", "/gov/search?q=hull"],
    ["poc", "/gov/calls", { method: "POST", body: "" }],
    ["poc", "/gov/calls", { method: "HEAD" }],
    // It warns of full disks, and a disk may not respond.
    ["systemAdmin", "/gov"],
  ];
  for (const [person, path, init] of elsewhere) expect(await read(person, path, init), path).toBeNull();
  // The first check may come at any moment, so it ends none. They stay as long as there is enough to do.
  await rest();
  for (let count = 0; count < PAGE_THREAD_LIMITS.fewestPages; count += 1) await read("poc", "/gov/calls");
  await rest();
  isBusy = false;
  expect(await read("poc", "/gov/calls")).not.toBeNull();
  await rest();
  expect(await read("poc", "/gov/calls")).toBeNull();
  expect(started()).toBe(2);
});

test("a page that ends its thread is read here, and threads start again only after a while", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal, { file: running(COUNTING), count: 1 });
  await ready();
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  expect(await read("poc", "/gov/calls/end")).toBeNull();
  expect(errorsOf(portal)).toHaveLength(2);
  expect(await read("poc", "/gov/calls")).toBeNull();
  clock.mockReturnValue(performance.now() + PAGE_THREAD_LIMITS.pauseMilliseconds + 1);
  await expect.poll(() => read("poc", "/gov/calls")).not.toBeNull();
});

test("a thread that answers no more is ended, and its pages are read here", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal, { file: running(COUNTING), count: 1, patienceMilliseconds: 1_000 });
  await ready();
  const pages = ["/gov/calls/wait", "/gov/calls/wait", "/gov/calls"].map((path) => read("poc", path));
  expect((await Promise.all(pages)).map((page) => page?.status)).toEqual([undefined, undefined, 200]);
  expect(await read("poc", "/gov/calls")).toBeNull();
  expect(errorsOf(portal).map(({ msg }) => msg)).toContain("a thread for pages ended");
});

test.each([
  ["throws", running("throw new Error('no memory')")],
  ["ends", running("process.exit(3)")],
  ["belongs to a build that was replaced", BUILT],
])("without threads, pages are read here: one that %s as it starts", async (_what, file) => {
  const portal = await openPortal();
  setEnvironmentData("portal build", "of another server");
  onTestFinished(() => setEnvironmentData("portal build", undefined));
  const { read } = openThreads(portal, { file, count: 1 });
  expect(await read("poc", "/gov/calls")).toBeNull();
  await expect.poll(() => errorsOf(portal), POLL).toHaveLength(1);
  expect(await read("poc", "/gov/calls")).toBeNull();
});

test("an error in a thread is a line of the server's log, with its level and its request", async () => {
  const portal = await openPortal();
  const line = { level: 50, time: 1, err: { message: "no such table" }, requestId: "two", msg: "page failed" };
  const { read } = openThreads(portal, {
    file: running(
      `parentPort.on("message", () => {}); parentPort.postMessage({ news: { logged: ${JSON.stringify(JSON.stringify(line))} } });`,
    ),
    count: 1,
  });
  await read("poc", "/gov/calls");
  await expect.poll(() => errorsOf(portal)).toEqual([{ ...line, time: expect.any(Number) }]);
});

/** Puts a copy in the place of the database. @returns puts the database back */
function replaceDatabase({ services: { settings } }: Portal): () => void {
  const path = settings.databasePath;
  copyFileSync(path, `${path}.copy`);
  renameSync(path, `${path}.former`);
  renameSync(`${path}.copy`, path);
  return () => renameSync(`${path}.former`, path);
}

test("once the database's file was replaced, pages are read from the one that is open", async () => {
  const portal = await openPortal();
  const { read, ready } = openThreads(portal);
  await ready();
  replaceDatabase(portal);
  expect(await read("poc", "/gov/calls")).toBeNull();
});

test("a thread that opened another file as it started never reads, even if the right one is put back", async () => {
  const portal = await openPortal();
  const { read } = openThreads(portal, { count: 1 });
  expect(await read("poc", "/gov/calls")).toBeNull();
  const putBack = replaceDatabase(portal);
  await expect.poll(() => errorsOf(portal), POLL).toHaveLength(1);
  putBack();
  expect(await read("poc", "/gov/calls")).toBeNull();
});

/** Reads a page as often as the server can, until it has started threads. */
async function loadUntilThreads({ origin, process }: RunningServer, cookie: string): Promise<void> {
  let isStarted = false;
  process.stdout?.on("data", (chunk) => {
    if (String(chunk).includes(STARTED)) isStarted = true;
  });
  const ask = async () => {
    while (!isStarted) await (await fetch(`${origin}/gov/organizations`, { headers: { cookie } })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 8 }, ask));
}

/** How much a thread of a server gives way to others. */
const nicenessOf = ({ pid }: RunningServer, thread: number | string = pid) =>
  Number(
    readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")[16],
  );

/** How many threads give way to the server's own. One may end meanwhile. */
const countGivingWay = (server: RunningServer) =>
  readdirSync(`/proc/${server.pid}/task`).filter((thread) => {
    try {
      return nicenessOf(server, thread) > nicenessOf(server);
    } catch {
      return false;
    }
  }).length;

test.runIf(availableParallelism() > 1)(
  "a busy server reads pages in threads, shows what was just written, and stops as before",
  async () => {
    const place = makePlace();
    onTestFinished(() => place.remove());
    const db = openMigrated(place.settings.DATABASE_PATH);
    const tokens = await insertServerCast(db);
    const names = Array.from({ length: 30 }, (_value, number) => `Company number ${number}`);
    const watched = {
      NODE_OPTIONS: `--require=${resolve("tests/support/watch-files.cjs")}`,
      WATCHED_CALLS: join(place.folder, "watched-calls"),
    };
    const server = await startServer(PORTAL, { ...place.settings, ...watched });
    onTestFinished(async () => void (await server.stop()));
    // Before it opens the database, it reads whose the log is that another process writes here.
    rmSync(watched.WATCHED_CALLS, { force: true });
    const cookie = `session=${tokens.poc}`;
    await loadUntilThreads(server, cookie);
    if (existsSync("/proc/self/task")) {
      expect(countGivingWay(server)).toBeGreaterThan(0);
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
    // Nothing but SQLite opens the database's files: closing them would drop its locks.
    expect(existsSync(watched.WATCHED_CALLS)).toBe(false);
  },
);
