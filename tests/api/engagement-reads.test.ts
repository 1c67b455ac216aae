import { describe, expect, test } from "vitest";
import { engagementListSchema } from "~/domain/engagement/schema";
import { insertEngagement, insertEngagementAttachment, insertEngagementNote, instant } from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS } from "../support/cast";
import { testPaging, testQueries } from "../support/lists";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const { acme, borealis } = ORGANIZATIONS;
const LIST = { path: "/api/gov/engagements" };
const list = (query = "") => ({ as: "readonly", method: "GET", path: `${LIST.path}${query}` }) as const;

interface Page {
  items: { id: string; organizations: { id: string; name: string }[] }[];
}

/** Five engagements, recorded a minute apart, that differ in every filter. */
function insertFive(portal: Portal): void {
  const of = (minute: number, day: string) => ({
    createdAt: instant(portal, minute * MINUTE),
    updatedAt: instant(portal, (10 - minute) * MINUTE),
    date: `${day}T00:00:00.000Z`,
  });
  insertEngagement(portal, { id: "a", title: "Delta 100%", ...of(1, "2026-02-28") }, [acme, borealis]);
  insertEngagement(portal, { id: "b", title: "Alpha", status: "CLOSED", ...of(2, "2026-03-01") }, [borealis, acme]);
  insertEngagement(portal, { id: "c", title: "Charlie", type: "SITE_VISIT", ...of(3, "2026-03-31") }, [borealis]);
  insertEngagement(portal, { id: "d", title: "Bravo", commandId: COMMANDS.bravo, ...of(4, "2026-04-01") });
  insertEngagement(portal, { id: "e", title: "Echo", otherOrganization: "A lab", ...of(5, "2025-03-15") }, []);
}

describe("the list of engagements", () => {
  testQueries(LIST, insertFive, [
    ["", "dcbae"],
    ["?sort=date", "eabcd"],
    ["?sort=createdAt", "abcde"],
    ["?sort=-createdAt", "edcba"],
    ["?sort=updatedAt", "edcba"],
    ["?sort=title", "bdcae"],
    ["?status=CLOSED", "b"],
    ["?type=SITE_VISIT", "c"],
    [`?commandId=${COMMANDS.bravo}`, "d"],
    ["?commandId=none", ""],
    [`?organizationId=${acme}`, "dba"],
    [`?organizationId=${borealis}`, "cba"],
    ["?month=2026-03", "cb"],
    ["?month=2026-02", "a"],
    ["?month=2026-05", ""],
    ["?from=2026-03-01", "dcb"],
    ["?to=2026-03-01", "bae"],
    ["?from=2026-03-01&to=2026-03-31", "cb"],
    ["?from=2026-04-01&to=2026-03-31", ""],
    ["?q=alpha", "b"],
    ["?q=100%25", "a"],
    ["?q=%25", "a"],
    ["?updatedSince=2026-03-02T15:08:00Z", "ab"],
    [`?status=PLANNED&organizationId=${borealis}&month=2026-03`, "c"],
    ["?unknown=1", "dcbae"],
  ]);

  testPaging(LIST, engagementListSchema, (portal, tied) => insertEngagement(portal, tied));

  test("returns each with its own fields, command, creator and participants in order", async () => {
    const portal = await openPortal();
    insertFive(portal);
    const { items } = dataOf<Page>(await perform(portal, { ...list("?sort=createdAt"), status: 200 }));
    expect(items[1]).toEqual({
      id: "b",
      title: "Alpha",
      type: "DEMO",
      status: "CLOSED",
      date: "2026-03-01T00:00:00.000Z",
      startTime: null,
      endTime: null,
      location: "",
      onlineLink: "",
      summary: "",
      organizationId: borealis,
      organizations: [
        { id: borealis, name: "borealis industries" },
        { id: acme, name: "acme industries" },
      ],
      attendees: [],
      otherOrganization: "",
      commandId: COMMANDS.alpha,
      command: { id: COMMANDS.alpha, name: "Command alpha", abbreviation: "ALPHA" },
      createdBy: { id: idOf("poc"), name: "Person poc" },
      createdAt: instant(portal, 2 * MINUTE),
      updatedAt: instant(portal, 8 * MINUTE),
    });
    expect(items[4]).toMatchObject({ organizationId: null, organizations: [], otherOrganization: "A lab" });
  });

  const bad: [query: string, field: string][] = [
    ["?status=OPEN", "status"],
    ["?type=demo", "type"],
    ["?month=2026-13", "month"],
    ["?month=March", "month"],
    ["?from=03/01/2026", "from"],
    ["?to=2026-02-30", "to"],
    ["?updatedSince=2026-03-02", "updatedSince"],
    ["?sort=location", "sort"],
    ["?page=0", "page"],
    ["?pageSize=101", "pageSize"],
    [`?q=${"a".repeat(256)}`, "q"],
  ];
  scenarios([
    ...bad.map(([query, field]) => ({
      name: `${query.slice(0, 40)} is refused`,
      ...list(query),
      status: 400,
      fields: [field],
    })),
    { name: "is not for industry", ...list(), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list(), as: null, status: 401 },
  ]);
});

describe("an engagement's record", () => {
  const read = (id: string) => ({ as: "readonly", method: "GET", path: `/api/gov/engagements/${id}` }) as const;

  test("returns its fields, participants, notes from oldest to newest, and attachments", async () => {
    const portal = await openPortal();
    insertFive(portal);
    const first = insertEngagementNote(portal, "b", "poc", "First.");
    const fileId = insertEngagementAttachment(portal, "b", [Buffer.from("%PDF-1.4")]);
    portal.advance(MINUTE);
    const second = insertEngagementNote(portal, "b", "bravoPoc", "Second.");
    const answer = await perform(portal, { ...read("b"), status: 200 });
    const { items } = dataOf<Page>(await perform(portal, { ...list("?q=Alpha"), status: 200 }));
    expect(answer.body).toEqual({
      data: {
        ...items[0],
        tasks: [],
        notes: [
          {
            id: first,
            body: "First.",
            createdAt: instant(portal, -MINUTE),
            author: { id: idOf("poc"), name: "Person poc" },
          },
          {
            id: second,
            body: "Second.",
            createdAt: instant(portal),
            author: { id: idOf("bravoPoc"), name: "Person bravoPoc" },
          },
        ],
        attachments: [
          {
            id: fileId,
            fileName: "agenda.pdf",
            contentType: "application/pdf",
            sizeBytes: 8,
            createdAt: instant(portal, -MINUTE),
          },
        ],
      },
    });
  });

  scenarios([
    { name: "that is missing is 404", ...read("none"), status: 404 },
    {
      name: "is not for industry",
      ...read(""),
      as: "acmeAdmin",
      given: (portal) => ({ path: read(insertEngagement(portal)).path }),
      status: 403,
    },
    { name: "requires a session", ...read("none"), as: null, status: 401 },
  ]);
});
