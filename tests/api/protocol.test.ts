import { describe, expect, test } from "vitest";
import { submissionForm } from "../support/arrange";
import { pdf } from "../support/files";
import { HOST, openPortal } from "../support/portal";
import { contents, perform, scenarios } from "../support/scenario";
import { listen, sendChunks } from "../support/socket";

const KB = 1024;
const read = { as: "poc", method: "POST", path: "/api/notifications/read" } as const;
const JSON_TYPE = { "content-type": "application/json" };

describe("an address under /api", () => {
  const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const unknown = [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/portal",
    "/api/portal/calls/extra",
    "/api/portal/calls.data",
    "/api/session.data",
    "/api/_root.data",
    "/api/portal//calls",
    "/api/Session",
  ];
  scenarios(unknown.map((path) => ({ name: `${path} does not exist`, as: null, method: "GET", path, status: 404 })));
  scenarios(
    METHODS.map((method) => ({
      name: `that does not exist is not found for ${method} either`,
      as: null,
      method,
      path: "/api/nothing",
      status: 404,
      body: { error: "Not found" },
    })),
  );

  const wrong: [method: string, path: string, allow: string][] = [
    ["PUT", "/api/session", "GET, HEAD, POST, DELETE"],
    ["OPTIONS", "/api/session", "GET, HEAD, POST, DELETE"],
    ["GET", "/api/portal/register", "POST"],
    ["HEAD", "/api/portal/register", "POST"],
    ["DELETE", "/api/portal/profile", "GET, HEAD, PUT"],
    ["POST", "/api/portal/calls", "GET, HEAD"],
    ["PATCH", "/api/portal/submissions", "GET, HEAD, POST"],
    ["GET", "/api/gov/submissions/x/status", "PATCH"],
    ["DELETE", "/api/gov/calls/x", "GET, HEAD, PATCH"],
    ["GET", "/api/account/password", "POST"],
    ["GET", "/api/notifications/reroute", "POST"],
  ];
  for (const [method, path, allow] of wrong) {
    test(`answers ${method} ${path} with the allowed methods, with or without a session`, async () => {
      const portal = await openPortal();
      const answer = await perform(portal, { as: null, method, path, status: 405 });
      expect(answer.headers.get("allow")).toBe(allow);
    });
  }

  scenarios([
    {
      name: "refuses a repeated parameter, because the caller meant both values",
      as: "poc",
      method: "GET",
      path: "/api/gov/calls?page=1&status=OPEN&page=2",
      status: 400,
      fields: ["page"],
    },
    {
      name: "ignores unknown parameters",
      as: "poc",
      method: "GET",
      path: "/api/gov/calls?from=mail&from=mail",
      status: 200,
    },
  ]);

  test("sends a HEAD the same status and headers as a GET", async () => {
    const portal = await openPortal();
    const answer = await portal.request("poc", "HEAD", "/api/notifications/unread-count");
    expect(answer.status).toBe(200);
  });

  scenarios([
    { name: "that is malformed is refused", as: "poc", method: "GET", path: "/api/gov/submissions/%ff", status: 400 },
    { name: "that is malformed and unknown is refused", as: null, method: "GET", path: "/api/%ff", status: 400 },
    {
      name: "ignores Remix's own parameters",
      as: null,
      method: "GET",
      path: "/api/session?_data=root&_routes=root",
      status: 401,
    },
    { name: "with a slash at its end is the same", as: "poc", method: "GET", path: "/api/session/", status: 200 },
  ]);

  test("TRACE is refused in JSON, by the API and by pages, and the request is not echoed", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    for (const path of ["/api/session", "/"]) {
      const head = { method: "TRACE", path, headers: { host: HOST, cookie: "session=secret", "content-length": 0 } };
      const answer = await sendChunks(port, head, []);
      expect(answer.status).toBe(405);
      expect(answer.text).toContain('{"error":"Method not allowed"}');
      expect(answer.text.toLowerCase()).toContain("\nallow: ");
      expect(answer.text).not.toContain("secret");
    }
  });
});

describe("a Host header", () => {
  test("that is missing or malformed is refused in JSON", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const names = [
      "a@portal.test",
      "portal.test/a",
      "portal.test?a",
      'a"b.test',
      "a&b.test",
      "a'b.test",
      "%61.test",
      "é.test",
    ];
    for (const host of ["a b", "exa mple.test/x", "[", "portal.test:port", ...names]) {
      const answer = await sendChunks(port, { method: "GET", path: "/api/portal/calls", headers: { host } }, []);
      expect(answer.status, host).toBe(400);
      expect(answer.text).toContain('{"error":');
    }
  });
});

