import ICAL from "ical.js";
import { afterEach, expect, test, vi } from "vitest";
import { insertAnnouncement, insertCall, instant } from "../support/arrange";
import { DAY, openPortal, type Portal, readResponse, type TestResponse } from "../support/portal";
import { listen } from "../support/socket";

const FEEDS = ["announcements.atom", "announcements.json", "calls.atom", "calls.json", "calls.ics"].map(
  (name) => `/api/feeds/${name}`,
);
const PORTAL_FEEDS = ["/api/portal/announcements", "/api/portal/calls"];

async function askAt(portal: Portal, host: string, path: string): Promise<TestResponse> {
  const request = new Request(`http://${host}${path}`, { headers: { host } });
  return readResponse(await portal.handler(Object.assign(request, { ip: "203.0.113.1" })));
}

const unfolded = ({ text }: TestResponse) => text.replaceAll("\r\n ", "");

afterEach(() => vi.restoreAllMocks());

/** Inserts enough records for two pages of each feed. */
async function openWithFeeds(count: number, text = "Rotors & <b>blades</b>"): Promise<Portal> {
  const portal = await openPortal();
  for (let index = 0; index < count; index += 1) {
    insertCall(portal, { id: `call-${index}`, description: text, closesAt: instant(portal, DAY) });
    insertAnnouncement(portal, { id: `announcement-${index}`, body: text });
  }
  return portal;
}

test("the server writes a feed once, whatever hosts clients ask for it by", async () => {
  const portal = await openWithFeeds(3);
  for (const path of [...FEEDS, ...PORTAL_FEEDS]) await askAt(portal, "first.test", path);
  const json = vi.spyOn(JSON, "stringify");
  const xml = vi.spyOn(String.prototype, "toWellFormed");
  const calendar = vi.spyOn(ICAL, "stringify");
  for (let index = 0; index < 300; index += 1) {
    for (const path of [...FEEDS, ...PORTAL_FEEDS]) {
      const answer = await askAt(portal, `made-up-${index}.test:81`, path);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain("first.test");
    }
  }
  const written = json.mock.calls.filter(([value]) => JSON.stringify(value)?.includes("call-0"));
  const escaped = xml.mock.contexts.filter((text) => String(text).includes("Rotors"));
  expect([written.length, escaped.length, calendar.mock.calls.length]).toEqual([0, 0, 0]);
});

test("in a feed, each host sees its own addresses and no other difference", async () => {
  const portal = await openWithFeeds(101);
  for (const path of FEEDS) {
    for (const page of ["", "?page=2"]) {
      const one = await askAt(portal, "one.example", path + page);
      for (const host of ["[::1]", `${"long-name.".repeat(12)}example:65535`, "x"]) {
        const other = await askAt(portal, host, path + page);
        const authority = new URL(`http://${host}`).hostname.replace(/[[\]:]/g, "");
        const expected = unfolded(one)
          .replaceAll("http://one.example", `http://${host}`)
          .replaceAll("tag:one.example", `tag:${authority}`);
        expect(unfolded(other)).toBe(expected);
        expect(other.headers.get("link")).toBe(one.headers.get("link")?.replaceAll("one.example", host));
        if (path.endsWith(".ics")) {
          expect(Math.max(...other.text.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
        }
      }
    }
  }
});

test("a large feed is sent from bytes that all hosts share, with its length", async () => {
  const portal = await openWithFeeds(100, "Rotors & <b>blades</b> ".repeat(300));
  const port = await listen(portal);
  const copied = vi.spyOn(Buffer, "concat");
  for (const path of FEEDS) {
    const { bytes } = await askAt(portal, "one.test", path);
    expect(bytes.length).toBeGreaterThan(500_000);
    copied.mockClear();
    const response = await portal.handler(new Request(`http://two.test${path}`, { headers: { host: "two.test" } }));
    expect(Number(response.headers.get("content-length"))).toBe(bytes.length);
    // The server assembles nothing until someone reads.
    expect(copied.mock.calls.length).toBe(0);
    await response.body?.cancel();
    for (const method of ["GET", "HEAD"]) {
      const sent = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      expect([sent.status, (await sent.arrayBuffer()).byteLength > 500_000]).toEqual([200, method === "GET"]);
    }
  }
});
