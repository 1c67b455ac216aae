import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { addSubmitters, pdfOfSize, submissionForm } from "../bench/data";
import { openMigrated } from "../support/migrated";
import { makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";

/* The built server as a process. `npm test` builds it first. */

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

test("a stop lets a running request finish, and leaves one complete database file", async () => {
  const db = openMigrated(place.settings.DATABASE_PATH);
  const [token = ""] = addSubmitters(db, 1);
  closeDatabase(db);
  const server = await startServer(PORTAL, place.settings);

  const form = new Request(server.origin, { method: "POST", body: submissionForm(pdfOfSize(500_000)) });
  const contentType = form.headers.get("content-type");
  const body = Buffer.from(await form.arrayBuffer());
  const socket = connect(server.port, "127.0.0.1");
  socket.write(
    `POST /api/portal/submissions HTTP/1.1\r\nHost: portal.test\r\nCookie: session=${token}\r\n` +
      `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The server has started the request once it asks for the body.
  const [goOn] = await once(socket, "data");
  expect(String(goOn)).toMatch(/^HTTP\/1\.1 100 /);
  socket.write(body.subarray(0, 100_000));
  server.process.kill("SIGTERM");
  await refusesConnections(server.port);
  const exit = once(server.process, "exit");
  socket.write(body.subarray(100_000));
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
  expect(await exit).toEqual([0, null]);

  expect(existsSync(`${place.settings.DATABASE_PATH}-wal`)).toBe(false);
  expect(existsSync(`${place.settings.DATABASE_PATH}-shm`)).toBe(false);
  const left = openDatabase(place.settings.DATABASE_PATH);
  expect(left.$client.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(left.$client.prepare("SELECT title FROM submission").pluck().all()).toEqual(["A paper about autonomy"]);
  closeDatabase(left);
});

async function refusesConnections(port: number): Promise<void> {
  for (;;) {
    const probe = connect(port, "127.0.0.1");
    const refused = await Promise.race([
      once(probe, "connect").then(() => false),
      once(probe, "error").then(
        () => true,
        () => true,
      ),
    ]).catch(() => true);
    probe.destroy();
    if (refused) return;
  }
}

test("a second server on the same database is refused, and the first continues", async () => {
  const server = await startServer(PORTAL, place.settings);
  const second = await outcomeOf(PORTAL, place.settings);
  expect(second.code).toBe(1);
  expect(second.stderr).toContain("Another server is running on");
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a bad setting stops the start with its name and never its value", async () => {
  const secret = randomBytes(8).toString("hex");
  const { code, stderr } = await outcomeOf(PORTAL, { ...place.settings, SESSION_SECRET: secret, LOG_LEVEL: "loud" });
  expect(code).toBe(1);
  expect(stderr).toContain("SESSION_SECRET: Enter at least 32 characters");
  expect(stderr).toContain("LOG_LEVEL:");
  expect(stderr).not.toContain(secret);
});

test("a place of the data that cannot be used stops the start with its setting, also in a confined process", async () => {
  const { code, stderr } = await outcomeOf(PORTAL, { ...place.settings, UPLOADS_DIR: "package.json" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Fix these settings:\n {2}UPLOADS_DIR: .* not a folder\n$/);
});

test("npm start without a build says what to do", async () => {
  const start = `${process.cwd()}/app/programs/start.mjs`;
  const { code, stderr } = await outcomeOf([process.execPath, start], place.settings, place.folder);
  expect(code).toBe(1);
  expect(stderr).toBe("Nothing is built yet. Run `npm run build` first.\n");
});

test.each([
  { options: [], code: 1, command: "npm start" },
  { options: ["search:check"], code: 2, command: "npm run search:check" },
])("an older Node loads nothing and prints one line with what to do: $command", async ({ options, code, command }) => {
  const older = 'Object.defineProperty(process.versions, "node", { value: "22.15.0" });';
  const node = [process.execPath, "--import", `data:text/javascript,${encodeURIComponent(older)}`];
  const outcome = await outcomeOf([...node, "app/programs/start.mjs", ...options], place.settings);
  expect(outcome.code).toBe(code);
  expect(outcome.stderr).toMatch(/^This needs Node 24 or newer.*\n$/);
  expect(outcome.stderr).toContain(command);
});

test("the oldest Node that starts is the oldest that package.json allows, and the packaged Nodes are one version", () => {
  const { engines, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const [, oldest] = readFileSync("app/programs/start.mjs", "utf8").match(/OLDEST_NODE = (\d+)/) ?? [];
  expect(engines.node).toBe(`>=${oldest}`);
  const versions = new Set(Object.values<string>(optionalDependencies));
  expect([...versions]).toEqual([expect.stringMatching(`^${oldest}\\.`)]);
});

test("the server confines itself by default", async () => {
  const server = await startServer(PORTAL, place.settings);
  // Node's options come before the program, so they show how the process runs.
  expect(readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0")).toContain("--permission");
  expect(await server.stop()).toBe(0);
});

test("the first system administrator comes from the settings, once, and need not change the password", async () => {
  const settings = { ...place.settings, ADMIN_EMAIL: "Admin@agency.example", ADMIN_PASSWORD: "First-Admin-2026!" };
  for (const start of [1, 2]) {
    const server = await startServer(PORTAL, settings);
    const response = await fetch(`${server.origin}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "admin@agency.example", password: settings.ADMIN_PASSWORD }),
    });
    expect(response.status, `start ${start}`).toBe(200);
    expect(await response.json()).toMatchObject({ data: { role: "GOV_SYSTEM_ADMIN", mustChangePassword: false } });
    await server.stop();
  }
  const db = openDatabase(place.settings.DATABASE_PATH);
  expect(db.$client.prepare("SELECT count(*) FROM user").pluck().get()).toBe(1);
  closeDatabase(db);
});

test("the same build works under remix-serve", async () => {
  const command = [process.execPath, "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"];
  const port = 20_000 + (process.pid % 10_000);
  const child = spawn(command[0] ?? "", command.slice(1), {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, ...place.settings, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) },
  });
  await once(child.stdout, "data");
  const origin = `http://127.0.0.1:${port}`;
  const feed = await fetch(`${origin}/api/portal/calls`);
  expect([feed.status, await feed.json()]).toEqual([200, { data: [] }]);
  const unknown = await fetch(`${origin}/api/nothing`);
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: "Not found" }]);
  const page = await fetch(`${origin}/login`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  child.kill("SIGKILL");
  await once(child, "exit");
});