describe("a page's address with Remix's own parameters", () => {
  const addresses = [
    "/login?_data=routes/api/session",
    "/login?_data=root",
    "/login.data?_routes=routes/api/session",
    "/__manifest?p=/login&version=test",
    "/api.data",
  ];
  for (const path of addresses) {
    test(`${path} causes no error and reveals nothing internal`, async () => {
      const portal = await openPortal();
      const answer = await portal.request("poc", "GET", path);
      expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500);
      expect(answer.text).not.toMatch(/node_modules|at file:|app\/http|Sqlite/);
    });
  }
});

describe("a JSON body", () => {
  const raw = (name: string, body: BodyInit, status: number, type: string | null = "application/json") => ({
    name,
    ...read,
    raw: body,
    headers: { "content-type": type ?? "" },
    status,
  });
  const padded = (bytes: number) => `{"all": true, "more": "${"a".repeat(bytes - 25)}"}`;
  scenarios([
    raw("may have a byte-order mark", '\ufeff{"all": true}', 200),
    raw("may be of another media type of JSON", '{"all": true}', 200, "application/problem+json"),
    raw("may name its character set", '{"all": true}', 200, "application/json; charset=utf-8"),
    raw("may have 256 KB", padded(256 * KB), 200),
    raw("may not have a byte more", padded(256 * KB + 1), 413),
    raw("may not break off", '{"all": true', 400),
    raw("may not be empty", "", 400),
    raw("may not be an array", "[]", 400),
    raw("may not be null", "null", 400),
    raw("may not be a word", '"all"', 400),
    raw("may not be a number", "1", 400),
    raw("may not be JavaScript", "{all: true}", 400),
    raw("may not be text", '{"all": true}', 400, "text/plain"),
    raw("may not be a form", "all=true", 400, "application/x-www-form-urlencoded"),
    raw("may not be of no type", '{"all": true}', 400, null),
    raw("may not be invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400),
    raw("may not end within a character", new Uint8Array([0x7b, 0x22, 0xc3]), 400),
    raw("may not have NUL", '{"id": "a\\u0000b"}', 400),
    raw("may not have NUL in a name", '{"all": true, "a\\u0000b": 1}', 400),
    raw("may not have a lone surrogate", '{"id": "a\\ud800b"}', 400),
    raw("may not have one deep within", '{"all": true, "more": [{"deep": "\\udc00"}]}', 400),
    { name: "may not be missing", ...read, headers: JSON_TYPE, status: 400 },
    {
      name: "with too large a Content-Length is refused before it is read",
      ...read,
      raw: "{}",
      headers: { ...JSON_TYPE, "content-length": String(256 * KB + 1) },
      status: 413,
    },
  ]);

  test("that is too large is refused over a socket, and the client reads the response", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const headers = { host: HOST, cookie: portal.cookieOf("poc"), ...JSON_TYPE };
    const chunks = Array.from({ length: 16 }, () => Buffer.alloc(256 * KB, " "));
    const answer = await sendChunks(port, { method: "POST", path: read.path, headers }, chunks);
    expect(answer.status).toBe(413);
  });

  test("with a wrong type is refused over a socket at any length, and the client reads the response", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const headers = { host: HOST, cookie: portal.cookieOf("poc"), "content-type": "text/plain" };
    const chunks = Array.from({ length: 16 }, () => Buffer.alloc(256 * KB, " "));
    const answer = await sendChunks(port, { method: "POST", path: read.path, headers }, chunks);
    expect(answer.status).toBe(400);
  });
});

