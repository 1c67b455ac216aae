import { afterAll, beforeAll, expect, test } from "vitest";
import { exchangeRaw } from "../support/raw-exchange";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* Behavior of the built server that needs a real connection. */

let place: Place;
let server: RunningServer;
beforeAll(async () => {
  place = makePlace();
  server = await startServer(PORTAL, place.settings);
});
afterAll(async () => {
  await server.stop();
  place.remove();
});

/** Sends bytes on a new connection and reads until the server closes it. */
const exchange = async (...parts: (string | Buffer)[]) => (await exchangeRaw(server.port, parts)).response;

test("a client that asks to close the connection reads the refusal of a body that it is still sending", async () => {
  const body = Buffer.alloc(30_000_000, "x");
  const head =
    "POST /api/portal/submissions HTTP/1.1\r\nHost: portal.test\r\nConnection: close\r\n" +
    `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let round = 0; round < 10; round += 1) {
    const answer = await exchange(head, body);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/\{"error":"Unauthorized"\}$/);
  }
});

test.each(["/portal/submissions/new", "/logout", "/no/such/page", "/api/portal/submissions"])(
  "a client whose 30 MB body %s does not read still gets its response, and the next one",
  async (path) => {
    const body = Buffer.alloc(30_000_000, "x");
    const head = (length: number, connection: string) =>
      `POST ${path} HTTP/1.1\r\nHost: portal.test\r\nConnection: ${connection}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;
    const answers = await exchange(head(body.length, "keep-alive"), body, head(0, "close"));
    expect(answers.match(/HTTP\/1\.1 (302|401|404) /g)).toHaveLength(2);
  },
);

test.each([
  ["no request line", "NONSENSE\r\n\r\n"],
  ["an address that does not begin with a slash", "GET api/session HTTP/1.1\r\nHost: portal.test\r\n\r\n"],
  [
    "two lengths",
    "POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a control character in a header", "GET /api/session HTTP/1.1\r\nHost: portal.test\r\nX-A: a\u0001b\r\n\r\n"],
  ["an invalid absolute address", "GET http://[::bad/api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["no Host", "GET /api/session HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["a malformed Host", "GET /api/session HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
  ["a Host with an invalid port", "GET /api/session HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n"],
  ["a Host with an invalid IP address", "GET /a/../login HTTP/1.1\r\nHost: 256.0.0.1\r\nConnection: close\r\n\r\n"],
])("a request with %s is answered 400 in JSON", async (_fault, request) => {
  const answer = await exchange(request);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/content-type: application\/json; charset=utf-8/i);
  expect(answer).toMatch(/\{"error":"[^"]+"\}$/);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});

test("an asset is compressed, cached for a year and has the security headers", async () => {
  const page = await (await fetch(`${server.origin}/login`)).text();
  const stylesheet = page.match(/\/assets\/[^"]+\.css/)?.[0] ?? "";
  const answer = await fetch(server.origin + stylesheet, { headers: { "accept-encoding": "br" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toContain("max-age=31536000");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.text()).toContain(".usa-button");
  const missing = await fetch(`${server.origin}/assets/..%2f..%2fpackage.json`);
  expect(missing.status).toBe(404);
});
