import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { submissionMatch } from "#db/schema";
import { insertEngagement, insertOrganization, insertSubmission, instant } from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS } from "../support/cast";
import { unescaped, withoutScripts } from "../support/markup";
import { dataOf, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { scenarios } from "../support/scenario";

/* GET /api/export/csv with the filters and the order of a list. */

const ROWS = 30;
const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;

function fill(portal: Portal): void {
  for (let number = 0; number < ROWS; number += 1) {
    const times = { createdAt: instant(portal, (number % 7) * MINUTE), updatedAt: instant(portal, number * MINUTE) };
    const title = pick(["Quiet rotors", "=HYPERLINK(1)", '"Other", hulls', "quiet\trotors"], number);
    const techTags = pick(["rotors,hulls", "hulls", ""], number);
    insertSubmission(portal, {
      title,
      techTags,
      type: pick(["WHITE_PAPER", "PITCH_MATERIAL"] as const, number),
      status: pick(["SUBMITTED", "ROUTED", "REVIEWED", "ARCHIVED"] as const, number),
      organizationId: pick([ORGANIZATIONS.acme, ORGANIZATIONS.borealis, ORGANIZATIONS.acme], number),
      governmentTags: pick(["", "wings"], number),
      answerBy: pick(["2026-02-27", null, "2026-03-04", "2026-12-31"], number),
      ...times,
    });
    insertOrganization(portal, {
      name: `${title} ${number}`,
      techTags,
      orgType: pick(["COMPANY", "FFRDC", "ACADEMIA"] as const, number),
      status: pick(["ACTIVE", "NEW"] as const, number),
      ...times,
    });
    insertEngagement(
      portal,
      {
        title,
        type: pick(["DEMO", "SITE_VISIT"] as const, number),
        status: pick(["PLANNED", "CLOSED"] as const, number),
        commandId: pick([COMMANDS.alpha, COMMANDS.bravo], number),
        date: `2026-0${3 + (number % 2)}-1${number % 5}T00:00:00.000Z`,
        ...times,
      },
      [pick([ORGANIZATIONS.acme, ORGANIZATIONS.borealis], number)],
    );
  }
}

const sorts = (...names: string[]) => fc.constantFrom(...names.flatMap((name) => [name, `-${name}`]));
const q = fc.constantFrom("quiet", "ROTORS", "=", "nothing at all");
const tag = fc.constantFrom("rotors", "hulls", "wings");

/** Each filter and order of each list. A random choice uses at least one. */
const ASKED = {
  submissions: {
    status: fc.constantFrom("SUBMITTED", "ROUTED", "REVIEWED", "ARCHIVED"),
    type: fc.constantFrom("WHITE_PAPER", "PITCH_MATERIAL", "EVENT_SUMMARY"),
    view: fc.constantFrom("all", "mine", "unrouted", "owned", "opinion", "unassigned", "due"),
    olderThan: fc.constantFrom("7", "30"),
    organizationId: fc.constantFrom(ORGANIZATIONS.acme, ORGANIZATIONS.borealis),
    q,
    tag,
    sort: sorts("createdAt", "updatedAt", "title", "status", "answerBy"),
  },
  organizations: {
    status: fc.constantFrom("ACTIVE", "NEW", "INACTIVE"),
    orgType: fc.constantFrom("COMPANY", "FFRDC"),
    q,
    tag,
    sort: sorts("name", "status", "createdAt", "updatedAt"),
  },
  engagements: {
    status: fc.constantFrom("PLANNED", "CLOSED"),
    type: fc.constantFrom("DEMO", "SITE_VISIT"),
    commandId: fc.constantFrom(COMMANDS.alpha, COMMANDS.bravo),
    organizationId: fc.constantFrom(ORGANIZATIONS.acme, ORGANIZATIONS.borealis),
    month: fc.constantFrom("2026-03", "2026-05"),
    from: fc.constantFrom("2026-03-12", "2026-04-01"),
    to: fc.constantFrom("2026-03-12", "2026-04-13"),
    q,
    sort: sorts("date", "createdAt", "updatedAt", "title"),
  },
};
type Entity = keyof typeof ASKED;
const ENTITIES = Object.keys(ASKED) as Entity[];

const queries = (entity: Entity) =>
  fc
    .record(ASKED[entity] as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] })
    .filter((asked) => Object.keys(asked).length > 0)
    .map((asked) => `${new URLSearchParams(asked as Record<string, string>)}`);

async function exported(portal: Portal, entity: Entity, query: string) {
  const answer = await portal.request("admin", "GET", `/api/export/csv?entity=${entity}&${query}`);
  expect(answer.status, `${query}: ${answer.text.slice(0, 300)}`).toBe(200);
  return Papa.parse<Record<string, string>>(answer.text.trimEnd(), { header: true }).data;
}

