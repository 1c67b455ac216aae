import { expect, test } from "vitest";
import { user } from "#db/schema";
import {
  insertAnnouncement,
  insertCall,
  insertEngagement,
  insertOrganization,
  insertSubmission,
  instant,
} from "../support/arrange";
import { ORGANIZATIONS, type PersonKey } from "../support/cast";
import { errorsIn, wordsOf } from "../support/markup";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";

const read = async (portal: Portal, path: string, as: PersonKey | null = null) => {
  const { status, text } = await portal.request(as, "GET", path);
  expect(status, path).toBe(200);
  return text;
};
/** The calls that a page links to, in order. */
const callsOn = (html: string) =>
  Array.from(html.replace(/<script[\s\S]*?<\/script>/g, "").matchAll(/href="\/calls\/([^"?]+)"/g), ([, id]) => id);

/** Twenty-five open calls, some without a deadline, and others that are not open. */
function insertOpenCalls(portal: Portal): void {
  for (let number = 0; number < 25; number += 1) {
    const closesAt = number % 5 === 0 ? null : instant(portal, ((number * 7) % 25) * DAY + 1);
    insertCall(portal, { id: `open-${number}`, closesAt, description: `${"quiet rotors ".repeat(50)}to the end` });
  }
  insertCall(portal, { status: "DRAFT" });
  insertCall(portal, { closesAt: instant(portal) });
}

test("the open calls have pages, in the feed's order, with the beginning of each description", async () => {
  const portal = await openPortal();
  insertOpenCalls(portal);
  const feed = dataOf<{ id: string }[]>(await portal.request(null, "GET", "/api/portal/calls")).map(({ id }) => id);
  const [first, second] = [await read(portal, "/calls"), await read(portal, "/calls?page=2")];
  expect([callsOn(first).length, callsOn(second).length]).toEqual([20, 5]);
  expect([...callsOn(first), ...callsOn(second)]).toEqual(feed);
  expect(first).toContain("rotors quiet…");
  expect(first).not.toContain("to the end");
  expect(await read(portal, "/calls?page=3")).toContain("This page does not exist");
});

test("the first page and industry's dashboard show the next five of them", async () => {
  const portal = await openPortal();
  insertOpenCalls(portal);
  const next = callsOn(await read(portal, "/calls")).slice(0, 5);
  const home = await read(portal, "/");
  expect(callsOn(home)).toEqual(next);
  expect(home).toMatch(/All (<!-- -->)?25(<!-- -->)? open calls/);
  expect(callsOn(await read(portal, "/portal", "acmeUser"))).toEqual(next);
});

test("industry's dashboard shows the newest five submissions that are not archived", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 7; number += 1) {
    const status = number === 6 ? "ARCHIVED" : "SUBMITTED";
    insertSubmission(portal, { id: `s${number}`, status, createdAt: instant(portal, number) });
  }
  const page = await read(portal, "/portal", "acmeUser");
  const shown = Array.from(page.matchAll(/href="\/portal\/submissions\/(s\d)"/g), ([, id]) => id);
  expect(shown).toEqual(["s5", "s4", "s3", "s2", "s1"]);
});

test("the data of a page with a list has no more of each row than the page shows", async () => {
  const portal = await openPortal();
  const long = `${"a word ".repeat(100)}UNSHOWN`;
  const titled = { title: "A row that is shown" };
  insertSubmission(portal, { ...titled, summary: long });
  insertCall(portal, { ...titled, description: long });
  insertAnnouncement(portal, { ...titled, body: long });
  insertEngagement(portal, { ...titled, summary: long });
  insertOrganization(portal, { name: titled.title, description: long, addressLine1: "UNSHOWN" });
  const pages: [path: string, as: PersonKey | null][] = [
    ...["/gov", "/gov/submissions", "/gov/calls", "/gov/announcements", "/gov/engagements", "/gov/organizations"].map(
      (path) => [path, "poc"] as [string, PersonKey],
    ),
    ...["/portal", "/portal/submissions"].map((path) => [path, "acmeUser"] as [string, PersonKey]),
    ...["/", "/calls", "/announcements"].map((path) => [path, null] as [string, null]),
  ];
  for (const [path, as] of pages) {
    const page = await read(portal, path, as);
    expect(page, path).toContain(titled.title);
    expect(page, path).not.toContain("UNSHOWN");
  }
});

