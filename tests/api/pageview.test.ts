import { describe, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { frameOf } from "~/web/pages/frame.server";
import { mustRotate } from "../support/arrange";
import { emailOf, idOf, ORGANIZATIONS } from "../support/cast";
import { dispatchers } from "../support/dispatchers";
import { CLIENT_IP, HOST, MINUTE, openPortal, type Portal, type RequestOptions } from "../support/portal";
import { type Call, perform, scenarios } from "../support/scenario";

const PATH = "/api/analytics/pageview";
const view = { as: null, method: "POST", path: PATH, json: { path: "/calls" } } as const;
const counted = { status: 201, events: ["pageview"], body: { ok: true } } as const;
const LIMIT = 60;

/** The columns of a pageview that these tests check. */
const lastView = (portal: Portal) => {
  const row = portal.auditRows().at(-1);
  if (!row) throw new Error("Nothing was audited");
  const { event, outcome, actorId, actorEmail, actorRole, organizationId, ip, userAgent, path, referrer, details } =
    row;
  return { event, outcome, actorId, actorEmail, actorRole, organizationId, ip, userAgent, path, referrer, details };
};

/** Whether a page that is requested now will report a pageview. */
async function reports(portal: Portal, { ip = CLIENT_IP, headers = {} }: { ip?: string; headers?: HeadersInit } = {}) {
  const context = { services: portal.services, requestId: "request", socketAddress: ip, nonce: "" };
  const request = new Request(`http://${HOST}/`, { headers });
  return (await frameOf({ request, params: {}, context })).frame.reportsPageview;
}

const STRANGER = { actorId: null, actorEmail: null, actorRole: null, organizationId: null };

describe("a pageview", () => {
  test("of a visitor writes one audit row, returns no envelope and sets no cookie", async () => {
    const portal = await openPortal();
    const headers = { "user-agent": "A browser" };
    const answer = await perform(portal, { ...view, ...counted, json: { path: "/calls", referrer: "/" }, headers });
    expect(answer.body).toEqual({ ok: true });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(lastView(portal)).toEqual({
      ...STRANGER,
      event: "pageview",
      outcome: "SUCCESS",
      ip: CLIENT_IP,
      userAgent: "A browser",
      path: "/calls",
      referrer: "/",
      details: null,
    });
  });

  test("is not reported to a standby, which could not write it", async () => {
    expect(await reports(await openPortal())).toBe(true);
    expect(await reports(await openPortal({ STANDBY_DATA_AT: "2026-11-29T00:00:00.000Z" }))).toBe(false);
  });

  test("of a signed-in user names the user", async () => {
    const portal = await openPortal();
    await perform(portal, { ...view, ...counted, as: "acmeUser" });
    expect(lastView(portal)).toMatchObject({
      actorId: idOf("acmeUser"),
      actorEmail: emailOf("acmeUser"),
      actorRole: "INDUSTRY",
      organizationId: ORGANIZATIONS.acme,
      referrer: null,
    });
  });

  test("with an expired session counts as a visitor's", async () => {
    const portal = await openPortal();
    await perform(portal, { ...view, ...counted, headers: { cookie: "session=none" } });
    expect(lastView(portal)).toMatchObject(STRANGER);
  });

  test("stores the first 512 characters of the browser's name", async () => {
    const portal = await openPortal();
    await perform(portal, { ...view, ...counted, headers: { "user-agent": "u".repeat(513) } });
    expect(lastView(portal).userAgent).toBe("u".repeat(512));
  });

  test("is accepted from an account that must change its password, whose pages report it", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const headers = { cookie: portal.cookieOf("poc") };
    expect(await reports(portal, { headers })).toBe(true);
    mustRotate(portal, "poc");
    await perform(portal, { ...view, as: "poc", ...counted, json: { path: "/account/password" } });
    expect(await reports(portal, { headers })).toBe(true);
  });

  test("of an invitation hides the token, in the path and in the referrer", async () => {
    const portal = await openPortal();
    const token = "one-time-token";
    for (const path of [`/invitations/${token}`, `//INVITATIONS//${token}/`, `/%69nvitations/${token}.data`]) {
      await perform(portal, { ...view, ...counted, json: { path, referrer: path } });
      expect(lastView(portal)).toMatchObject({ path: "/invitations/-", referrer: "/invitations/-" });
    }
    await perform(portal, { ...view, ...counted, json: { path: "/invitations" } });
    expect(lastView(portal).path).toBe("/invitations");
    const kept = JSON.stringify(portal.db.$client.prepare("SELECT path FROM traffic_path").all());
    expect(kept + JSON.stringify(portal.auditRows())).not.toContain(token);
  });
});