async function listed(portal: Portal, entity: Entity, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/gov/${entity}?${query}&pageSize=10&page=${page}`;
    const { items, total } = dataOf<{ items: { id: string }[]; total: number }>(
      await portal.request("admin", "GET", path),
    );
    ids.push(...items.map(({ id }) => id));
    if (ids.length >= total) return ids;
  }
}

describe.each(ENTITIES)("a table of %s", (entity) => {
  test("with any filters and order has the rows of all the list's pages, in order", async () => {
    const portal = await openPortal();
    fill(portal);
    await fc.assert(
      fc.asyncProperty(queries(entity), async (query) => {
        // So that the limit on exports does not apply.
        portal.advance(HOUR);
        portal.newSessions();
        const rows = await exported(portal, entity, query);
        expect(
          rows.map(({ id }) => id),
          query,
        ).toEqual(await listed(portal, entity, query));
      }),
      { numRuns: 60 },
    );
  });

  test("without filters has every record in the order created", async () => {
    const portal = await openPortal();
    fill(portal);
    const rows = await exported(portal, entity, "page=2&pageSize=1&updatedSince=x&unknown=1");
    expect(rows.length).toBeGreaterThanOrEqual(ROWS);
    const inOrder = [...rows].sort((one, other) =>
      `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? -1 : 1,
    );
    expect(rows).toEqual(inOrder);
  });

  test("is linked from the list's page, with the page's filters and order, for users who may export", async () => {
    const portal = await openPortal();
    fill(portal);
    const address = `/gov/${entity}?q=quiet&pageSize=10&page=2`;
    for (const person of ["readonly", "poc", "lead"] as const) {
      expect((await portal.request(person, "GET", address)).text).not.toContain("/api/export/csv");
    }
    for (const person of ["admin", "systemAdmin"] as const) {
      const { text } = await portal.request(person, "GET", address);
      const [, href = "", count] =
        withoutScripts(text).match(/href="(\/api\/export\/csv[^"]*)">.*?Download these (\d+) as CSV/) ?? [];
      const query = unescaped(href).replace(`/api/export/csv?entity=${entity}&`, "");
      const rows = await exported(portal, entity, query);
      expect(rows).toHaveLength(Number(count));
      expect(rows.map(({ id }) => id)).toEqual(await listed(portal, entity, "q=quiet"));
    }
    const empty = await portal.request("admin", "GET", `/gov/${entity}?q=nothing+at+all`);
    expect(withoutScripts(empty.text)).not.toContain("/api/export/csv");
  });

  test("has a mark before text that a spreadsheet would read as a formula, with filters too", async () => {
    const portal = await openPortal();
    fill(portal);
    const rows = await exported(portal, entity, "q=%3DHYPERLINK");
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.title ?? row.name).toMatch(/^'=HYPERLINK/);
  });
});

test("a month of engagements is exported in the order that its page shows", async () => {
  const portal = await openPortal();
  fill(portal);
  const { text } = await portal.request("admin", "GET", "/gov/engagements?month=2026-03");
  const [, href = ""] = text.match(/href="(\/api\/export\/csv[^"]*)"/) ?? [];
  expect(unescaped(href)).toBe("/api/export/csv?entity=engagements&month=2026-03&sort=date");
});

test("the filter for my submissions uses the matches of the user who exports", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal, { status: "ROUTED" });
  insertSubmission(portal);
  const match = { reason: "TAG", delivery: "NOTIFIED", createdAt: instant(portal) } as const;
  portal.db
    .insert(submissionMatch)
    .values({ submissionId: id, userId: idOf("admin"), matchedTags: ["rotors"], ...match })
    .run();
  expect((await exported(portal, "submissions", "view=mine")).map((row) => row.id)).toEqual([id]);
  const other = await portal.request("systemAdmin", "GET", "/api/export/csv?entity=submissions&view=mine");
  expect(other.text.trimEnd().split("\r\n")).toHaveLength(1);
});

test("the audit row has the filters of an export, and none if there were none", async () => {
  const portal = await openPortal();
  await exported(portal, "submissions", "status=ROUTED&sort=title&setAside=HUBZONE");
  await exported(portal, "submissions", "");
  const details = portal.auditRows().map((row) => JSON.parse(row.details ?? ""));
  expect(details).toEqual([
    {
      format: "CSV",
      records: ["submissions"],
      fileName: "submissions-2026-03-02.csv",
      filters: { status: "ROUTED", sort: "title" },
    },
    { format: "CSV", records: ["submissions"], fileName: "submissions-2026-03-02.csv" },
  ]);
});

scenarios(
  (
    [
      ["a status of another list", "entity=organizations&status=ROUTED", ["status"]],
      ["a status of none", "entity=submissions&status=routed", ["status"]],
      ["an empty status", "entity=submissions&status=", ["status"]],
      ["an order of another list", "entity=submissions&sort=name", ["sort"]],
      ["two tags in one", "entity=submissions&tag=a,b", ["tag"]],
      ["an invalid month", "entity=engagements&month=2026-13", ["month"]],
      ["an invalid day", "entity=engagements&from=2026-02-30", ["from"]],
      ["a text that is too long", `entity=engagements&q=${"a".repeat(256)}`, ["q"]],
      ["a filter that comes twice", "entity=submissions&status=ROUTED&status=REVIEWED", ["status"]],
    ] as const
  ).map(([what, query, fields]) => ({
    name: `a table with ${what} is a bad request`,
    as: "admin",
    method: "GET",
    path: `/api/export/csv?${query}`,
    status: 400,
    fields,
  })),
);

scenarios(
  (
    [
      [null, 401],
      ["readonly", 403],
      ["poc", 403],
      ["lead", 403],
      ["acmeAdmin", 403],
    ] as const
  ).map(([as, status]) => ({
    name: `a filtered table is refused to ${as ?? "a visitor"}`,
    as,
    method: "GET",
    path: "/api/export/csv?entity=submissions&status=ROUTED",
    status,
  })),
);