describe("a request from another site", () => {
  const headers: [headers: Record<string, string>, isRefused: boolean][] = [
    [{}, false],
    [{ "sec-fetch-site": "same-origin" }, false],
    [{ "sec-fetch-site": "none" }, false],
    [{ "sec-fetch-site": "same-site" }, true],
    [{ "sec-fetch-site": "cross-site" }, true],
    [{ "sec-fetch-site": "nonsense" }, true],
    [{ origin: `http://${HOST}` }, false],
    [{ origin: "http://evil.test" }, true],
    [{ origin: `http://${HOST}.evil.test` }, true],
    [{ origin: `http://${HOST}:81` }, true],
    [{ origin: "null" }, true],
    [{ origin: "nonsense" }, true],
    [{ "sec-fetch-site": "same-origin", origin: "http://evil.test" }, false],
    [{ "sec-fetch-site": "cross-site", origin: `http://${HOST}` }, true],
  ];
  for (const [sent, isRefused] of headers) {
    test(`with ${JSON.stringify(sent)} ${isRefused ? "changes nothing, by API or page" : "passes"}`, async () => {
      const portal = await openPortal();
      portal.cookieOf("poc");
      const before = contents(portal);
      const api = await portal.request("poc", "POST", read.path, { json: { all: true }, headers: sent });
      expect(api.status).toBe(isRefused ? 403 : 200);
      const page = await portal.request("poc", "POST", "/logout", { form: {}, headers: sent });
      expect(page.status === 403).toBe(isRefused);
      if (isRefused) expect(contents(portal)).toEqual(before);
    });
  }

  test("can read", async () => {
    const portal = await openPortal();
    const sent = { "sec-fetch-site": "cross-site", origin: "http://evil.test" };
    for (const path of ["/api/notifications", "/api/portal/calls", "/login"]) {
      expect((await portal.request("poc", "GET", path, { headers: sent })).status).not.toBe(403);
    }
  });

  test("is refused before anything else: it causes no sign-in, no registration and no count", async () => {
    const portal = await openPortal();
    for (const path of ["/api/session", "/api/portal/register", "/api/account/password", "/api/nothing"]) {
      const call = { as: null, method: "POST", path, json: {}, headers: { "sec-fetch-site": "cross-site" } };
      await perform(portal, { ...call, status: 403 });
    }
    expect(portal.db.query.rateLimitAttempt.findMany().sync()).toEqual([]);
  });

  test("is compared with the public origin behind a proxy", async () => {
    const portal = await openPortal({ PUBLIC_ORIGIN: "https://portal.example.gov" });
    const call = { ...read, json: { all: true } };
    await perform(portal, { ...call, headers: { origin: "https://portal.example.gov" }, status: 200 });
    await perform(portal, { ...call, headers: { origin: `http://${HOST}` }, status: 403 });
  });
});

describe("an unexpected failure", () => {
  test("gets a 500 without details, and the log has them under the request ID that the client gets", async () => {
    const portal = await openPortal();
    portal.db.$client.exec("ALTER TABLE notification RENAME TO the_secret_table");
    const answer = await portal.request("poc", "GET", "/api/notifications");
    expect(answer.status).toBe(500);
    expect(answer.text).toBe('{"error":"An error occurred."}');
    const requestId = answer.headers.get("x-request-id");
    const lines = portal.log.filter((line) => line.requestId === requestId);
    expect(JSON.stringify(lines)).toContain("no such table");
  });

  test("in a public feed gets the same", async () => {
    const portal = await openPortal();
    portal.db.$client.pragma("foreign_keys = OFF");
    portal.db.$client.exec("ALTER TABLE call RENAME TO the_secret_table");
    const answer = await portal.request(null, "GET", "/api/portal/calls");
    expect([answer.status, answer.text]).toEqual([500, '{"error":"An error occurred."}']);
  });

  test("with the session table gets the same", async () => {
    const portal = await openPortal();
    portal.cookieOf("poc");
    portal.db.$client.exec("DROP TABLE session");
    const answer = await portal.request("poc", "GET", "/api/session");
    expect([answer.status, answer.text]).toEqual([500, '{"error":"An error occurred."}']);
  });

  test("of a page reveals nothing about itself", async () => {
    const portal = await openPortal();
    portal.db.$client.pragma("foreign_keys = OFF");
    portal.db.$client.exec("ALTER TABLE call RENAME TO the_secret_table");
    const answer = await portal.request(null, "GET", "/calls");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/no such table|Sqlite|node_modules|at file:/);
    expect(JSON.stringify(portal.log)).toContain("no such table");
  });

  test("during a write leaves nothing written", async () => {
    const portal = await openPortal();
    portal.db.$client.exec(
      "CREATE TRIGGER audit_is_broken BEFORE INSERT ON audit_event BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    const json = { title: "Rotors", description: "Quiet ones." };
    await perform(portal, { as: "lead", method: "POST", path: "/api/gov/calls", json, status: 500 });
    const multipart = submissionForm({}, { name: "paper.pdf", bytes: pdf() });
    await perform(portal, { as: "acmeUser", method: "POST", path: "/api/portal/submissions", multipart, status: 500 });
  });
});

describe("/healthz", () => {
  test("returns 200 while the database works, and 503 when it does not", async () => {
    const portal = await openPortal();
    const well = await portal.request(null, "GET", "/healthz");
    expect([well.status, well.body]).toEqual([200, { ok: true }]);
    portal.db.$client.close();
    const ill = await portal.request(null, "GET", "/healthz");
    expect([ill.status, ill.body]).toEqual([503, { error: "The service is unavailable. Try again later." }]);
  });
});
