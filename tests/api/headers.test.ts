import { hash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { FOR_EVERYONE, wrongHeaders } from "../support/common-headers";
import { dispatchers } from "../support/dispatchers";
import { HOST, openPortal, type Portal, readResponse } from "../support/portal";
import { listen, sendChunks } from "../support/socket";

const expectCommon = (headers: Headers) => expect(wrongHeaders((name) => headers.get(name))).toEqual([]);

/** The same portal with a folder of built assets. */
async function fetchAsset(portal: Portal, path: string) {
  const clientFolder = join(dirname(portal.uploadsDir), "client");
  mkdirSync(join(clientFolder, "assets"), { recursive: true });
  writeFileSync(join(clientFolder, "assets/app.js"), "export {};");
  const handler = createFetchHandler(dispatchers, portal.services, { clientFolder });
  const request = new Request(`http://${HOST}${path}`, { headers: { host: HOST } });
  return readResponse(await handler(Object.assign(request, { ip: "203.0.113.10" })));
}

describe("the security headers are on", () => {
  const answers: [what: string, path: string, status: number][] = [
    ["data", "/api/portal/calls", 200],
    ["a refusal", "/api/notifications", 401],
    ["an unknown address of the API", "/api/nothing", 404],
    ["a page", "/login", 200],
    ["a missing page", "/nothing", 404],
    ["a redirect", "/gov", 302],
    ["a page's data", "/login.data", 200],
    ["the health check", "/healthz", 200],
  ];
  for (const [what, path, status] of answers) {
    test(what, async () => {
      const portal = await openPortal();
      const answer = await portal.request(null, "GET", path);
      expect(answer.status).toBe(status);
      expectCommon(answer.headers);
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get("cache-control")).toMatch(/no-cache|no-store|max-age=0/);
    });
  }

  test("an asset, which may be cached for a year, and one that does not exist", async () => {
    const portal = await openPortal();
    const found = await fetchAsset(portal, "/assets/app.js");
    expect([found.status, found.text]).toEqual([200, "export {};"]);
    expect(found.headers.get("cache-control")).toMatch(/max-age=31536000.*immutable/);
    expectCommon(found.headers);
    const missing = await fetchAsset(portal, "/assets/none.js");
    expect(missing.status).toBe(404);
    expectCommon(missing.headers);
    for (const path of ["/assets/../../ledger.sqlite", "/assets/%2e%2e/%2e%2e/ledger.sqlite"]) {
      expect((await fetchAsset(portal, path)).text).not.toContain("SQLite format");
    }
  });

  test("a response over a socket, which does not name the server", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const { text } = await sendChunks(port, { method: "GET", path: "/api/portal/calls", headers: { host: HOST } }, []);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text.toLowerCase()).not.toMatch(/\n(x-powered-by|server):/);
  });
});

describe("the headers of a response", () => {
  test("of the API let nothing run", async () => {
    const portal = await openPortal();
    const { headers } = await portal.request("poc", "GET", "/api/notifications");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("of a page for everyone let only its own scripts run, by their hashes", async () => {
    const portal = await openPortal();
    for (const path of ["/login", "/calls", "/"]) {
      const { headers, text } = await portal.request(null, "GET", path);
      const policy = headers.get("content-security-policy") ?? "";
      const scripts = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)];
      const sources = scripts.map(([, script = ""]) => `'sha256-${hash("sha256", script, "base64")}'`);
      expect(sources.length).toBeGreaterThan(1);
      expect(/script-src 'self' ([^;]+);/.exec(policy)?.[1]?.split(" ").sort()).toEqual([...new Set(sources)].sort());
      expect(policy).not.toMatch(/unsafe-|nonce-/);
      expect(text).not.toContain("nonce=");
    }
  });

  test("of another page let only scripts with its own nonce run, and each response has a new nonce", async () => {
    const portal = await openPortal();
    const nonces = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      const { headers, text } = await portal.request("poc", "GET", "/calls");
      const policy = headers.get("content-security-policy") ?? "";
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(nonce).not.toBe("");
      nonces.add(nonce);
      expect(policy).not.toContain("unsafe-");
      for (const [tag] of text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    }
    expect(nonces.size).toBe(2);
  });

  test("of a page for a signed-in user forbid caching", async () => {
    const portal = await openPortal();
    const signedIn = await portal.request("poc", "GET", "/gov");
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers.get("cache-control")).toBe("private, no-store");
    const anonymous = await portal.request(null, "GET", "/");
    expect(anonymous.headers.get("cache-control")).toMatch(FOR_EVERYONE);
    expect(anonymous.headers.get("vary")).toContain("cookie");
    const withCookie = await portal.request(null, "GET", "/", { headers: { cookie: "session=none" } });
    expect(withCookie.headers.get("cache-control")).toBe("private, no-cache");
  });

  test("promise https only when the public origin is https", async () => {
    const plain = await openPortal({ PUBLIC_ORIGIN: "http://portal.test" });
    const secure = await openPortal({ PUBLIC_ORIGIN: "https://portal.test" });
    for (const path of ["/login", "/api/portal/calls"]) {
      const without = await plain.request(null, "GET", path);
      expect(without.headers.has("strict-transport-security")).toBe(false);
      expect(without.headers.get("content-security-policy")).not.toContain("upgrade-insecure-requests");
      const { headers } = await secure.request(null, "GET", path);
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8,}; includeSubDomains$/);
    }
    const page = await secure.request(null, "GET", "/login");
    expect(page.headers.get("content-security-policy")).toContain("upgrade-insecure-requests");
  });

  test("every request writes one line to the log, without its query", async () => {
    const portal = await openPortal();
    const { headers } = await portal.request("poc", "GET", "/api/notifications?page=1");
    const lines = portal.log.filter(({ msg }) => msg === "request");
    expect(lines).toMatchObject([
      {
        method: "GET",
        path: "/api/notifications",
        status: 200,
        ip: "203.0.113.10",
        userId: "user-poc",
        requestId: headers.get("x-request-id"),
      },
    ]);
  });
});