/* The server stores every valid path exactly as sent, however odd it looks, and never follows it. */
const TAKEN: [what: string, path: string][] = [
  ["the shortest", "/"],
  ["of 2,048 characters", `/${"a".repeat(2047)}`],
  ["of spaces", "/ "],
  ["that would lead elsewhere", "//evil.example/calls"],
  ["with a backslash", "/\\evil.example"],
  ["with control characters", "/a\u0001\t\r\nb\u007f"],
  ["with a direction override", "/\u202efdp.exe"],
  ["in decomposed Unicode", "/cafe\u0301"],
  ["outside the basic plane", "/\u{1f680}"],
  ["with invalid escapes", "/%zz%"],
  ["with markup", "/<script>alert(1)</script>"],
];
const REFUSED: [what: string, path: unknown][] = [
  ["that is empty", ""],
  ["of 2,049 characters", `/${"a".repeat(2048)}`],
  ["that does not begin with /", "calls"],
  ["that begins with a space", " /calls"],
  ["that is an address", "https://portal.test/calls"],
  ["with a query", "/calls?q=1"],
  ["with an empty query", "/calls?"],
  ["with a fragment", "/calls#top"],
  ["with a fragment on another line", "/calls\n#top"],
  ["that is a number", 1],
  ["that is a list", ["/calls"]],
];

describe("the path of a pageview", () => {
  for (const [what, path] of TAKEN) {
    test(`can be one ${what}`, async () => {
      const portal = await openPortal();
      await perform(portal, { ...view, ...counted, json: { path, referrer: path } });
      expect(lastView(portal)).toMatchObject({ path, referrer: path });
      const name = path === "/" ? "/" : "(other)";
      expect(portal.db.$client.prepare("SELECT path FROM traffic_path").pluck().all()).toEqual([name]);
    });
  }

  test("is stored with at most 2,048 bytes of UTF-8, cut after a whole character, and so is the referrer", async () => {
    const portal = await openPortal();
    for (const character of ["\u8a9e", "\u00e9", "\u{1f680}"]) {
      const path = `/${character.repeat(2047 / character.length)}`;
      await perform(portal, { ...view, ...counted, json: { path, referrer: path } });
      const row = lastView(portal);
      for (const stored of [row.path ?? "", row.referrer ?? ""]) {
        expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(2048);
        expect(Buffer.byteLength(stored)).toBeGreaterThan(2048 - 8);
        expect(stored.endsWith("\u2026")).toBe(true);
        expect(path.startsWith(stored.slice(0, -1))).toBe(true);
        expect(stored.isWellFormed()).toBe(true);
      }
    }
  });

  for (const [what, path] of REFUSED) {
    test(`cannot be one ${what}, and neither can the referrer`, async () => {
      const portal = await openPortal();
      await perform(portal, { ...view, json: { path }, status: 400, fields: ["path"] });
      await perform(portal, { ...view, json: { path: "/", referrer: path }, status: 400, fields: ["referrer"] });
    });
  }

  scenarios([
    { ...view, name: "must be there", json: { referrer: "/" }, status: 400, fields: ["path"] },
    { ...view, name: "may not be null", json: { path: null }, status: 400, fields: ["path"] },
    { ...view, ...counted, name: "may come with no referrer", json: { path: "/", referrer: null } },
    { ...view, ...counted, name: "may come with what nobody asked for", json: { path: "/", userId: "user-admin" } },
  ]);
});

