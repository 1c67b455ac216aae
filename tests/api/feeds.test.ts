import { extractFromJson, extractFromXml } from "@extractus/feed-extractor";
import { eq } from "drizzle-orm";
import ical, { type VEvent } from "node-ical";
import { describe, expect, test, vi } from "vitest";
import { closeDatabase, openDatabase, statement } from "#db/open";
import { announcement, call, user } from "#db/schema";
import { SELECT_FEED_CHANGE } from "~/lists/feed/state.server";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { insertAnnouncement, insertCall, insertSubmission, instant } from "../support/arrange";
import { idOf } from "../support/cast";
import { FOR_EVERYONE } from "../support/common-headers";
import { dispatchers } from "../support/dispatchers";
import { slowClock, turnsDuring } from "../support/event-loop";
import {
  DAY,
  dataOf,
  HOST,
  HOUR,
  MINUTE,
  openPortal,
  type Portal,
  readResponse,
  type TestResponse,
} from "../support/portal";
import { scenarios } from "../support/scenario";

const ORIGIN = `http://${HOST}`;
const ANNOUNCEMENTS = [
  "/api/portal/announcements",
  "/api/feeds/announcements.atom",
  "/api/feeds/announcements.json",
] as const;
const CALLS = ["/api/portal/calls", "/api/feeds/calls.atom", "/api/feeds/calls.json", "/api/feeds/calls.ics"] as const;
const FEEDS = [...ANNOUNCEMENTS, ...CALLS];
const TYPES: Record<string, string> = {
  calls: "application/json; charset=utf-8",
  announcements: "application/json; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
};
const typeOf = (path: string) => TYPES[path.split(/[./]/).at(-1) ?? ""];

const get = (portal: Portal, path: string, headers: Record<string, string> = {}) =>
  portal.request(null, "GET", path, { headers });

interface Read {
  title?: string;
  link?: string;
  published?: string;
  entries?: { id: string; title?: string; link?: string; published?: string | Date; description?: string }[];
}

/** Parses a feed with an independent parser. */
const readFeed = (path: string, { text }: TestResponse): Read => {
  // That parser does not accept a feed without entries.
  if (path.includes(".atom") && !text.includes("<entry>")) return { entries: [] };
  const options = { descriptionMaxLen: 0, useISODateFormat: true };
  return (path.includes(".atom") ? extractFromXml(text, options) : extractFromJson(text, options)) as Read;
};
const readCalendar = ({ text }: TestResponse): VEvent[] =>
  Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === "VEVENT");

interface JsonFeed {
  items: Record<string, unknown>[];
  next_url?: string;
}
const jsonOf = (answer: TestResponse) => answer.body as JsonFeed;

/** The links to other pages in a response. */
const linksOf = ({ headers }: TestResponse): Record<string, string> =>
  Object.fromEntries(
    [...(headers.get("link") ?? "").matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address = "", relation = ""]) => [
      relation,
      address.replace(ORIGIN, ""),
    ]),
  );

/** The ids or titles on a page of a feed, in any format. */
function titlesIn(path: string, answer: TestResponse): string[] {
  if (path.startsWith("/api/portal/")) return dataOf<{ title: string }[]>(answer).map(({ title }) => title);
  if (path.includes(".ics")) return readCalendar(answer).map(({ summary }) => String(summary).replace(/^.*: /, ""));
  return (readFeed(path, answer).entries ?? []).map(({ title = "" }) => title);
}

const UUID = "0195a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
/** Text with markup, line ends and characters that XML does not allow. */
const HARD = "Rotors & <b>blades</b> ]]> \"quoted\" 'so'\ttab, Zürich 🚁";
/** Text that is already markup. These tests' feed parser decodes too much of it. */
const MARKUP = "&apos; &lt; &amp;amp; <![CDATA[";

describe("every feed", () => {
  scenarios(
    FEEDS.flatMap((path) => [
      {
        name: `${path} is public, in its own content type, and not counted as a pageview`,
        as: null,
        method: "GET",
        path,
        status: 200,
        after: (_portal: Portal, { headers }: TestResponse) => {
          expect(headers.get("content-type")).toBe(typeOf(path));
          expect(headers.get("cache-control")).toMatch(FOR_EVERYONE);
          expect(headers.get("etag")).toMatch(/^"[\w-]{43}"$/);
          expect(headers.get("content-disposition")).toBeNull();
          expect(headers.get("link")).toBeNull();
        },
      },
      ...["0", "-1", "1.5", "two", "", "99999999999999999"].map((page) => ({
        name: `${path} has no page "${page}"`,
        as: null,
        method: "GET",
        path: `${path}?page=${page}`,
        status: 400,
        fields: ["page"],
      })),
      { name: `${path} refuses POST`, as: null, method: "POST", path, json: {}, status: 405 },
      {
        name: `${path} is empty at the largest page number`,
        as: null,
        method: "GET",
        path: `${path}?page=${Number.MAX_SAFE_INTEGER}`,
        status: 200,
        after: (_portal: Portal, answer: TestResponse) => expect(titlesIn(path, answer)).toEqual([]),
      },
    ]),
  );
});

