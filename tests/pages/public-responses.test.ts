import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { RATE_LIMITS } from "~/values/limits";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { insertAnnouncement, insertCall, instant } from "../support/arrange";
import { FOR_EVERYONE } from "../support/common-headers";
import { dispatchers } from "../support/dispatchers";
import { CLIENT_IP, HOST, HOUR, openPortal, type Portal } from "../support/portal";

/** A handler that counts the responses that it makes. */
function countingHandler(portal: Portal, keptResponses?: { bytes: number; count: number }) {
  const made: string[] = [];
  const counted =
    <Respond extends typeof dispatchers.respondWithPage>(respond: Respond): typeof dispatchers.respondWithPage =>
    (request, pathname, context) => {
      made.push(pathname);
      return respond(request, pathname, context);
    };
  const { respondToApi, respondWithPage } = dispatchers;
  const handler = createFetchHandler(
    { respondToApi: counted(respondToApi), respondWithPage: counted(respondWithPage) },
    portal.services,
    keptResponses && { keptResponses },
  );
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const request = new Request(`http://${HOST}${path}`, { method, headers: { host: HOST, ...headers } });
    const response = await handler(Object.assign(request, { ip: CLIENT_IP }));
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
  };
  return { made, get };
}

const PATHS = ["/calls", "/api/portal/calls", "/api/feeds/calls.atom", "/api/openapi.json"];

for (const path of PATHS) {
  test(`${path} is made once for many visitors at once, and again after a write`, async () => {
    const portal = await openPortal();
    const { made, get } = countingHandler(portal);
    const first = await Promise.all(Array.from({ length: 20 }, () => get(path)));
    expect(new Set(first.map(({ text }) => text)).size).toBe(1);
    expect((await get(path, {}, "HEAD")).headers.get("etag")).toBe(first[0]?.headers.get("etag"));
    expect(made).toEqual([path]);
    insertCall(portal);
    await get(path);
    expect(made).toEqual([path, path]);
  });

  test(`${path} is compressed as its reader accepts, each form with its own tag`, async () => {
    const portal = await openPortal();
    for (let number = 0; number < 10; number += 1) insertCall(portal);
    const { get } = countingHandler(portal);
    const plain = await get(path);
    expect(plain.headers.get("content-encoding")).toBeNull();
    const tags = [plain.headers.get("etag")];
    for (const [accepted, coding, read] of [
      ["gzip, deflate", "gzip", gunzipSync],
      ["gzip;q=1.0, br;q=0.5", "br", brotliDecompressSync],
      ["gzip, br;q=0", "gzip", gunzipSync],
    ] as const) {
      const { headers, bytes } = await get(path, { "accept-encoding": accepted });
      expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([coding, "accept-encoding, cookie"]);
      expect(headers.get("content-length")).toBe(String(bytes.length));
      expect(read(bytes).toString()).toBe(plain.text);
      tags.push(headers.get("etag"));
    }
    expect(new Set(tags).size).toBe(3);
    for (const [tag, accepted] of [
      [tags[0], "identity"],
      [tags[1], "gzip"],
      [tags[2], "br"],
    ] as const) {
      expect((await get(path, { "if-none-match": tag ?? "", "accept-encoding": "deflate, zstd" })).status).toBe(
        tag === tags[0] ? 304 : 200,
      );
      const answer = await get(path, { "if-none-match": tag ?? "", "accept-encoding": accepted });
      expect([answer.status, answer.text, answer.headers.get("etag")]).toEqual([304, "", tag]);
      expect(answer.headers.get("cache-control")).toMatch(FOR_EVERYONE);
      expect(answer.headers.get("content-encoding")).toBeNull();
    }
  });
}

test("the least recently read responses are dropped beyond the limits", async () => {
  const portal = await openPortal();
  const { made, get } = countingHandler(portal, { bytes: 1_000_000, count: 2 });
  for (const path of ["/help", "/privacy", "/help", "/calls", "/help", "/privacy"]) await get(path);
  expect(made).toEqual(["/help", "/privacy", "/calls", "/privacy"]);
  const small = countingHandler(portal, { bytes: 20_000, count: 100 });
  for (const path of ["/help", "/help", "/developers", "/help"]) await small.get(path);
  expect(small.made.filter((path) => path === "/help").length).toBeGreaterThan(1);
});

test("a visitor whose page views no longer count gets a page that reports none, and nobody else does", async () => {
  const portal = await openPortal();
  const { made, get } = countingHandler(portal);
  await get("/help");
  const json = { path: "/help", referrer: null };
  for (let time = 0; time < RATE_LIMITS.pageview.max; time += 1) {
    await portal.request(null, "POST", "/api/analytics/pageview", { json });
  }
  const own = await get("/help");
  expect(own.headers.get("cache-control")).toBe("private, no-cache");
  expect(own.text).not.toContain('reportsPageview\\",true');
  const other = await portal.request(null, "GET", "/help", { ip: "198.51.100.7" });
  expect(other.text).toContain('reportsPageview\\",true');
  expect(made).toEqual(["/help", "/help"]);
  const forCache = await get("/help", { "x-shared-cache": "1" });
  expect(forCache.headers.get("cache-control")).toMatch(FOR_EVERYONE);
  expect(forCache.text).toBe(other.text);
});