test("an organization's page lists all of its people, in pages", async () => {
  const portal = await openPortal();
  const path = `/gov/organizations/${ORGANIZATIONS.acme}`;
  expect(await read(portal, path, "poc")).not.toContain("peoplePage");
  for (let number = 0; number < 99; number += 1) {
    const name = `Colleague ${number}`;
    const times = { createdAt: instant(portal), updatedAt: instant(portal) };
    const row = { role: "INDUSTRY", industryRole: "INDUSTRY_USER", organizationId: ORGANIZATIONS.acme } as const;
    portal.db
      .insert(user)
      .values({ id: `c${number}`, email: `c${number}@example.test`, name, passwordHash: "none", ...row, ...times })
      .run();
  }
  expect(await read(portal, path, "poc")).toContain("People (101)");
  const shown = new Set<string>();
  for (let number = 1; number <= 6; number += 1) {
    const page = await read(portal, `${path}?peoplePage=${number}`, "poc");
    const emails = page.match(/c\d+@example\.test/g) ?? [];
    expect(new Set(emails).size).toBeLessThanOrEqual(20);
    for (const email of emails) shown.add(email);
  }
  expect(shown.size).toBe(99);
});

const LISTS = [
  ["/gov/organizations", "organization"],
  ["/gov/engagements", "engagement"],
  ["/gov/calls", "call"],
  ["/gov/announcements", "announcement"],
  ["/gov/submissions", "submission"],
  ["/gov/admin/users", "government user"],
  ["/calls", "Quiet rotors"],
  ["/announcements", "Published"],
  ["/notifications", "No notifications yet"],
] as const;

test.each(LISTS)("a list at %s ignores the invalid parts of its address, and says so", async (path, word) => {
  const portal = await openPortal();
  for (const insert of [insertCall, insertEngagement, insertAnnouncement, insertSubmission]) insert(portal);
  for (const query of ["page=0", "page=many", "pageSize=1000"]) {
    expect(await read(portal, `${path}?${query}`, "systemAdmin")).toContain(word);
  }
  const isFiltered = path.startsWith("/gov/");
  if (!isFiltered) return;
  const long = "a".repeat(256);
  const html = await read(portal, `${path}?q=${long}&sort=sideways&page=1`, "systemAdmin");
  expect(html).toContain("We did not understand part of this address");
  expect(errorsIn(html).q).toEqual(["too_long"]);
  expect(html).toContain(`value="${long}"`);
});

test("an invalid filter does not affect the other filters", async () => {
  const portal = await openPortal();
  insertOrganization(portal, { name: "Kept", status: "WATCHLIST", techTags: "rotors" });
  insertOrganization(portal, { name: "Left out", status: "ACTIVE", techTags: "rotors" });
  const html = await read(portal, "/gov/organizations?status=WATCHLIST&tag=rotors,wings", "poc");
  expect(html).toContain("Kept");
  expect(html).not.toContain("Left out");
  expect(errorsIn(html)).toEqual({ tag: ["invalid"] });
  expect(wordsOf(html)).toMatch(/1 organization Filter and sort \(1\) Filtered by Status: Watchlist\s+Clear filters/);
});

const NOT_EMPTY = LISTS.filter(([path]) => path !== "/notifications");

test.each(NOT_EMPTY)("a page of %s after the last links to the first", async (path) => {
  const portal = await openPortal();
  for (const insert of [insertCall, insertEngagement, insertAnnouncement, insertSubmission]) insert(portal);
  const html = await read(portal, `${path}?page=999`, "systemAdmin");
  expect(html).toContain("This page does not exist");
  expect(html).not.toContain("Showing");
});

/** Whether a page has the form with a list's filters. */
const hasFilters = (html: string) => html.includes('aria-label="Filters"');

test.each(["/calls", "/announcements", "/gov/calls", "/gov/engagements", "/gov/announcements", "/notifications"])(
  "%s has filters only if there is something to filter, or a filter is set",
  async (path) => {
    const portal = await openPortal();
    expect(hasFilters(await read(portal, path, "poc"))).toBe(false);
    const narrowed = path === "/notifications" ? "unread=true" : "q=rotor";
    expect(hasFilters(await read(portal, `${path}?${narrowed}`, "poc"))).toBe(true);
    expect(hasFilters(await read(portal, `${path}?sort=nonsense`, "poc"))).toBe(true);
    if (path === "/notifications") return;
    for (const insert of [insertCall, insertEngagement, insertAnnouncement]) insert(portal);
    expect(hasFilters(await read(portal, path, "poc"))).toBe(true);
  },
);

test("a list that leaves out some records has its filters even if it shows none", async () => {
  const portal = await openPortal();
  for (const path of ["/gov/submissions", "/gov/engagements?view=agenda", "/gov/engagements?view=month"]) {
    expect([path, hasFilters(await read(portal, path, "poc"))]).toEqual([path, true]);
  }
});