describe("announcements", () => {
  for (const path of ["/api/feeds/announcements.atom", "/api/feeds/announcements.json"]) {
    test(`${path} lists published announcements, newest first, in an independent parser`, async () => {
      const portal = await openPortal();
      insertAnnouncement(portal, { id: UUID, title: HARD, body: `${HARD}\n\nThe second paragraph.` });
      portal.advance(MINUTE);
      insertAnnouncement(portal, { id: "newer", title: "Newer" });
      insertAnnouncement(portal, { published: false });
      insertAnnouncement(portal, { deletedAt: instant(portal) });
      const { entries = [], title, link } = readFeed(path, await get(portal, path));
      expect(title).toBe("Announcements | Government Ledger and Industry Portal");
      expect(link).toBe(`${ORIGIN}/announcements`);
      expect(entries.map(({ id }) => id)).toEqual([`tag:${HOST},2026:/announcements/newer`, `urn:uuid:${UUID}`]);
      expect(entries[1]).toMatchObject({ title: HARD, link: `${ORIGIN}/announcements/${UUID}` });
      expect(new Date(entries[1]?.published ?? "").getTime()).toBe(portal.now().getTime() - MINUTE);
    });
  }

  test("as JSON Feed have their text, author and times", async () => {
    const portal = await openPortal();
    const createdAt = instant(portal, -DAY);
    insertAnnouncement(portal, { id: UUID, title: "Forum", body: `${HARD}\nIn May.\ufffe`, createdAt });
    const answer = await get(portal, "/api/feeds/announcements.json");
    expect(answer.body).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Announcements | Government Ledger and Industry Portal",
      description: expect.any(String),
      home_page_url: `${ORIGIN}/announcements`,
      feed_url: `${ORIGIN}/api/feeds/announcements.json`,
      language: "en-US",
      authors: [{ name: "Government Ledger and Industry Portal" }],
      items: [
        {
          id: `urn:uuid:${UUID}`,
          url: `${ORIGIN}/announcements/${UUID}`,
          title: "Forum",
          content_text: `${HARD}\nIn May.\ufffe`,
          date_published: createdAt,
          date_modified: instant(portal),
          authors: [{ name: expect.stringMatching(/\S/) }],
        },
      ],
    });
  });

  test("as Atom have their text, author and times, and link to the page that shows the same", async () => {
    const portal = await openPortal();
    const createdAt = instant(portal, -DAY);
    insertAnnouncement(portal, { id: "one", title: "Forum", body: "In May.", createdAt });
    const path = "/api/feeds/announcements.atom";
    const [head = "", entry = ""] = (await get(portal, path)).text.split("<entry>");
    const linksIn = (text: string) =>
      [...text.matchAll(/<link href="([^"]+)" rel="(\w+)" type="([^"]+)"/g)].map(([, ...link]) => link);
    expect(linksIn(head)).toEqual([
      [`${ORIGIN}/announcements`, "alternate", "text/html"],
      [ORIGIN + path, "self", "application/atom+xml"],
    ]);
    expect(head).toContain("<name>Government Ledger and Industry Portal</name>");
    expect(head).toMatch(/<subtitle type="text">[^<]+</);
    expect(linksIn(entry)).toEqual([[`${ORIGIN}/announcements/one`, "alternate", "text/html"]]);
    expect(entry).toContain('<content type="text">In May.</content>');
    expect(entry).toContain(`<published>${createdAt}</published>`);
    expect(entry).toContain(`<updated>${instant(portal)}</updated>`);
    expect(entry).toMatch(/<author>\s*<name>[^<]*\S[^<]*<\/name>/);
  });

  test("as Atom contain no character that XML does not allow, and all others unchanged", async () => {
    const portal = await openPortal();
    const body = `${HARD} ${MARKUP}\nnot\ufffe these\uffff two\u0001\u001f`;
    insertAnnouncement(portal, { title: "A\ufffeB", body });
    const { text } = await get(portal, "/api/feeds/announcements.atom");
    expect(text).toContain('<title type="text">A\ufffdB</title>');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|<!\[CDATA/);
    const content = text.match(/<content type="text">([^<]*)<\/content>/)?.[1];
    const plain = content?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
    const expected = body.replace(/[\u0001\u001f\ufffe\uffff]/g, "\ufffd");
    expect(plain?.replaceAll("&amp;", "&")).toBe(expected);
  });
});