test("a release that changes only headers changes the tags, so that it reaches people behind a shared cache", async () => {
  const portal = await openPortal();
  const { services } = portal;
  const secure = { ...portal, services: { ...services, settings: { ...services.settings, secureOrigin: true } } };
  for (const path of ["/calls", "/api/portal/calls", "/api/feeds/calls.atom", "/help"]) {
    const [before, after] = [await countingHandler(portal).get(path), await countingHandler(secure).get(path)];
    expect(after.text).toBe(before.text);
    expect([before, after].map(({ headers }) => headers.has("strict-transport-security"))).toEqual([false, true]);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  }
});

test("a shared cache may store that a record does not exist, and the server keeps nothing of it", async () => {
  const portal = await openPortal();
  const { made, get } = countingHandler(portal);
  const path = "/calls/none";
  for (const [headers, method] of [
    [{}, "GET"],
    [{ "accept-encoding": "br" }, "HEAD"],
    [{ "if-none-match": "*" }, "GET"],
  ] as const) {
    const answer = await get(path, headers, method);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("cache-control")).toMatch(FOR_EVERYONE);
    expect(answer.headers.get("vary")).toBe("accept-encoding, cookie");
    expect([answer.headers.get("etag"), answer.headers.get("content-encoding")]).toEqual([null, null]);
    // Its policy names hashes: a nonce in a cache would be known to everyone.
    expect(answer.headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    expect(answer.headers.get("content-security-policy")).not.toContain("nonce");
    expect(answer.text).not.toContain("nonce");
  }
  expect(made).toEqual([path, path, path]);
  const own = await portal.request("poc", "GET", path);
  expect([own.status, own.headers.get("cache-control")]).toEqual([404, "private, no-store"]);
});

test("a visitor with the version of an announcement that was withdrawn gets a 404 that replaces it in a cache", async () => {
  const portal = await openPortal();
  const path = `/announcements/${insertAnnouncement(portal)}`;
  const { get } = countingHandler(portal);
  const shown = await get(path);
  expect(shown.status).toBe(200);
  portal.db.$client.exec("UPDATE announcement SET published = 0");
  const withdrawn = await get(path, { "if-none-match": shown.headers.get("etag") ?? "" });
  expect([withdrawn.status, withdrawn.headers.get("cache-control")]).toEqual([
    404,
    expect.stringMatching(FOR_EVERYONE),
  ]);
});

test("a filtered list is not kept, and a page that fails says so", async () => {
  const portal = await openPortal();
  const { made, get } = countingHandler(portal);
  for (let time = 0; time < 2; time += 1) {
    expect((await get("/calls?q=rotor")).headers.get("cache-control")).toBe("private, no-cache");
  }
  expect(made).toHaveLength(2);
  portal.db.$client.exec("ALTER TABLE call RENAME TO call_away");
  expect((await get("/calls")).status).toBe(500);
  portal.db.$client.exec("ALTER TABLE call_away RENAME TO call");
  expect((await get("/calls")).status).toBe(200);
});

test("writes to drafts and to what is scheduled leave kept responses as they are, and its release does not", async () => {
  const portal = await openPortal();
  const draft = insertCall(portal, { status: "DRAFT" });
  const releasesAt = instant(portal, HOUR);
  const scheduled = insertCall(portal, { status: "PENDING", releasesAt, title: "Quiet motors" });
  const announcement = insertAnnouncement(portal, { published: false, publishedAt: null });
  const { made, get } = countingHandler(portal);
  await get("/calls");
  await get("/calls");
  expect(made).toEqual(["/calls"]);
  const edit = (table: string, id: string) =>
    portal.db.$client.prepare(`UPDATE ${table} SET title = title || '!' WHERE id = ?`).run(id);
  edit("call", draft);
  edit("call", scheduled);
  edit("announcement", announcement);
  insertCall(portal, { status: "DRAFT" });
  await get("/calls");
  expect(made).toEqual(["/calls"]);
  portal.advance(HOUR);
  expect((await get("/calls")).text).toContain("Quiet motors!");
  expect(made).toEqual(["/calls", "/calls"]);
  edit("call", scheduled);
  expect((await get("/calls")).text).toContain("Quiet motors!!");
});

test("a page that is scheduled for an earlier time than anything else ends what is kept", async () => {
  const portal = await openPortal();
  const { get } = countingHandler(portal);
  await get("/calls");
  insertCall(portal, { status: "PENDING", releasesAt: instant(portal, 1_000), title: "Quiet motors" });
  expect((await get("/calls")).text).not.toContain("Quiet motors");
  portal.advance(1_000);
  expect((await get("/calls")).text).toContain("Quiet motors");
});

test("only lists have pages that are kept", async () => {
  const portal = await openPortal();
  const { made, get } = countingHandler(portal);
  for (let page = 1; page <= 3; page += 1) await get(`/api/openapi.json?page=${page}`);
  expect((await get("/help?page=2")).headers.get("cache-control")).toBe("private, no-cache");
  await get("/api/portal/calls?page=1");
  await get("/api/portal/calls?page=1");
  expect(made.filter((path) => path === "/api/portal/calls")).toHaveLength(1);
  expect(made.filter((path) => path === "/api/openapi.json")).toHaveLength(3);
});
