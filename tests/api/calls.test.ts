import { describe, expect, test } from "vitest";
import { insertCall, instant, notificationsOf, setSetting } from "../support/arrange";
import { INDUSTRY_PEOPLE, idOf, PEOPLE } from "../support/cast";
import { DAY, dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const CONTENT = { title: "Quiet rotors", description: "We look for quiet rotors." };
const create = { as: "lead", method: "POST", path: "/api/gov/calls" } as const;
const opened = { status: 201, events: ["call_created", "call_published"] } as const;
const created = { status: 201, events: ["call_created"] } as const;
const edit = (id: string, json: object) =>
  ({ as: "lead", method: "PATCH", path: `/api/gov/calls/${id}`, json }) as const;
const callRow = (portal: Portal, id: string) =>
  portal.db.query.call.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();
const countNotifications = (portal: Portal) => portal.db.query.notification.findMany().sync().length;

/** Every content field except title and description, as sent and as stored. */
const FIELDS: Record<string, unknown> = {
  techTags: "rotors",
  closesAt: "2026-04-01",
  questionsDueAt: "2026-03-20",
  solicitationNumber: "W911-26-R-0001",
  noticeType: "SOURCES_SOUGHT",
  setAside: "HUBZONE",
  naicsCode: "541715",
  classificationCode: "AC12",
  additionalInfoLink: "https://example.gov/rotors",
  pocName: "Ann Able",
  pocTitle: "Officer",
  pocEmail: "ann@example.gov",
  pocPhone: "202-555-0100",
  secondaryPocName: "Ben Best",
  secondaryPocEmail: "ben@example.gov",
  secondaryPocPhone: "202-555-0101",
  officeName: "Contracting",
  officeCity: "Adelphi",
  officeState: "MD",
  officeZip: "20783",
  officeCountry: "USA",
  popCity: "Hampton",
  popState: "VA",
  popZip: "23681",
  popCountry: "USA",
  answerWithinDays: 20,
};
const KEPT = { ...FIELDS, closesAt: "2026-04-01T23:59:59.999Z", questionsDueAt: "2026-03-20T23:59:59.999Z" };

describe("creating a call", () => {
  test("without a status opens it, and notifies every industry user and nobody else", async () => {
    const portal = await openPortal();
    const answer = await perform(portal, { ...create, json: { ...CONTENT, ...FIELDS }, ...opened });
    const { id } = dataOf<{ id: string }>(answer);
    expect(callRow(portal, id)).toMatchObject({ ...CONTENT, ...KEPT, status: "OPEN", authorId: idOf("lead") });
    for (const person of PEOPLE) {
      const expected = INDUSTRY_PEOPLE.some((one) => one === person)
        ? [{ kind: "CALL_OPENED", linkUrl: `/calls/${id}`, read: false }]
        : [];
      expect(notificationsOf(portal, person)).toMatchObject(expected);
    }
  });

  test("the notification says when the call closes, or that it already has and takes no submissions", async () => {
    const portal = await openPortal();
    await perform(portal, { ...create, json: { ...CONTENT, closesAt: "2026-03-01" }, ...opened });
    await perform(portal, { ...create, json: { ...CONTENT, closesAt: "2026-03-02" }, ...opened });
    expect(notificationsOf(portal, "acmeUser").map(({ body }) => body)).toEqual([
      "A call for technology was published. Its deadline was Mar 1, 2026, 6:59 PM EST, so it does not take submissions.",
      "A call for technology is open for submissions. It closes on Mar 2, 2026, 6:59 PM EST.",
    ]);
  });

  test("notifies an industry user with a tag filter only if a tag matches or the call has no tags", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "CALL_OPENED", { techTags: "rotors" });
    setSetting(portal, "acmeAdmin", "CALL_OPENED", { techTags: "rotor" });
    await perform(portal, { ...create, json: { ...CONTENT, techTags: "ROTORS,hulls" }, ...opened });
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
    expect(notificationsOf(portal, "acmeAdmin")).toHaveLength(0);
    await perform(portal, { ...create, json: CONTENT, ...opened });
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(2);
    expect(notificationsOf(portal, "acmeAdmin")).toHaveLength(1);
  });

  const quiet = (portal: Portal) => expect(countNotifications(portal)).toBe(0);
  const later = { releasesAt: "2026-03-02T15:00:00.001Z" };
  const refused = (name: string, json: object, field: string) => ({
    name,
    ...create,
    json: { ...CONTENT, ...json },
    status: 400,
    fields: [field],
  });
  const a = (length: number) => "a".repeat(length);
  scenarios([
    { name: "as OPEN publishes it", ...create, json: { ...CONTENT, status: "OPEN" }, ...opened },
    { name: "as DRAFT notifies nobody", ...create, json: { ...CONTENT, status: "DRAFT" }, ...created, after: quiet },
    {
      name: "as PENDING notifies nobody",
      ...create,
      json: { ...CONTENT, status: "PENDING", ...later },
      ...created,
      after: quiet,
    },
    refused("as CLOSED is refused", { status: "CLOSED" }, "status"),
    refused("as PENDING needs a release time", { status: "PENDING" }, "releasesAt"),
    refused(
      "as PENDING needs one in the future",
      { status: "PENDING", releasesAt: "2026-03-02T15:00:00Z" },
      "releasesAt",
    ),
    refused("as PENDING needs a zone", { status: "PENDING", releasesAt: "2026-03-03T15:00:00" }, "releasesAt"),
    refused("as OPEN takes no release time", { status: "OPEN", ...later }, "releasesAt"),
    refused("without a status takes no release time", later, "releasesAt"),
    refused("as DRAFT takes no release time", { status: "DRAFT", ...later }, "releasesAt"),
    refused("needs a title", { title: "  " }, "title"),
    refused("takes no title of 201 characters", { title: a(201) }, "title"),
    { name: "accepts a title of 200", ...create, json: { ...CONTENT, title: a(200) }, ...opened },
    {
      name: "keeps a title's line breaks and tabs as spaces",
      ...create,
      json: { ...CONTENT, title: "Quiet\r\nrotors\tfor\nhulls" },
      ...opened,
      after: (portal) =>
        expect(portal.db.query.call.findMany().sync()).toMatchObject([{ title: "Quiet rotors for hulls" }]),
    },
    refused("needs a description", { description: "" }, "description"),
    refused("takes no description of 8,001 characters", { description: a(8001) }, "description"),
    { name: "accepts a description of 8,000", ...create, json: { ...CONTENT, description: a(8000) }, ...opened },
    refused("takes no tags of 401 characters", { techTags: a(401) }, "techTags"),
    { name: "accepts tags of 400", ...create, json: { ...CONTENT, techTags: a(400) }, ...opened },
    refused("takes no closing date-time", { closesAt: "2026-04-01T00:00:00Z" }, "closesAt"),
    refused("takes no closing day that does not exist", { closesAt: "2026-02-30" }, "closesAt"),
    refused("takes no solicitation number of 129 characters", { solicitationNumber: a(129) }, "solicitationNumber"),
    refused("takes no unknown notice type", { noticeType: "RUMOR" }, "noticeType"),
    refused("takes no unknown set-aside", { setAside: "NONE" }, "setAside"),
    refused("takes no NAICS code of 5 digits", { naicsCode: "54171" }, "naicsCode"),
    ...[251, -1, 2.5, true, [20]].map((answerWithinDays) =>
      refused(`promises no answer within ${answerWithinDays} days`, { answerWithinDays }, "answerWithinDays"),
    ),
    ...["251", "-1", "2.5", "1e2", "soon"].map((answerWithinDays) =>
      refused(`promises no answer within "${answerWithinDays}" days`, { answerWithinDays }, "answerWithinDays"),
    ),
    ...[
      [0, 0],
      [250, 250],
      ["0", 0],
      [" 45 ", 45],
      ["", null],
      [null, null],
    ].map(([answerWithinDays, kept]) => ({
      name: `keeps a promise within ${JSON.stringify(answerWithinDays)} working days as ${kept}`,
      ...create,
      json: { ...CONTENT, answerWithinDays },
      ...opened,
      after: (portal: Portal) =>
        expect(portal.db.query.call.findMany().sync()).toMatchObject([{ answerWithinDays: kept }]),
    })),
    refused(
      "refuses a link that is not a web address",
      { additionalInfoLink: "javascript:alert(1)" },
      "additionalInfoLink",
    ),
    refused(
      "refuses a link with a user name that looks like a host",
      { additionalInfoLink: "https://sam.gov@evil.example/" },
      "additionalInfoLink",
    ),
    refused("takes no office of 256 characters", { officeName: a(256) }, "officeName"),
    { name: "is for an admin", ...create, as: "admin", json: CONTENT, ...opened },
    { name: "is not for a POC", ...create, as: "poc", json: CONTENT, status: 403 },
    { name: "is not for industry", ...create, as: "acmeAdmin", json: CONTENT, status: 403 },
    { name: "requires a session", ...create, as: null, json: CONTENT, status: 401 },
  ]);
});