describe("hostile text in a request's headers and address", () => {
  const HOSTILE = [
    "",
    "forged",
    "é\u00ff",
    "\u001b[31mred",
    "%0d%0aX-Forged: 1",
    "'; DROP TABLE user; --",
    "</script><script>alert(1)</script>",
    "{}",
    "__proto__",
    `"forged", W/"forged", *, \u0001`,
    "99999999999999999999",
    "x".repeat(8000),
    `${"a=b; ".repeat(500)}session=forged; session=forged; notice=e30=.forged; %ff=%ff; __proto__=x`,
  ];
  const NAMES = [
    "accept",
    "accept-language",
    "cookie",
    "content-type",
    "forwarded",
    "if-modified-since",
    "if-none-match",
    "range",
    "referer",
    "user-agent",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-http-method-override",
    "x-original-url",
    "x-request-id",
  ];
  const ADDRESSES = ["/api/feeds/calls.atom", "/api/notifications", "/login"];

  test.each(NAMES)("never causes a failure, and the response never contains the text of %s", async (name) => {
    const portal = await openPortal({ TRUSTED_PROXY_HOPS: "1" });
    for (const value of HOSTILE) {
      for (const path of ADDRESSES) {
        const { status, headers, text } = await portal.request(null, "GET", path, { headers: { [name]: value } });
        expect([path, value, status < 500]).toEqual([path, value, true]);
        expect(JSON.stringify([...headers])).not.toMatch(/forged|alert/i);
        expect(text).not.toMatch(/forged|<script>alert/);
      }
    }
    expect(portal.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test("stays within its own line of the log, in printable ASCII", async () => {
    const portal = await openPortal();
    const paths = [
      "/api/%0d%0a%7B%22level%22%3A30%7D",
      "/calls/%E2%80%A8%1b[31m",
      "/%22%2C%22userId%22%3A%22forged",
      "/é\n",
    ];
    const wrongs = await Promise.all(paths.map((path) => portal.request(null, "GET", path)));
    for (const { status } of wrongs) expect(status).toBe(404);
    const lines = portal.log.filter(({ msg }) => msg === "request");
    expect(lines).toHaveLength(paths.length);
    for (const line of lines) {
      expect(line.path).toMatch(/^[\x21-\x7e]+$/);
      expect(line.userId).toBeUndefined();
    }
  });

  test("is text in its own column of the audit log, and one cell in its CSV", async () => {
    const portal = await openPortal();
    const userAgent = '=cmd|"/C calc"!A0,"\u001b[31m';
    const json = { path: "/calls", referrer: "/a,b" };
    await portal.request(null, "POST", "/api/analytics/pageview", { json, headers: { "user-agent": userAgent } });
    expect(portal.auditRows()).toMatchObject([{ event: "pageview", userAgent, referrer: "/a,b" }]);
    const { text } = await portal.request("systemAdmin", "GET", "/api/gov/admin/audit/csv?event=pageview");
    const rows = Papa.parse<string[]>(text.trimEnd(), { newline: "\r\n" }).data;
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(`'${userAgent}`);
  });
});