describe("calls", () => {
  /** One of each kind of open call, and one of each kind that is not open. */
  function insertCalls(portal: Portal): void {
    insertCall(portal, { id: "late", title: "Late", closesAt: "2026-05-01T23:59:59.999Z" });
    insertCall(portal, { id: UUID, title: HARD, closesAt: "2026-04-01T23:59:59.999Z", techTags: "r&d,<fast> rotors" });
    insertCall(portal, { id: "endless", title: "Endless" });
    const released = { status: "PENDING", releasesAt: instant(portal, -1), createdAt: instant(portal, -DAY) } as const;
    insertCall(portal, { ...released, id: "released", title: "Released", updatedAt: instant(portal, -DAY) });
    insertCall(portal, { status: "PENDING", releasesAt: instant(portal, 1), closesAt: "2026-04-01T23:59:59.999Z" });
    insertCall(portal, { status: "DRAFT", closesAt: "2026-04-01T23:59:59.999Z" });
    insertCall(portal, { status: "CLOSED", closesAt: "2026-04-01T23:59:59.999Z" });
    insertCall(portal, { closesAt: instant(portal) });
  }

  for (const path of ["/api/feeds/calls.atom", "/api/feeds/calls.json"]) {
    test(`${path} lists the open calls in the order of the portal's feed, in an independent parser`, async () => {
      const portal = await openPortal();
      insertCalls(portal);
      const listed = dataOf<{ title: string }[]>(await get(portal, "/api/portal/calls"));
      const answer = await get(portal, path);
      expect(titlesIn(path, answer)).toEqual(listed.map(({ title }) => title));
      expect(listed).toHaveLength(4);
      const { entries = [] } = readFeed(path, answer);
      expect(entries[0]).toMatchObject({ id: `urn:uuid:${UUID}`, link: `${ORIGIN}/calls/${UUID}`, title: HARD });
    });
  }

  test("have the time they were opened as their publication date, not the time they were drafted", async () => {
    const portal = await openPortal();
    insertCall(portal, { createdAt: instant(portal, -DAY), updatedAt: instant(portal, -MINUTE) });
    const { items } = jsonOf(await get(portal, "/api/feeds/calls.json"));
    expect(items[0]).toMatchObject({ date_published: instant(portal, -MINUTE) });
  });

  test("have their tags, their deadline, and the time at which the clock released them", async () => {
    const portal = await openPortal();
    insertCalls(portal);
    const { items } = jsonOf(await get(portal, "/api/feeds/calls.json"));
    expect(items[0]).toMatchObject({ tags: ["r&d", "<fast> rotors"] });
    expect(items[0]?.content_text).toMatch(/\n\nCloses on 2026-04-01 \(UTC\)\.$/);
    expect(items.find(({ title }) => title === "Released")).toMatchObject({
      date_published: instant(portal, -1),
      date_modified: instant(portal, -1),
      content_text: "We look for quiet rotors.",
    });
    const { text } = await get(portal, "/api/feeds/calls.atom");
    expect(text).toContain('<category term="r&amp;d"/>');
    expect(text).toContain('<category term="&lt;fast&gt; rotors"/>');
    expect(text).toContain(`<id>tag:${HOST},2026:/feeds/calls</id>`);
  });

  test("as a calendar are events on their last days, in an independent parser", async () => {
    const portal = await openPortal();
    insertCalls(portal);
    const answer = await get(portal, "/api/feeds/calls.ics");
    const events = readCalendar(answer);
    expect(events.map(({ uid }) => uid)).toEqual([UUID, "late"]);
    expect(events[0]).toMatchObject({
      datetype: "date",
      summary: expect.stringContaining("Call closes: Rotors & <b>blades</b>"),
      url: `${ORIGIN}/calls/${UUID}`,
      categories: ["r&d", "<fast> rotors"],
      transparency: "TRANSPARENT",
    });
    const day = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()];
    expect(day(events[0]?.start as Date)).toEqual([2026, 4, 1]);
    expect(day(events[0]?.end as Date)).toEqual([2026, 4, 2]);
    expect(answer.text).toContain(`DTSTAMP:${instant(portal).replace(/[-:]|\.\d+/g, "")}`);
    for (const line of answer.text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test("as Atom are dated by the last write, release or closing of a call, whichever came last", async () => {
    const portal = await openPortal();
    insertCall(portal, { closesAt: instant(portal, DAY) });
    insertCall(portal, { status: "PENDING", releasesAt: instant(portal, 2 * DAY) });
    const updatedAt = async () =>
      (await get(portal, "/api/feeds/calls.atom")).text.match(/<updated>([^<]+)<\/updated>/)?.[1];
    expect(await updatedAt()).toBe(instant(portal));
    for (let day = 0; day < 2; day += 1) {
      portal.advance(DAY);
      expect(await updatedAt()).toBe(instant(portal));
    }
    portal.advance(MINUTE);
    insertCall(portal, { status: "CLOSED" });
    expect(await updatedAt()).toBe(instant(portal));
  });

  test("have addresses from PUBLIC_ORIGIN if it is set", async () => {
    const portal = await openPortal({ PUBLIC_ORIGIN: "https://ledger.example.gov" });
    insertCall(portal, { id: "one", closesAt: instant(portal, DAY) });
    for (const path of CALLS.slice(1)) {
      const { text } = await get(portal, path);
      expect(text.replaceAll("\r\n ", "")).toContain("https://ledger.example.gov/calls/one");
      expect(text).not.toContain(HOST);
    }
  });
});

describe("the pages of a feed", () => {
  const fill = (portal: Portal, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const title = `Number ${index}`;
      insertAnnouncement(portal, { title, createdAt: instant(portal, -index * MINUTE) });
      insertCall(portal, { title, closesAt: instant(portal, DAY + index * MINUTE) });
    }
  };
  const named = (count: number) => Array.from({ length: count }, (_unused, index) => `Number ${index}`);

  for (const path of FEEDS) {
    for (const [count, last] of [
      [100, 1],
      [101, 2],
      [250, 3],
    ] as const) {
      test(`${path} has ${count} in ${last}, each once`, async () => {
        const portal = await openPortal();
        portal.db.$client.transaction(() => fill(portal, count))();
        const titles: string[] = [];
        let next: string | undefined = path.startsWith("/api/portal/") ? `${path}?page=1` : path;
        let pages = 0;
        while (next !== undefined) {
          const answer: TestResponse = await get(portal, next);
          const onPage = titlesIn(path, answer);
          expect(onPage.length).toBe(Math.min(100, count - titles.length));
          titles.push(...onPage);
          pages += 1;
          const links = linksOf(answer);
          const first = path.startsWith("/api/portal/") ? `${path}?page=1` : path;
          expect(links).toEqual({
            ...(last > 1 && { first, last: `${path}?page=${last}` }),
            ...(pages > 1 && { prev: pages === 2 ? first : `${path}?page=${pages - 1}` }),
            ...(pages < last && { next: `${path}?page=${pages + 1}` }),
          });
          if (path.endsWith(".json")) expect(jsonOf(answer).next_url).toBe(links.next && ORIGIN + links.next);
          if (path.endsWith(".atom")) {
            const { prev: previous, ...others } = links;
            const written = [...answer.text.matchAll(/<link href="([^"]+)" rel="(first|previous|next|last)"/g)];
            expect(
              Object.fromEntries(written.map(([, href = "", rel = ""]) => [rel, href.replace(ORIGIN, "")])),
            ).toEqual({
              ...others,
              ...(previous && { previous }),
            });
          }
          next = links.next;
        }
        expect(pages).toBe(last);
        expect(titles).toEqual(named(count));
        const beyond = await get(portal, `${path}?page=${last + 1}`);
        expect(titlesIn(path, beyond)).toEqual([]);
        expect(linksOf(beyond)).toMatchObject({ last: last === 1 ? expect.any(String) : `${path}?page=${last}` });
      });
    }
  }

  for (const path of ["/api/portal/announcements", "/api/portal/calls"]) {
    test(`${path} is complete, whether the server caches it as one response or in chunks`, async () => {
      const portal = await openPortal();
      portal.db.$client.transaction(() => fill(portal, 1000))();
      const whole = await get(portal, path);
      expect(titlesIn(path, whole)).toEqual(named(1000));
      expect(whole.headers.get("link")).toBeNull();
      insertAnnouncement(portal, { title: "One more", createdAt: instant(portal, -3 * DAY) });
      insertCall(portal, { title: "One more", closesAt: instant(portal, 9 * DAY) });
      const longer = await get(portal, path);
      expect(titlesIn(path, longer)).toEqual([...named(1000), "One more"]);
      expect(longer.headers.get("link")).toBeNull();
      expect(titlesIn(path, await get(portal, `${path}?page=11`))).toEqual(["One more"]);
    });

    test(`${path} has the same rows in pages as in one response`, async () => {
      const portal = await openPortal();
      fill(portal, 3);
      insertCall(portal, { title: "Released", status: "PENDING", releasesAt: instant(portal, -1) });
      expect((await get(portal, `${path}?page=1`)).body).toEqual((await get(portal, path)).body);
    });
  }
});

/** The request headers of a program that has a copy of a feed, and whether it gets a 304. */
describe("a conditional request", () => {
  for (const path of FEEDS) {
    test(`for ${path} is answered 304 by tag or by date, without a body, for GET and HEAD`, async () => {
      const portal = await openPortal();
      insertCall(portal, { closesAt: instant(portal, DAY) });
      insertAnnouncement(portal);
      portal.advance(5000);
      const { headers } = await get(portal, path);
      const etag = headers.get("etag") ?? "";
      const date = headers.get("last-modified") ?? "";
      expect(Date.parse(date)).toBeLessThanOrEqual(portal.now().getTime());
      const later = new Date(Date.parse(date) + 1000).toUTCString();
      const earlier = new Date(Date.parse(date) - 1000).toUTCString();
      const future = new Date(portal.now().getTime() + DAY).toUTCString();
      const questions: [headers: Record<string, string>, status: number][] = [
        [{}, 200],
        [{ "if-none-match": etag }, 304],
        [{ "if-none-match": `W/${etag}` }, 304],
        [{ "if-none-match": `"other", W/"another" , ${etag}` }, 304],
        [{ "if-none-match": `"with, comma",${etag}` }, 304],
        [{ "if-none-match": "*" }, 304],
        [{ "if-none-match": '"other"' }, 200],
        [{ "if-none-match": etag.slice(1, -1) }, 200],
        [{ "if-none-match": etag.replace(/.{3}"$/, '"') }, 200],
        [{ "if-none-match": "" }, 200],
        [{ "if-modified-since": date }, 304],
        [{ "if-modified-since": later }, 304],
        [{ "if-modified-since": earlier }, 200],
        [{ "if-modified-since": future }, 200],
        [{ "if-modified-since": "not a date" }, 200],
        [{ "if-none-match": '"other"', "if-modified-since": date }, 200],
        [{ "if-none-match": etag, "if-modified-since": earlier }, 304],
      ];
      for (const [asked, status] of questions) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await portal.request(null, method, path, { headers: asked });
          expect(answer.status, `${method} ${JSON.stringify(asked)}`).toBe(status);
          expect(answer.headers.get("etag")).toBe(etag);
          expect(answer.headers.get("last-modified")).toBe(date);
          expect(answer.headers.get("cache-control")).toMatch(FOR_EVERYONE);
          expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
          if (status === 304) {
            expect(answer.text).toBe("");
            expect(answer.headers.get("content-type")).toBeNull();
            expect(answer.headers.get("content-length")).toBeNull();
          }
        }
      }
    });
  }

  test("has a different tag for each feed, page and origin", async () => {
    const portal = await openPortal();
    const paths = FEEDS.flatMap((path) => [path, `${path}?page=2`]);
    const tags = await Promise.all(paths.map(async (path) => (await get(portal, path)).headers.get("etag")));
    const elsewhere = new Request("http://other.test/api/feeds/calls.atom", { headers: { host: "other.test" } });
    const other = await readResponse(await portal.handler(Object.assign(elsewhere, { ip: "203.0.113.1" })));
    expect(new Set([...tags, other.headers.get("etag")]).size).toBe(paths.length + 1);
  });

  test("that is invalid is refused, even with a matching tag", async () => {
    const portal = await openPortal();
    const answer = await get(portal, "/api/portal/calls?page=0", { "if-none-match": "*" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("etag")).toBeNull();
  });
});

/** The tags of all feeds of one kind. */
const tagsOf = async (portal: Portal, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await get(portal, path)).headers.get("etag")));
const areAllOther = (before: unknown[], after: unknown[]) => before.every((tag, index) => tag !== after[index]);

describe("the tag of the announcements feed", () => {
  const patch = (json: object) => async (portal: Portal) => {
    await portal.request("lead", "PATCH", "/api/gov/announcements/one", { json });
  };
  const changes: [what: string, change: (portal: Portal) => unknown][] = [
    [
      "a new one",
      (portal) =>
        portal.request("lead", "POST", "/api/gov/announcements", { json: { title: "Forum", body: "In May." } }),
    ],
    ["an edited text", patch({ body: "In June." })],
    ["one that is unpublished", patch({ published: false })],
    ["one that is deleted", (portal) => portal.request("lead", "DELETE", "/api/gov/announcements/one")],
    [
      "one that was deleted directly from its table",
      ({ db }) => db.delete(announcement).where(eq(announcement.id, "one")).run(),
    ],
  ];
  for (const [what, change] of changes) {
    test(`changes after ${what}`, async () => {
      const portal = await openPortal();
      insertAnnouncement(portal, { id: "one" });
      portal.advance(5000);
      const [before, calls] = [await tagsOf(portal, ANNOUNCEMENTS), await tagsOf(portal, CALLS)];
      await change(portal);
      expect(areAllOther(before, await tagsOf(portal, ANNOUNCEMENTS))).toBe(true);
      expect(await tagsOf(portal, CALLS)).toEqual(calls);
    });
  }

  test("stays after a write to something else, or an update that changes nothing", async () => {
    const portal = await openPortal();
    insertAnnouncement(portal, { id: "one" });
    insertCall(portal, { id: "one", status: "DRAFT" });
    portal.advance(5000);
    const before = await tagsOf(portal, FEEDS);
    portal.advance(DAY);
    portal.newSessions();
    await portal.request("admin", "GET", "/api/session");
    await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/calls" } });
    await patch({ title: "The forum moves to May" })(portal);
    insertSubmission(portal);
    await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label: "rotors" } });
    await portal.request("lead", "PATCH", "/api/gov/calls/one", { json: { title: "Quiet rotors" } });
    portal.db
      .update(user)
      .set({ title: "Chief" })
      .where(eq(user.id, idOf("lead")))
      .run();
    expect(await tagsOf(portal, FEEDS)).toEqual(before);
  });

  test("differs between two databases whose change numbers are the same but whose changes are not", async () => {
    const [one, other] = [await openPortal(), await openPortal()];
    insertAnnouncement(one, { id: "one" });
    other.advance(MINUTE);
    insertAnnouncement(other, { id: "one" });
    const numberOf = ({ db, now }: Portal) =>
      statement<{ changeNumber: number }>(db, SELECT_FEED_CHANGE.announcements).get({ now: now().toISOString() })
        ?.changeNumber;
    expect(numberOf(one)).toBe(numberOf(other));
    expect(areAllOther(await tagsOf(one, ANNOUNCEMENTS), await tagsOf(other, ANNOUNCEMENTS))).toBe(true);
  });
});

