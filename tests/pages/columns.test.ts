import { describe, expect, test } from "vitest";
import { shownColumns } from "#db/schema";
import { COLUMN_LISTS, type ColumnList } from "~/domain/shown-columns/lists";
import {
  insertAttendees,
  insertCall,
  insertEngagement,
  insertEngagementTask,
  insertOrganization,
  insertSubmission,
  instant,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { tableOf, unescaped, withoutScripts, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* The columns that people choose for government's lists. */

const LISTS = Object.keys(COLUMN_LISTS) as ColumnList[];
/** The first column of each list. */
const FIRST: Record<ColumnList, string> = {
  submissions: "title",
  organizations: "name",
  engagements: "title",
  calls: "title",
};
const pathOf = (list: ColumnList) => `/gov/${list}`;

/** A record in each list. */
function fill(portal: Portal): void {
  const callId = insertCall(portal, { id: "call", title: "Quiet rotors", solicitationNumber: "N-1" });
  insertSubmission(portal, { id: "paper", title: "Rotor", callId, status: "ROUTED", answerBy: "2026-05-27" });
  insertEngagement(portal, { id: "visit", title: "Visit of a rotor", location: "Arlington" });
}

const pageAt = async (portal: Portal, address: string, as: PersonKey = "poc") => {
  const { status, text } = await portal.request(as, "GET", address);
  expect(status, address).toBe(200);
  return withoutScripts(text);
};

/** The columns of the page's table after the first, without the one of actions. */
const columnsOf = (html: string) => [
  ...new Set([...html.matchAll(/ data-column="(\w+)"/g)].flatMap(([, name = ""]) => (name === "actions" ? [] : name))),
];
const shownAt = async (portal: Portal, address: string, as: PersonKey = "poc") =>
  columnsOf(await pageAt(portal, address, as));
/** What the menu has ticked. */
const tickedOn = (html: string) =>
  [...html.matchAll(/<input[^>]* name="columns"[^>]*>/g)]
    .filter(([input]) => input.includes("checked"))
    .map(([input]) => input.match(/value="(\w+)"/)?.[1]);

/** Sends the menu's form with these boxes ticked. */
const choose = (portal: Portal, list: ColumnList, columns: readonly string[], { query = "", isReset = false } = {}) =>
  portal.request("poc", "POST", `${pathOf(list)}?${query}chooseColumns`, {
    form: [
      ...columns.map((name): [string, string] => ["columns", name]),
      ...(isReset ? [["usual", "true"] as [string, string]] : []),
    ],
  });

describe.each(LISTS)("the list of %s", (list) => {
  const { offered, usual } = COLUMN_LISTS[list];
  const path = pathOf(list);

  test("shows the usual columns, those of its address, all, or none but the first", async () => {
    const portal = await openPortal();
    fill(portal);
    expect(await shownAt(portal, path)).toEqual(usual);
    for (const name of offered) expect(await shownAt(portal, `${path}?columns=${name}`)).toEqual([name]);
    const html = await pageAt(portal, `${path}?columns=${offered.toReversed().join(",")}`);
    expect(columnsOf(html)).toEqual(offered);
    expect(tickedOn(html)).toEqual(offered);
    const bare = await pageAt(portal, `${path}?columns=none`);
    expect([columnsOf(bare), tickedOn(bare)]).toEqual([[], []]);
    expect(bare).toContain('<th scope="row"');
  });

  test("ignores columns that it does not offer, and says so", async () => {
    const portal = await openPortal();
    fill(portal);
    const [one, other] = offered;
    for (const wrong of [
      FIRST[list],
      `${one},${one}`,
      `${one},secret`,
      "__proto__",
      ",",
      `${offered.join()},${other}`,
    ]) {
      const html = await pageAt(portal, `${path}?columns=${wrong}&q=o`);
      expect([wrong, columnsOf(html)]).toEqual([wrong, usual]);
      expect(html).toMatch(/usa-alert--warning/);
      expect(html).not.toMatch(/<input type="hidden" name="columns"/);
    }
    expect(await pageAt(portal, path)).not.toMatch(/usa-alert--warning/);
  });

  test("remembers what a person chose, for that person and that list only", async () => {
    const portal = await openPortal();
    fill(portal);
    const [first, second] = offered;
    const sent = await choose(portal, list, [second, first], { query: "q=o&page=1&" });
    const address = `${path}?${new URLSearchParams({ q: "o", page: "1", columns: `${first},${second}` })}`;
    expect([sent.status, sent.headers.get("location")]).toEqual([302, address]);
    expect(await shownAt(portal, address)).toEqual([first, second]);
    expect(await shownAt(portal, path)).toEqual(offered.slice(0, 2));
    expect(await shownAt(portal, `${path}?columns=${offered[2]}`)).toEqual([offered[2]]);
    expect(await shownAt(portal, path)).toEqual(offered.slice(0, 2));
    expect(await shownAt(portal, path, "lead")).toEqual(usual);
    for (const other of LISTS.filter((name) => name !== list)) {
      expect(await shownAt(portal, pathOf(other))).toEqual(COLUMN_LISTS[other].usual);
    }
  });

  test("shows the usual columns again after a reset, and after all boxes are cleared only the first", async () => {
    const portal = await openPortal();
    fill(portal);
    expect((await choose(portal, list, [])).headers.get("location")).toBe(`${path}?columns=none`);
    expect(await shownAt(portal, path)).toEqual([]);
    await choose(portal, list, [offered[0]], { isReset: true });
    expect(await shownAt(portal, path)).toEqual(usual);
    expect(portal.db.select().from(shownColumns).all()).toEqual([]);
  });

  test("refuses a form with columns that it does not offer, and remembers nothing", async () => {
    const portal = await openPortal();
    fill(portal);
    for (const columns of [["secret"], [offered[0], offered[0]], Array<string>(90).fill(offered[0])]) {
      const { status, text } = await choose(portal, list, columns);
      expect(status).toBe(400);
      expect(text).toMatch(/<details class="glip-menu glip-column-menu" open/);
      expect(text).toContain("data-error=");
    }
    expect(portal.db.select().from(shownColumns).all()).toEqual([]);
  });
});

describe("the values of the columns", () => {
  const cellsOf = (html: string, caption: RegExp) => tableOf(html, caption).map((cells) => cells.slice(1));

  test("organizations: codes, place, set-asides, submissions without archived ones, and the last engagement held", async () => {
    const portal = await openPortal();
    const id = insertOrganization(portal, {
      ...{ name: "Zephyr", uei: "ZEPH4YN8A2T6", cageCode: "8HAL2", city: "Huntsville", state: "AL" },
      ...{ setAsides: ["SMALL_BUSINESS", "HUBZONE"], smallBusiness: true, samRegistrationStatus: "EXPIRED" },
    });
    for (const status of ["ROUTED", "REVIEWED", "ARCHIVED"] as const)
      insertSubmission(portal, { organizationId: id, status });
    const held = { status: "COMPLETED" } as const;
    insertEngagement(portal, { ...held, date: "2026-01-05T00:00:00.000Z" }, [id]);
    insertEngagement(portal, { ...held, date: "2026-02-05T00:00:00.000Z" }, [ORGANIZATIONS.acme, id]);
    insertEngagement(portal, { date: "2099-02-05T00:00:00.000Z", status: "PLANNED" }, [id]);
    const columns = "uei,cageCode,place,setAsides,samRegistrationStatus,submissions,lastEngagement";
    const html = await pageAt(portal, `/gov/organizations?q=zephyr&columns=${columns}`);
    const [cells] = cellsOf(html, /Organizations/);
    expect(cells).toEqual([
      ...["ZEPH4YN8A2T6", "8HAL2", "Huntsville, AL", "Small business, HUBZone", "Expired", "2", "Feb 5"],
    ]);
    expect(html).toContain(`href="/gov/submissions?organizationId=${id}"`);
    const { text } = await portal.request("poc", "GET", "/gov/organizations?q=zephyr");
    expect(text, "the data of the page for scripts").not.toContain("ZEPH4YN8A2T6");
  });

  test("engagements: place, attendees, open tasks and who recorded it", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, { location: "Arlington", createdBy: idOf("lead") });
    insertAttendees(portal, id, ["poc"]);
    for (const doneAt of [null, null, instant(portal)]) insertEngagementTask(portal, id, { doneAt });
    const html = await pageAt(portal, "/gov/engagements?columns=location,attendees,openTasks,createdBy");
    expect(cellsOf(html, /Engagements/)).toEqual([["Arlington", "Person poc", "2", "Person lead"]]);
    // The place is not in two columns.
    expect(wordsOf(html).match(/Arlington/g)).toHaveLength(1);
  });

  test("calls: number, set-aside, submissions without archived ones, and author", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { solicitationNumber: "W912-26", setAside: "HUBZONE", authorId: idOf("lead") });
    for (const status of ["ROUTED", "ARCHIVED"] as const) insertSubmission(portal, { callId, status });
    const html = await pageAt(portal, "/gov/calls?columns=solicitationNumber,setAside,submissions,author");
    expect(cellsOf(html, /Calls/)).toEqual([["W912-26", "HUBZone", "1", "Person lead"]]);
  });

  test("submissions: a call and type in their own columns are not repeated below the title", async () => {
    const portal = await openPortal();
    fill(portal);
    const html = await pageAt(portal, "/gov/submissions?columns=call,type");
    const [[select, title, ...cells] = []] = tableOf(html, /Submissions/);
    expect(select?.trim()).toBe("Select: Rotor");
    expect(title?.trim()).toBe("Rotor");
    expect(cells.slice(0, 2).map((cell) => cell.trim())).toEqual(["Quiet rotors", "White paper"]);
  });
});

