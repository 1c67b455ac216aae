import { describe, expect, test } from "vitest";
import { insertAnnouncement, insertCall, insertEngagement, insertSubmission, instant } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";

/* GET /api/search/ledger. Its reach has tests in tests/pages/search-reach, and its results in tests/unit/ledger-search. */

interface Result {
  query: string;
  match: string;
  correction: string | null;
  total: number;
  isAtLeast: boolean;
  best: unknown[];
  groups: { type: string; label: string; total: number; items: Record<string, unknown>[] }[];
  facets: Record<string, { value: string; total: number }[]>;
}

const ask = (portal: Portal, person: PersonKey | null, query: Record<string, string>) =>
  portal.request(person, "GET", `/api/search/ledger?${new URLSearchParams(query)}`);
const find = async (portal: Portal, person: PersonKey | null, query: Record<string, string>) =>
  dataOf<Result>(await ask(portal, person, query));

describe("GET /api/search/ledger", () => {
  test("has types, labels, totals, details and the values to filter by", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { title: "Kestrel", status: "OPEN", techTags: "drones,radar" });
    insertAnnouncement(portal, { title: "About a kestrel" });
    insertSubmission(portal, { title: "Kestrel optics" });
    const found = await find(portal, "readonly", { q: "kestrel" });
    expect(found).toMatchObject({ query: "kestrel", match: "ALL", correction: null, isAtLeast: false });
    expect(found.groups.map(({ type, label }) => [type, label])).toEqual(
      expect.arrayContaining([
        ["call", "Calls"],
        ["announcement", "Announcements"],
        ["submission", "Submissions"],
      ]),
    );
    expect(found.total).toBe(found.groups.reduce((sum, { total }) => sum + total, 0));
    expect(found.best.length).toBeGreaterThan(1);
    const [call] = found.groups.find(({ type }) => type === "call")?.items ?? [];
    expect(call).toMatchObject({ id, title: "Kestrel", url: `/gov/calls/${id}`, meta: { tags: ["drones", "radar"] } });
    expect(found.facets.tag).toContainEqual({ value: "radar", total: 1 });
    expect(JSON.stringify(found)).not.toContain('"source"');
  });

  test("corrects a misspelling, and says so", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Kestrel", status: "OPEN" });
    expect(await find(portal, null, { q: "kestrrel" })).toMatchObject({
      match: "CORRECTED",
      correction: "kestrel",
      total: 1,
      groups: [{ type: "call", items: [{ url: expect.stringMatching(/^\/calls\//) }] }],
    });
  });

  test("filters, and has the newest first if asked", async () => {
    const portal = await openPortal();
    const days = ["2026-01-10", "2026-03-10", "2025-02-10"];
    for (const day of days) insertEngagement(portal, { title: "Kestrel", date: `${day}T15:00:00.000Z` });
    const newest = await find(portal, "readonly", { q: "kestrel", types: "engagement", order: "date", year: "2026" });
    expect(newest.total).toBe(2);
    expect(newest.groups[0]?.items.map(({ meta }) => (meta as { date: string }).date.slice(0, 10))).toEqual([
      "2026-03-10",
      "2026-01-10",
    ]);
    expect((await find(portal, "readonly", { q: "kestrel", limit: "1" })).groups[0]?.items).toHaveLength(1);
  });

  test("filters and counts years by the days of the agency's time zone", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    // The last evening of 2025 there.
    insertEngagement(portal, { title: "Kestrel", date: "2026-01-01T02:00:00.000Z" });
    const ofYear = (year: string) => find(portal, "readonly", { q: "kestrel", year });
    expect(await ofYear("2025")).toMatchObject({ total: 1, facets: { year: [{ value: "2025", total: 1 }] } });
    expect(await ofYear("2026")).toMatchObject({ total: 0 });
  });

  test("has calls with the status that they have now, though no write said so", async () => {
    const portal = await openPortal();
    const times = { releasesAt: instant(portal, DAY), closesAt: instant(portal, 3 * DAY) };
    insertCall(portal, { title: "Kestrel", status: "PENDING", ...times });
    const statusesFound = async (person: PersonKey | null) => {
      const { facets } = await find(portal, person, { q: "kestrel" });
      const found: string[] = [];
      for (const status of ["PENDING", "OPEN", "DEADLINE_PASSED", "CLOSED"]) {
        const { total, groups } = await find(portal, person, { q: "kestrel", status });
        if (total > 0) found.push(status);
        expect(groups.flatMap(({ items }) => items.map(({ meta }) => meta))).toEqual(
          total === 0 ? [] : [expect.objectContaining({ status })],
        );
      }
      return [found, facets.status];
    };
    expect(await statusesFound("readonly")).toEqual([["PENDING"], [{ value: "PENDING", total: 1 }]]);
    expect(await statusesFound(null)).toEqual([[], []]);
    portal.advance(DAY);
    expect(await statusesFound("readonly")).toEqual([["OPEN"], [{ value: "OPEN", total: 1 }]]);
    expect(await statusesFound(null)).toEqual([["OPEN"], [{ value: "OPEN", total: 1 }]]);
    portal.advance(2 * DAY);
    // A status is any text, also the name of what every object has.
    expect((await find(portal, null, { q: "kestrel", status: "constructor" })).total).toBe(0);
    expect(await statusesFound(null)).toEqual([["DEADLINE_PASSED"], [{ value: "DEADLINE_PASSED", total: 1 }]]);
  });

  test.each<[Record<string, string>, string[]]>([
    [{}, ["q"]],
    [{ q: "" }, ["q"]],
    [{ q: "x".repeat(256) }, ["q"]],
    [{ q: "kestrel", types: "kestrel" }, ["types"]],
    [{ q: "kestrel", limit: "51", order: "random" }, ["limit", "order"]],
    [{ q: "kestrel", year: "26", command: "x".repeat(65) }, ["year", "command"]],
  ])("refuses %j", async (query, fields) => {
    const { status, body } = await ask(await openPortal(), null, query);
    expect(status).toBe(400);
    expect(Object.keys((body as { fields: object }).fields).sort()).toEqual(fields.sort());
  });
});