describe("a body that is not a valid pageview", () => {
  const raw = (body: BodyInit, type = "application/json") => ({
    json: undefined,
    raw: body,
    headers: { "content-type": type },
  });
  scenarios([
    { ...view, name: "is refused when it is not JSON", ...raw("path=/"), status: 400 },
    { ...view, name: "is refused when it is empty", ...raw(""), status: 400 },
    { ...view, name: "is refused when it is a list", ...raw("[]"), status: 400 },
    {
      ...view,
      name: "is refused when it is a form",
      ...raw("path=%2F", "application/x-www-form-urlencoded"),
      status: 400,
    },
    { ...view, name: "is refused as plain text", ...raw('{"path":"/"}', "text/plain"), status: 400 },
    { ...view, name: "is refused with a NUL", ...raw('{"path":"/\\u0000"}'), status: 400 },
    { ...view, name: "is refused with half a character", ...raw('{"path":"/\\ud800"}'), status: 400 },
    {
      ...view,
      name: "is refused when it is not UTF-8",
      ...raw(Buffer.from('{"path":"/\xff"}', "latin1")),
      status: 400,
    },
    {
      ...view,
      name: "is refused when it is too large",
      json: { path: "/", more: "a".repeat(256 * 1024) },
      status: 413,
    },
    { ...view, name: "is refused from another site", headers: { "sec-fetch-site": "cross-site" }, status: 403 },
    {
      ...view,
      name: "cannot be read with GET: nothing reads pageviews back",
      method: "GET",
      json: undefined,
      status: 405,
    },
  ]);
});