describe("the tag of the calls feed", () => {
  const patch = (id: string, json: object) => async (portal: Portal) => {
    const { status, text } = await portal.request("lead", "PATCH", `/api/gov/calls/${id}`, { json });
    expect(status, text).toBe(200);
  };
  const changes: [what: string, change: (portal: Portal) => unknown][] = [
    [
      "a new one",
      (portal) => portal.request("lead", "POST", "/api/gov/calls", { json: { title: "New", description: "Call." } }),
    ],
    ["one that is closed", patch("open", { status: "CLOSED" })],
    ["one that is opened", patch("draft", { status: "OPEN" })],
    ["one whose release time passes", (portal) => portal.advance(DAY - 5000)],
    ["one whose last day passes", (portal) => portal.advance(2 * DAY - 5000)],
    ["one that was deleted directly from its table", ({ db }) => db.delete(call).where(eq(call.id, "draft")).run()],
  ];
  for (const [what, change] of changes) {
    test(`changes after ${what}`, async () => {
      const portal = await openPortal();
      insertCall(portal, { id: "open", closesAt: instant(portal, 2 * DAY) });
      insertCall(portal, { id: "draft", status: "DRAFT" });
      insertCall(portal, { id: "pending", status: "PENDING", releasesAt: instant(portal, DAY) });
      portal.advance(5000);
      const [before, announcements] = [await tagsOf(portal, CALLS), await tagsOf(portal, ANNOUNCEMENTS)];
      await change(portal);
      expect(areAllOther(before, await tagsOf(portal, CALLS))).toBe(true);
      expect(await tagsOf(portal, ANNOUNCEMENTS)).toEqual(announcements);
    });
  }

  test("changes in the millisecond at which the clock releases or closes a call", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Closes", closesAt: instant(portal, 2 * DAY) });
    // The clock has released and closed another call before.
    insertCall(portal, { status: "PENDING", releasesAt: instant(portal, -DAY), closesAt: instant(portal, -1) });
    insertCall(portal, { title: "Opens", status: "PENDING", releasesAt: instant(portal, DAY) });
    const path = "/api/portal/calls";
    const seen: { titles: string[]; etag: string | null; date: string | null }[] = [];
    for (const milliseconds of [5000, DAY - 5001, 1, DAY - 1, 1]) {
      portal.advance(milliseconds);
      const answer = await get(portal, path);
      const { headers } = answer;
      seen.push({
        titles: titlesIn(path, answer),
        etag: headers.get("etag"),
        date: headers.get("last-modified"),
      });
    }
    expect(seen.map(({ titles }) => titles)).toEqual([
      ["Closes"],
      ["Closes"],
      ["Closes", "Opens"],
      ["Closes", "Opens"],
      ["Opens"],
    ]);
    const [first, second, third, fourth, fifth] = seen.map(({ etag }) => etag);
    expect([second, fourth]).toEqual([first, third]);
    expect(new Set([first, third, fifth]).size).toBe(3);
    expect(seen[2]?.date).toBe(new Date(portal.now().getTime() - DAY).toUTCString());
    expect(seen[4]?.date).toBe(portal.now().toUTCString());
  });

  test("is read with indexes only, with or without SQLite's statistics", async () => {
    const portal = await openPortal();
    for (let index = 0; index < 200; index += 1) {
      insertCall(portal, { status: "PENDING", releasesAt: instant(portal, index), closesAt: instant(portal, index) });
      insertSubmission(portal);
    }
    for (const statistics of [false, true]) {
      if (statistics) portal.db.$client.exec("ANALYZE");
      const plans = Object.values(SELECT_FEED_CHANGE).flatMap((text) =>
        portal.db.$client
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
          .all({ now: instant(portal) })
          .map(({ detail }) => detail),
      );
      expect(plans.join("\n")).not.toMatch(/SCAN (call|record_change)|TEMP B-TREE/);
      expect(plans.join("\n")).toContain("COVERING INDEX call_releases (releases_at<?)");
      expect(plans.join("\n")).toContain("SEARCH call USING INDEX call_deadline (closes_at<?)");
      expect(plans.join("\n")).toContain("INDEX record_change_order (type=?)");
    }
  });
});

