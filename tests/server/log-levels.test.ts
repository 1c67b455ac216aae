import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "#db/open";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { MALFORMED } from "../proofs/malformed-requests";
import type { PersonKey } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { exchangeRaw } from "../support/raw-exchange";
import { addressOf } from "../support/routes";
import { insertServerCast } from "../support/server-cast";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* Operators watch the log for lines of level 50 and above. A client must not be able to cause one. */

let place: Place;
let server: RunningServer;
let tokens: Record<PersonKey, string>;
beforeAll(async () => {
  place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  tokens = await insertServerCast(db);
  closeDatabase(db);
  server = await startServer(PORTAL, place.settings, logFile());
});
afterAll(async () => {
  await server.stop();
  place.remove();
});

const logFile = () => join(place.folder, "log");
const cookieOf = (person: PersonKey) => `session=${tokens[person]}`;
const PAGES = PAGE_ROUTES.map(({ path }) => addressOf(path === "*" ? "no/such/page" : path));
const APIS = API_ROUTES.map(({ path }) => addressOf(path.replace("*", "no-such")));

interface Line {
  level: number;
  msg: string;
  err?: { message: string };
}
let linesBefore = 0;
const lines = () => readFileSync(logFile(), "utf8").trimEnd().split("\n");
beforeEach(() => {
  linesBefore = lines().length;
});
/** The distinct errors that the test logged. */
function faults(): string[] {
  const logged = lines().slice(linesBefore);
  const found = logged.map((line) => JSON.parse(line) as Line).filter(({ level }) => level >= 50);
  return [...new Set(found.map(({ msg, err }) => `${msg}: ${err?.message}`))];
}

/** Waits until a later request is in the log, and so all earlier ones. */
async function settled(): Promise<void> {
  const path = `/settled-${Math.random()}`;
  await fetch(server.origin + path);
  await expect.poll(() => readFileSync(logFile(), "utf8").includes(path), { timeout: 10_000 }).toBe(true);
}

async function send(path: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(server.origin + path, { redirect: "manual", ...init });
  await response.arrayBuffer();
}

const QUERIES = [
  "_data=x",
  "_data=root",
  "_data=",
  "_data=x&_data=y",
  "%5fdata=x",
  "_routes=x",
  "_routes=root%2Cx",
  "index",
];
const BODIES: [type: string, body: string][] = [
  ["text/plain", "x"],
  ["application/json", "{"],
  ["application/json", "null"],
  ["application/x-www-form-urlencoded", "%&=&a=%ff&_data=x"],
  ["multipart/form-data", "x"],
  ["multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n"],
];

for (const person of [null, "systemAdmin", "acmeUser"] as const) {
  const session: Record<string, string> = person ? { cookie: "" } : {};
  const headers = () => (person ? { ...session, cookie: cookieOf(person) } : session);

  test(`hostile addresses from ${person ?? "a visitor"} log nothing at level 50`, { timeout: 60_000 }, async () => {
    for (const page of PAGES) {
      const data = page === "/" ? "/_root.data" : `${page}.data`;
      for (const query of QUERIES) await send(`${page}?${query}`, { headers: headers() });
      for (const method of ["HEAD", "POST"]) {
        for (const path of [page, `${page}?_data=x`, data, `${data}?_routes=x`]) {
          await send(path, { method, headers: headers() });
        }
      }
      for (const path of [data, `${data}?_routes=x`, `${data}?_data=x`]) await send(path, { headers: headers() });
    }
    await settled();
    expect(faults()).toEqual([]);
  });

  test(`hostile bodies from ${person ?? "a visitor"} log nothing at level 50`, { timeout: 60_000 }, async () => {
    for (const path of [...PAGES, ...APIS]) {
      for (const [type, body] of BODIES) {
        await send(path, { method: "POST", headers: { ...headers(), "content-type": type }, body });
      }
      await send(path, { method: "PATCH", headers: { ...headers(), "content-type": "application/json" }, body: "[" });
    }
    await settled();
    expect(faults()).toEqual([]);
  });
}

test("requests to Remix's own addresses log nothing at level 50", async () => {
  const version = /"version":"(\w+)"/.exec(await (await fetch(`${server.origin}/login`)).text())?.[1] ?? "x";
  for (const query of ["", "?p=/", `?version=${version}`, `?version=${version}&p=%ff&p=//&p=/%00`, "?_data=x"]) {
    for (const method of ["GET", "HEAD", "POST"]) await send(`/__manifest${query}`, { method });
  }
  for (const path of [
    "/.data",
    "/_root.data.data",
    "/%5froot.data",
    "/a%2f..%2f?_data=x",
    "//x?_data=x",
    "/*?_data=x",
  ]) {
    await send(path);
  }
  for (const name of ["x-remix-reload-document", "x-remix-response", "range", "if-none-match", "cookie"]) {
    await send("/portal/calls", { headers: { [name]: '"=%;%%,' } });
  }
  await settled();
  expect(faults()).toEqual([]);
});

test("malformed requests log nothing at level 50", { timeout: 60_000 }, async () => {
  await Promise.all(MALFORMED.map(({ bytes }) => exchangeRaw(server.port, [bytes], 500)));
  await settled();
  expect(faults()).toEqual([]);
});

test("clients that go away log nothing at level 50", { timeout: 60_000 }, async () => {
  const form = "multipart/form-data; boundary=x";
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-';
  const cookie = cookieOf("acmeUser");
  const heads = [
    `POST /api/portal/submissions HTTP/1.1\r\nCookie: ${cookie}\r\nContent-Type: ${form}`,
    `POST /portal/submissions/new HTTP/1.1\r\nCookie: ${cookie}\r\nContent-Type: ${form}`,
    `POST /api/session HTTP/1.1\r\nContent-Type: application/json`,
    `POST /login HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded`,
    `POST /login.data HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded`,
    `POST /register HTTP/1.1\r\nContent-Type: ${form}`,
  ].map((head) => `${head}\r\nHost: portal.test\r\nContent-Length: 90000\r\n\r\n${file}`);
  const reads = [...PAGES, "/api/gov/export?format=json"].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: portal.test\r\nCookie: ${cookieOf("systemAdmin")}\r\n\r\n`,
  );
  for (const milliseconds of [0, 2, 20]) {
    for (const bytes of [...heads, ...reads]) {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write(bytes);
      await pause(milliseconds);
      if (milliseconds === 2) socket.resetAndDestroy();
      else socket.destroy();
    }
  }
  await settled();
  expect(faults()).toEqual([]);
});
