import { expect, test } from "vitest";
import { insertAnnouncement, insertCall, instant } from "../support/arrange";
import { DAY, openPortal } from "../support/portal";

const ANNOUNCEMENTS = ["/api/feeds/announcements.atom", "/api/feeds/announcements.json"];
const CALLS = ["/api/feeds/calls.atom", "/api/feeds/calls.json", "/api/feeds/calls.ics"];

const PAGES: [path: string, inHead: string[], shown: string[]][] = [
  ["/", [...ANNOUNCEMENTS, ...CALLS], []],
  ["/announcements", ANNOUNCEMENTS, ANNOUNCEMENTS],
  ["/announcements/one", ANNOUNCEMENTS, ANNOUNCEMENTS],
  ["/calls", CALLS, CALLS],
  ["/calls/one", CALLS, CALLS],
  ["/login", [], []],
];

for (const [path, inHead, shown] of PAGES) {
  test(`${path} leads to ${inHead.length} feeds in its head and ${shown.length} in its text, each of the type it says`, async () => {
    const portal = await openPortal();
    insertAnnouncement(portal, { id: "one" });
    insertCall(portal, { id: "one", closesAt: instant(portal, DAY) });
    const { text } = await portal.request(null, "GET", path);
    const [head = "", body = ""] = text.split("</head>");
    const links = [...head.matchAll(/<link [^>]*rel="alternate"[^>]*>/g)].map(([link]) => ({
      href: link.match(/href="([^"]+)"/)?.[1] ?? "",
      type: link.match(/type="([^"]+)"/)?.[1],
      title: link.match(/title="([^"]+)"/)?.[1],
    }));
    expect(links.map(({ href }) => href)).toEqual(inHead);
    expect(new Set(links.map(({ title }) => title)).size).toBe(links.length);
    for (const { href, type } of links) {
      const { status, headers } = await portal.request(null, "GET", href);
      expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
    }
    expect([...body.matchAll(/<a [^>]*href="(\/api\/feeds\/[^"]+)"/g)].map(([, href]) => href)).toEqual(shown);
  });
}
