import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { afterEach, expect, test } from "vitest";
import { closeDatabase, type Database } from "#db/open";
import { createSession } from "~/operations/session.server";
import { idOf, insertCast } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { openPortal } from "../support/portal";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import { listen } from "../support/socket";

/* Behavior of exports that needs a real connection. */

const PATH = "/api/export/all";
/** Each has 2,000 characters of text. Together, they exceed the buffers between server and client. */
const ORGANIZATIONS = 10_000;

function addOrganizations({ $client }: Database): void {
  $client.exec(`
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${ORGANIZATIONS})
    INSERT INTO organization (id, name, name_key, org_type, description, created_at, updated_at)
    SELECT 'many-' || n, 'Many ' || n, 'many ' || n, 'COMPANY', printf('%.*c', 2000, 'x'), printf('2027-01-01T00:00:00.%06dZ', n), 'then'
    FROM number`);
}

/** Whether no one reads a snapshot any more. Only then can SQLite empty the write-ahead log. */
function canEmptyLog({ $client }: Database): boolean {
  $client.pragma("busy_timeout = 0");
  $client.exec("UPDATE organization SET city = 'Arlington' WHERE id = 'many-1'");
  return ($client.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[])[0]?.busy === 0;
}

/** How many times this process has a database file open. SQLite keeps it open while any connection is in use. */
const opened = (path: string) =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  }).length;

/** Requests an export and reads only its beginning. */
async function beginReading(port: number, cookie: string): Promise<IncomingMessage> {
  const request = get({ port, host: "127.0.0.1", path: PATH, headers: { cookie }, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  // The reader gets an error when its connection is cut.
  response.on("error", () => {});
  await once(response, "data");
  response.pause();
  return response;
}

test("a failure in the middle is a broken transfer to the client, and is logged", async () => {
  const portal = await openPortal();
  addOrganizations(portal.db);
  portal.db.$client.exec(
    `PRAGMA ignore_check_constraints = ON; UPDATE organization SET naics_codes = '[' WHERE id = 'many-${ORGANIZATIONS - 1}'`,
  );
  const port = await listen(portal);
  const headers = { cookie: portal.cookieOf("admin") };
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();

  const broken = await beginReading(port, headers.cookie);
  broken.resume();
  await new Promise((resolve) => broken.once("close", resolve));
  expect(broken.complete).toBe(false);
  expect(portal.log.filter(({ msg }) => msg === "sending a response failed")).toHaveLength(2);
  expect(canEmptyLog(portal.db)).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test("an export is complete, and closes its snapshot", async () => {
  const portal = await openPortal();
  addOrganizations(portal.db);
  const port = await listen(portal);
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: { cookie: portal.cookieOf("admin") } });
  const { data } = (await response.json()) as { data: { organizations: unknown[] } };
  expect(data.organizations).toHaveLength(ORGANIZATIONS + 2);
  expect(canEmptyLog(portal.db)).toBe(true);
});

test("a client that disconnects ends the export", async () => {
  const portal = await openPortal();
  addOrganizations(portal.db);
  const port = await listen(portal);
  const response = await beginReading(port, portal.cookieOf("admin"));
  expect(canEmptyLog(portal.db)).toBe(false);
  response.destroy();
  await expect.poll(() => canEmptyLog(portal.db)).toBe(true);
  expect(portal.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("HEAD gets the same response as GET, and reads nothing", async () => {
  const portal = await openPortal();
  const port = await listen(portal);
  const path = portal.services.settings.databasePath;
  const before = opened(path);
  const headers = { cookie: portal.cookieOf("admin") };
  for (const file of ["all", "csv?entity=submissions", "engagements.ics"]) {
    const url = `http://127.0.0.1:${port}/api/export/${file}`;
    const head = await fetch(url, { method: "HEAD", headers });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
    expect(await head.text()).toBe("");
    expect(opened(path)).toBe(before);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(401);
  }
  await (await fetch(`http://127.0.0.1:${port}${PATH}`, { headers })).text();
  expect(opened(path)).toBe(before + 1);
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test("a server that stops during a download leaves one complete file", async () => {
  const place = makePlace();
  ends.push(() => place.remove());
  const db = openMigrated(place.settings.DATABASE_PATH);
  insertCast(db, "none");
  addOrganizations(db);
  const portal = await openPortal();
  const client = { ip: "127.0.0.1", userAgent: null };
  const user = { id: idOf("admin"), sessionVersion: 1 };
  const token = createSession({ ...portal.services, db }, user, client, new Date());
  closeDatabase(db);

  const server = await startServer(PORTAL, place.settings);
  const response = await beginReading(server.port, `session=${token}`);
  // So that the write-ahead log is not empty.
  expect((await fetch(`${server.origin}/api/session`, { headers: { cookie: `session=${token}` } })).status).toBe(200);
  // The reader stays connected, so the server cuts the connection after a while.
  expect(await server.stop()).toBe(0);
  response.resume();
  await new Promise((resolve) => response.once("close", resolve));
  expect(response.complete).toBe(false);
  expect(readdirSync(place.folder).filter((name) => name.startsWith("ledger"))).toEqual([
    "ledger.sqlite",
    "ledger.sqlite.lock",
  ]);
}, 60_000);