describe("the limit of pageviews", () => {
  const viewed = async (portal: Portal, times: number, call: Partial<Call> = {}) => {
    for (let number = 0; number < times; number += 1) await perform(portal, { ...view, ...counted, ...call });
  };
  const refused = (portal: Portal, call: Partial<Call> = {}) => perform(portal, { ...view, status: 429, ...call });

  test("accepts 60 within 60 seconds from one address, and one more for each that leaves the window", async () => {
    const portal = await openPortal();
    await viewed(portal, 1);
    portal.advance(10_000);
    await viewed(portal, LIMIT - 1);
    const answer = await refused(portal);
    expect(answer.headers.get("retry-after")).toBe("50");
    // Started seconds are rounded up, so that no client comes back too soon.
    portal.advance(1);
    expect((await refused(portal)).headers.get("retry-after")).toBe("50");
    portal.advance(MINUTE - 10_000 - 2);
    expect((await refused(portal)).headers.get("retry-after")).toBe("1");
    portal.advance(1);
    await viewed(portal, 1);
    expect((await refused(portal)).headers.get("retry-after")).toBe("10");
    portal.advance(10_000);
    await viewed(portal, LIMIT - 1);
    await refused(portal);
  });

  test("is never reached from the portal's own pages: they stop reporting near it", async () => {
    const portal = await openPortal();
    expect(await reports(portal)).toBe(true);
    await viewed(portal, LIMIT - 5);
    expect(await reports(portal)).toBe(false);
    expect(await reports(portal, { ip: "203.0.113.11" })).toBe(true);
  });

  test("does not count refused pageviews", async () => {
    const portal = await openPortal();
    for (let number = 0; number < LIMIT; number += 1) await perform(portal, { ...view, json: {}, status: 400 });
    await viewed(portal, LIMIT);
    for (let number = 0; number < 5; number += 1) await refused(portal);
    // The server applies the limit before it reads the body.
    await refused(portal, { json: {} });
    portal.advance(MINUTE);
    await viewed(portal, LIMIT);
  });

  test("counts no other event, and applies to each address separately, no matter who is signed in", async () => {
    const portal = await openPortal();
    for (let number = 0; number < 5; number += 1) {
      await portal.request(null, "POST", "/api/session", {
        json: { email: emailOf("poc"), password: "Wrong-1-password" },
      });
    }
    await viewed(portal, LIMIT / 2, { as: "poc" });
    await viewed(portal, LIMIT / 2);
    await refused(portal, { as: "acmeUser" });
    await viewed(portal, 1, { ip: "203.0.113.11", as: "poc" });
  });

  test("admits exactly 60 of a burst of 100 at the same time", { tags: "race" }, async () => {
    const portal = await openPortal();
    const burst = (options: RequestOptions) =>
      Array.from({ length: 50 }, () => portal.request(null, "POST", PATH, { json: { path: "/" }, ...options }));
    const answers = await Promise.all([...burst({}), ...burst({ json: { path: "/calls" } })]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(LIMIT).fill(201), ...Array(100 - LIMIT).fill(429)]);
    expect(portal.auditRows()).toHaveLength(LIMIT);
    const { views } = portal.db.$client.prepare("SELECT views FROM traffic_day").get() as { views: number };
    expect(views).toBe(LIMIT);
  });

  test("still applies after the database is reopened", async () => {
    const portal = await openPortal();
    await viewed(portal, LIMIT);
    closeDatabase(portal.db);
    const db = openDatabase(portal.services.settings.databasePath);
    const handler = createFetchHandler(dispatchers, { ...portal.services, db });
    const headers = { host: "portal.test", "content-type": "application/json" };
    const again = (ip: string) =>
      handler(
        Object.assign(new Request(`http://portal.test${PATH}`, { method: "POST", headers, body: '{"path":"/"}' }), {
          ip,
        }),
      );
    expect((await again(CLIENT_IP)).status).toBe(429);
    expect((await again("203.0.113.11")).status).toBe(201);
    closeDatabase(db);
  });

  test("is not evaded by a forged X-Forwarded-For when no proxy is trusted", async () => {
    const portal = await openPortal();
    const forged = (number: number) => ({ headers: { "x-forwarded-for": `198.51.100.${number}` } });
    for (let number = 1; number <= LIMIT; number += 1) await viewed(portal, 1, forged(number));
    await refused(portal, forged(LIMIT + 1));
    expect(new Set(portal.auditRows().map(({ ip }) => ip))).toEqual(new Set([CLIENT_IP]));
  });

  test("applies behind a proxy to the address that the proxy saw", async () => {
    const portal = await openPortal({ TRUSTED_PROXY_HOPS: "1" });
    const from = (forwarded: string) => ({ headers: { "x-forwarded-for": forwarded } });
    await viewed(portal, LIMIT, from("198.51.100.1"));
    await refused(portal, from("10.9.8.7, 198.51.100.1"));
    await viewed(portal, 1, from("198.51.100.1, 198.51.100.2"));
  });

  test("is shared by all clients without a trusted address, and by no one else", async () => {
    const portal = await openPortal({ TRUSTED_PROXY_HOPS: "1" });
    const from = (forwarded: string) => ({ headers: { "x-forwarded-for": forwarded } });
    const malformed = ["nonsense", "", "1.2.3", "198.51.100.1:80", "198.51.100.1, ", "unknown"];
    for (const forwarded of malformed) await viewed(portal, LIMIT / malformed.length, from(forwarded));
    expect(new Set(portal.auditRows().map(({ ip }) => ip))).toEqual(new Set(["unknown"]));
    for (const forwarded of malformed) await refused(portal, from(forwarded));
    await refused(portal);
    await viewed(portal, 1, from("198.51.100.1"));
  });

  test("counts all connections without an address together", async () => {
    const portal = await openPortal();
    await viewed(portal, LIMIT, { ip: null });
    await refused(portal, { ip: null });
    await viewed(portal, 1);
  });

  test("counts the addresses of a /64 network together, while the log has each one", async () => {
    const portal = await openPortal();
    for (let host = 1; host <= LIMIT; host += 1) await viewed(portal, 1, { ip: `2001:db8:1:2::${host.toString(16)}` });
    expect(new Set(portal.auditRows().map(({ ip }) => ip)).size).toBe(LIMIT);
    await refused(portal, { ip: "2001:db8:1:2:ffff::1" });
    expect(await reports(portal, { ip: "2001:db8:1:2:ffff::1" })).toBe(false);
    await viewed(portal, 1, { ip: "2001:db8:1:3::1" });
  });
});