test("a view of due answers shows them, unless its address has other columns", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { status: "ROUTED", answerBy: "2026-02-27", ownerId: idOf("poc") });
  await choose(portal, "submissions", ["owner"]);
  expect(await shownAt(portal, "/gov/submissions?view=due")).toEqual(["owner", "answerBy"]);
  expect(await shownAt(portal, "/gov/submissions?view=due&columns=type")).toEqual(["type"]);
  expect(await shownAt(portal, "/gov/submissions")).toEqual(["owner"]);
});

test("columns stay in the address when someone filters, sorts or turns the page, and are in no other address", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 25; number += 1)
    insertSubmission(portal, { title: `Rotor ${number}`, status: "ROUTED" });
  const { text } = await portal.request("admin", "GET", "/gov/submissions?columns=owner,updatedAt&q=rotor");
  const html = withoutScripts(text);
  expect(html).toContain('<input type="hidden" name="columns" value="owner,updatedAt"/>');
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => unescaped(href));
  // The header links to the list as it is without any choice.
  const ofList = hrefs.filter((href) => href.startsWith("/gov/submissions?"));
  expect(ofList.length).toBeGreaterThan(10);
  for (const href of ofList)
    expect(new URL(href, "http://portal.test").searchParams.get("columns"), href).toBe("owner,updatedAt");
  // Links to records, the CSV file and saved views.
  expect(hrefs.filter((href) => !href.startsWith("/gov/submissions?") && href.includes("columns"))).toEqual([]);
  expect(hrefs.some((href) => href.startsWith("/api/export/csv?entity=submissions&q=rotor"))).toBe(true);
  const query = html.match(/<input type="hidden" name="query" value="([^"]*)"/)?.[1] ?? "";
  expect(unescaped(query)).toBe("view=all&q=rotor");
});

test("the program interface knows no columns", async () => {
  const portal = await openPortal();
  fill(portal);
  const { status, text } = await portal.request("poc", "GET", "/api/gov/calls?columns=secret");
  expect([status, text.includes("solicitationNumber")]).toEqual([200, true]);
});