/** Work on records that nobody outside the government has ever seen. */
describe("neither the tags nor the dates of feeds show that", () => {
  const seenBy = async (portal: Portal) =>
    Promise.all(
      FEEDS.map(async (path) => {
        const { headers, text } = await get(portal, path);
        return [headers.get("etag"), headers.get("last-modified"), text];
      }),
    );
  const gov = async (portal: Portal, method: string, path: string, json?: object) => {
    const answer = await portal.request("lead", method, `/api/gov/${path}`, json && { json });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const soon = (portal: Portal) => instant(portal, DAY);
  const work: [what: string, work: (portal: Portal) => unknown][] = [
    ["a call was drafted", (portal) => gov(portal, "POST", "calls", { title: "A", description: "B", status: "DRAFT" })],
    ["a draft of a call was edited", (portal) => gov(portal, "PATCH", "calls/draft", { title: "Quieter rotors" })],
    [
      "a call was scheduled",
      (portal) => gov(portal, "PATCH", "calls/draft", { status: "PENDING", releasesAt: soon(portal) }),
    ],
    ["a scheduled call was edited", (portal) => gov(portal, "PATCH", "calls/pending", { title: "Quieter rotors" })],
    ["a scheduled call is a draft again", (portal) => gov(portal, "PATCH", "calls/pending", { status: "DRAFT" })],
    [
      "an announcement was drafted",
      (portal) => gov(portal, "POST", "announcements", { title: "A", body: "B", status: "DRAFT" }),
    ],
    ["a draft of an announcement was edited", (portal) => gov(portal, "PATCH", "announcements/draft", { title: "C" })],
    ["a draft of an announcement was deleted", (portal) => gov(portal, "DELETE", "announcements/draft")],
    [
      "an announcement was scheduled",
      (portal) => gov(portal, "PATCH", "announcements/draft", { status: "SCHEDULED", publishesAt: soon(portal) }),
    ],
    [
      "a scheduled announcement was edited",
      (portal) => gov(portal, "PATCH", "announcements/scheduled", { title: "C" }),
    ],
    [
      "a scheduled announcement is a draft again",
      (portal) => gov(portal, "PATCH", "announcements/scheduled", { status: "DRAFT" }),
    ],
    [
      "a scheduled announcement was deleted, whose time then passes",
      async (portal) => {
        await gov(portal, "DELETE", "announcements/scheduled");
        portal.advance(2 * HOUR);
      },
    ],
    ["the last day of a draft passes", (portal) => portal.advance(2 * HOUR)],
  ];
  test.each(work)("%s", async (what, change) => {
    const portal = await openPortal();
    insertCall(portal, { id: "open" });
    insertAnnouncement(portal, { id: "published" });
    portal.advance(MINUTE);
    insertCall(portal, { id: "draft", status: "DRAFT", closesAt: instant(portal, HOUR) });
    insertAnnouncement(portal, { id: "draft", published: false, publishedAt: null });
    if (what.startsWith("a scheduled call")) {
      insertCall(portal, { id: "pending", status: "PENDING", releasesAt: instant(portal, HOUR) });
    }
    if (what.startsWith("a scheduled announcement")) {
      insertAnnouncement(portal, { id: "scheduled", publishedAt: instant(portal, HOUR) });
    }
    portal.advance(MINUTE);
    const before = await seenBy(portal);
    portal.advance(MINUTE);
    await change(portal);
    expect(await seenBy(portal)).toEqual(before);
  });

  test.each([
    ["a call", "call", CALLS],
    ["an announcement", "announcement", ANNOUNCEMENTS],
  ] as const)("but they show the publication of %s that others were drafted after", async (_what, kind, paths) => {
    const portal = await openPortal();
    insertCall(portal, { id: "call", status: "PENDING", releasesAt: instant(portal, HOUR) });
    insertAnnouncement(portal, { id: "announcement", publishedAt: instant(portal, HOUR) });
    insertCall(portal, { status: "DRAFT" });
    insertAnnouncement(portal, { published: false, publishedAt: null });
    portal.advance(MINUTE);
    const before = await tagsOf(portal, paths);
    portal.advance(HOUR);
    const published = await tagsOf(portal, paths);
    expect(areAllOther(before, published)).toBe(true);
    const change = kind === "call" ? { status: "CLOSED" } : { published: false };
    await gov(portal, "PATCH", `${kind}s/${kind}`, change);
    expect(areAllOther(published, await tagsOf(portal, paths))).toBe(true);
  });
});

describe("the date of a feed", () => {
  const FEED = "/api/feeds/announcements.json";
  const publish = (portal: Portal, title: string) => insertAnnouncement(portal, { title });
  const ask = (portal: Portal, date: string | null) => get(portal, FEED, { "if-modified-since": date ?? "" });
  const dateOf = async (portal: Portal) => (await get(portal, FEED)).headers.get("last-modified");

  test("never hides the second of two changes within a second", async () => {
    const portal = await openPortal();
    portal.advance(MINUTE);
    publish(portal, "One");
    const date = await dateOf(portal);
    expect(date).toBe(portal.now().toUTCString());
    portal.advance(100);
    expect((await ask(portal, date)).status).toBe(304);
    publish(portal, "Two");
    portal.advance(100);
    expect((await ask(portal, date)).status).toBe(200);
    // The second change's date is still in the future, so for now nobody gets a 304 for it.
    const other = await dateOf(portal);
    expect(other).toBe(date);
    expect((await ask(portal, other)).status).toBe(200);
    portal.advance(1000);
    const third = await dateOf(portal);
    expect(third).not.toBe(date);
    expect((await ask(portal, third)).status).toBe(304);
  });

  test("is later than any date that the previous process can have sent", async () => {
    const portal = await openPortal();
    portal.advance(MINUTE);
    publish(portal, "One");
    const date = await dateOf(portal);
    // Another process, on a backup that has replaced the database.
    const restored = await openPortal();
    const db = openDatabase(restored.services.settings.databasePath);
    const handler = createFetchHandler(dispatchers, { ...portal.services, db });
    const request = () => new Request(`${ORIGIN}${FEED}`, { headers: { host: HOST, "if-modified-since": date ?? "" } });
    expect((await handler(Object.assign(request(), { ip: "203.0.113.1" }))).status).toBe(200);
    closeDatabase(db);
  });

  test("is the Unix epoch for a feed that never had an entry, and so is its Atom update time", async () => {
    const portal = await openPortal();
    portal.advance(MINUTE);
    expect((await ask(portal, await dateOf(portal))).status).toBe(304);
    expect((await get(portal, "/api/feeds/announcements.atom")).text).toContain(
      "<updated>1970-01-01T00:00:00.000Z</updated>",
    );
    expect(jsonOf(await get(portal, FEED)).items).toEqual([]);
  });
});

test("the server pauses for other requests while it builds a long feed, and builds it only once", async () => {
  const portal = await openPortal();
  for (let index = 0; index < 600; index += 1) {
    insertCall(portal, { description: "<&é".repeat(2_600), status: "OPEN" });
    insertAnnouncement(portal, { body: "<&é".repeat(2_600) });
  }
  slowClock();
  for (const path of ["/api/portal/calls", "/api/portal/announcements"]) {
    const request = new Request(ORIGIN + path, { headers: { host: HOST } });
    let first = new Response();
    const turns = await turnsDuring(async () => {
      first = await portal.handler(request);
    });
    expect(turns, path).toBeGreaterThan(3);
    const written = vi.spyOn(JSON, "stringify");
    const [again, whole] = [await get(portal, path), await first.arrayBuffer()];
    expect(written.mock.calls.filter(([value]) => value?.title !== undefined)).toEqual([]);
    written.mockRestore();
    expect(Buffer.compare(Buffer.from(whole), again.bytes)).toBe(0);
    expect(dataOf<unknown[]>(again)).toHaveLength(600);
  }
});