describe("editing a call's content", () => {
  const edited = { status: 200, events: ["call_updated"] } as const;

  test("accepts every field, and null or an empty value clears it", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "DRAFT" });
    await perform(portal, {
      ...edit(id, { title: "New", ...FIELDS }),
      ...edited,
      body: { data: { id, status: "DRAFT" } },
    });
    expect(callRow(portal, id)).toMatchObject({ title: "New", ...KEPT });
    const [half, rest] = [Object.keys(FIELDS).slice(0, 12), Object.keys(FIELDS).slice(12)];
    const cleared = Object.fromEntries([...half.map((name) => [name, null]), ...rest.map((name) => [name, ""])]);
    await perform(portal, { ...edit(id, cleared), ...edited });
    expect(callRow(portal, id)).toMatchObject({
      title: "New",
      ...Object.fromEntries(Object.keys(FIELDS).map((name) => [name, name === "techTags" ? "" : null])),
    });
  });

  test("is not audited when nothing changes", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "DRAFT" });
    await perform(portal, { ...edit(id, {}), status: 200, body: { data: { id, status: "DRAFT" } } });
    await perform(portal, { ...edit(id, { title: "Quiet rotors" }), status: 200 });
  });

  test("moves the release of a scheduled call, but only to the future", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "PENDING", releasesAt: instant(portal, MINUTE) });
    await perform(portal, { ...edit(id, { releasesAt: instant(portal, DAY) }), ...edited });
    expect(callRow(portal, id)?.releasesAt).toBe(instant(portal, DAY));
    await perform(portal, { ...edit(id, { releasesAt: instant(portal) }), status: 400, fields: ["releasesAt"] });
    await perform(portal, { ...edit(id, { releasesAt: null }), status: 400, fields: ["releasesAt"] });
  });

  const on = (
    name: string,
    values: (portal: Portal) => Parameters<typeof insertCall>[1],
    good: boolean,
    json: object,
  ) => ({
    name,
    ...edit("", json),
    given: (portal: Portal) => ({ path: `/api/gov/calls/${insertCall(portal, values(portal))}` }),
    ...(good ? edited : { status: 400 }),
  });
  const title = { title: "Another title" };
  scenarios([
    on("is accepted of a draft", () => ({ status: "DRAFT" }), true, title),
    on("is accepted before the release", (p) => ({ status: "PENDING", releasesAt: instant(p, 1) }), true, title),
    on("is refused from the release on", (p) => ({ status: "PENDING", releasesAt: instant(p) }), false, title),
    on("is refused of an open call", () => ({ status: "OPEN" }), false, title),
    on("is refused of a closed call", () => ({ status: "CLOSED" }), false, title),
    on("is refused of an open call even when it changes nothing", () => ({}), false, { title: "Quiet rotors" }),
    on("is refused together with closing", () => ({}), false, { ...title, status: "CLOSED" }),
    on("refuses an empty title", () => ({ status: "DRAFT" }), false, { title: "" }),
    on("refuses no title at all", () => ({ status: "DRAFT" }), false, { title: null }),
    { name: "of a missing call finds nothing", ...edit("none", title), status: 404 },
    { name: "is not for a POC", ...edit("none", title), as: "poc", status: 403 },
    { name: "requires a session", ...edit("none", title), as: null, status: 401 },
  ]);

  test("can open a draft in the same request, and the notification has the new title", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "DRAFT" });
    await perform(portal, {
      ...edit(id, { title: "Quieter rotors", status: "OPEN" }),
      status: 200,
      events: ["call_status_changed", "call_updated", "call_published"],
      body: { data: { id, status: "OPEN" } },
    });
    expect(notificationsOf(portal, "acmeUser")[0]?.title).toContain("Quieter rotors");
  });
});
