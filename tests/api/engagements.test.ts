import { describe, expect, test } from "vitest";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { organization } from "#db/schema";
import {
  countChunks,
  engagementRow,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  instant,
  notificationsOf,
  setSetting,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE, type PersonKey } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, type Scenario, scenarios } from "../support/scenario";

const PATH = "/api/gov/engagements";
const create = { as: "poc", method: "POST", path: PATH } as const;
const created = { status: 201, events: ["engagement_created"] } as const;
const change = (id: string) => ({ as: "poc", method: "PATCH", path: `${PATH}/${id}` }) as const;
const changed = { status: 200, events: ["engagement_updated"] } as const;
const remove = (id: string) => ({ as: "poc", method: "DELETE", path: `${PATH}/${id}` }) as const;
const note = (id: string) => ({ as: "poc", method: "POST", path: `${PATH}/${id}/notes` }) as const;

const NEW = {
  title: "Rotor demonstration",
  type: "DEMO",
  status: "PLANNED",
  date: "2026-03-10",
  commandId: COMMANDS.alpha,
  organizationIds: [ORGANIZATIONS.acme],
};
const { acme, borealis } = ORGANIZATIONS;

/** Adds more organizations than an engagement may have. @returns their ids. */
function insertOrganizations(portal: Portal, count: number): string[] {
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  return Array.from({ length: count }, (_, number) => {
    const name = `participant ${number}`;
    const id = `participant-${number}`;
    portal.db
      .insert(organization)
      .values({ id, name, nameKey: name, orgType: "COMPANY", ...times })
      .run();
    return id;
  });
}

const linksOf = (portal: Portal, id: string) =>
  portal.db.query.engagementOrganization
    .findMany({ where: (row, { eq }) => eq(row.engagementId, id), orderBy: (row, { asc }) => asc(row.position) })
    .sync()
    .map(({ organizationId }) => organizationId);

const a = (length: number) => "a".repeat(length);
type Edge = [field: string, value: unknown, what: string, good: boolean, other?: object];
const edges: Edge[] = [
  ["title", undefined, "missing", false],
  ["title", null, "null", false],
  ["title", " ", "blank", false],
  ["title", 7, "a number", false],
  ["title", "a", "1 character", true],
  ["title", a(200), "200 characters", true],
  ["title", a(201), "201 characters", false],
  ["title", "a\r\nb\tc", "of two lines and with a tab", true],
  ["type", undefined, "missing", false],
  ["type", "demo", "in lower case", false],
  ["type", "MEETING", "of another list", false],
  ...ENGAGEMENT_TYPES.map((type): Edge => ["type", type, type, true]),
  ["status", undefined, "missing", false],
  ["status", "OPEN", "of another list", false],
  ...ENGAGEMENT_STATUSES.map((status): Edge => ["status", status, status, true]),
  ["date", undefined, "missing", false],
  ["date", "", "empty", false],
  ["date", "03/10/2026", "month/day/year", false],
  ["date", "2026-3-10", "without its zeros", false],
  ["date", "2026-02-30", "a day that does not exist", false],
  ["date", "2026-03-10T00:00:00.000Z", "a date-time", false],
  ["date", "2028-02-29", "a leap day", true],
  ["date", "1987-01-01", "long past", true],
  ["commandId", undefined, "missing", false],
  ["commandId", null, "null", false],
  ["commandId", "", "empty", false],
  ["commandId", "no-such-command", "one that names nothing", false],
  ["commandId", a(256), "longer than an identifier", false],
  ["location", "", "empty", true],
  ["location", null, "null", true],
  ["location", a(200), "200 characters", true],
  ["location", a(201), "201 characters", false],
  ["location", 7, "a number", false],
  ["startTime", "09:00", "a time of day", true],
  ["startTime", "23:59", "the last minute of a day", true],
  ["startTime", "", "empty", true],
  ["startTime", null, "null", true],
  ["startTime", "9:00", "without its zero", false],
  ["startTime", "24:00", "past the last minute", false],
  ["startTime", "09:00:30", "with seconds", false],
  ["startTime", "9 AM", "in other words", false],
  ["startTime", 9, "a number", false],
  ["endTime", "10:30", "later than the start", true, { startTime: "09:00" }],
  ["endTime", "09:00", "the start", false, { startTime: "09:00" }],
  ["endTime", "08:59", "earlier than the start", false, { startTime: "09:00" }],
  ["onlineLink", "https://video.example.gov/room/7", "a web address", true],
  ["onlineLink", "", "empty", true],
  ["onlineLink", "javascript:alert(1)", "another kind of address", false],
  ["onlineLink", `https://example.gov/${a(250)}`, "longer than an address", false],
  ["attendeeIds", [], "empty", true],
  ["attendeeIds", null, "null", true],
  ["attendeeIds", [idOf("readonly"), idOf("bravoPoc")], "government users of any role and command", true],
  ["attendeeIds", [idOf("poc"), idOf("poc")], "named twice", true],
  ["attendeeIds", [idOf("acmeAdmin")], "an industry user", false],
  ["attendeeIds", ["nobody"], "one that names nobody", false],
  ["attendeeIds", Array.from({ length: 51 }, (_, index) => `person-${index}`), "51 different ones", false],
  ["attendeeIds", idOf("poc"), "text", false],
  ["summary", "", "empty", true],
  ["summary", a(4000), "4,000 characters", true],
  ["summary", a(4001), "4,001 characters", false],
  ["otherOrganization", "", "empty, with an organization", true],
  ["otherOrganization", a(200), "200 characters", true],
  ["otherOrganization", a(201), "201 characters", false],
  ["organizationIds", acme, "text", false],
  ["organizationIds", [7], "numbers", false],
  ["organizationIds", [""], "empty identifiers", false],
  ["organizationIds", [acme, "no-such-organization"], "one of them missing", false],
  ["organizationIds", [acme, acme, borealis], "named twice", true],
  ["organizationIds", Array(25).fill(acme), "25 times the same", true],
  ["organizationIds", Array(26).fill(acme), "26 times the same", true],
  ["organizationIds", Array.from({ length: 26 }, (_, index) => `organization-${index}`), "26 different ones", false],
  ["organizationIds", [], "none, without another participant", false],
  ["organizationIds", undefined, "missing, without another participant", false],
  ["organizationIds", null, "null, without another participant", false],
  ["organizationIds", [], "none, when the other participant is blank", false, { otherOrganization: "  " }],
  ["organizationIds", [], "none, with another participant", true, { otherOrganization: "A university" }],
  ["organizationIds", undefined, "missing, with another participant", true, { otherOrganization: "A university" }],
];

type Accepted = Pick<Scenario, "status" | "events">;

/** The same edge cases for creating and for changing. */
const edgeScenarios = (call: Partial<Scenario>, accepted: Accepted): Scenario[] =>
  edges.map(([field, value, what, good, other]) => ({
    name: `${field} ${good ? "may be" : "may not be"} ${what}`,
    ...create,
    ...call,
    json: { ...NEW, title: "Another title", ...other, [field]: value },
    ...(good ? accepted : { status: 400, fields: [field] }),
  }));

/** Who may write to an engagement of Alpha, and what happens for each role and command. */
const whoMay: [as: PersonKey | null, mayAlpha: boolean][] = [
  ["poc", true],
  ["lead", true],
  ["admin", true],
  ["systemAdmin", true],
  ["bravoPoc", false],
  ["readonly", false],
  ["acmeAdmin", false],
];
const scopes = (what: string, call: Partial<Scenario>, accepted: Accepted): Scenario[] => [
  ...whoMay.map(([as, may]) => ({
    name: `${as} ${may ? "can" : "cannot"} use ${what} of command Alpha`,
    ...create,
    ...call,
    as,
    ...(may ? accepted : { status: 403, events: [] }),
  })),
  { name: `${what} requires a session`, ...create, ...call, as: null, status: 401, events: [] },
];

describe("recording an engagement", () => {
  test("trims and stores what is sent, with the first organization as the primary one", async () => {
    const portal = await openPortal();
    const json = {
      ...NEW,
      title: " Rotor\r\ndemonstration\t",
      location: " Dahlgren ",
      summary: "They flew.\r\nIt was quiet. ",
      organizationIds: [borealis, acme, borealis],
      otherOrganization: " A university ",
    };
    const answer = await perform(portal, { ...create, json, ...created });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id } });
    expect(engagementRow(portal, id)).toMatchObject({
      title: "Rotor demonstration",
      type: "DEMO",
      status: "PLANNED",
      date: "2026-03-10T00:00:00.000Z",
      location: "Dahlgren",
      summary: "They flew.\nIt was quiet.",
      organizationId: borealis,
      otherOrganization: "A university",
      commandId: COMMANDS.alpha,
      createdBy: idOf("poc"),
    });
    expect(linksOf(portal, id)).toEqual([borealis, acme]);
    const [row] = portal.auditRows();
    expect(row).toMatchObject({ targetType: "engagement", targetId: id, organizationId: borealis });
    expect(JSON.parse(row?.details ?? "")).toMatchObject({ after: { organizationIds: [borealis, acme] } });
  });

  test("accepts 25 organizations, in the order selected", async () => {
    const portal = await openPortal();
    const ids = insertOrganizations(portal, 25).reverse();
    const answer = await perform(portal, { ...create, json: { ...NEW, organizationIds: ids }, ...created });
    const { id } = dataOf<{ id: string }>(answer);
    expect(linksOf(portal, id)).toEqual(ids);
    expect(engagementRow(portal, id)?.organizationId).toBe(ids[0]);
  });

  test("notifies nobody", async () => {
    const portal = await openPortal();
    await perform(portal, { ...create, json: NEW, ...created });
    for (const person of PEOPLE) expect(notificationsOf(portal, person), person).toEqual([]);
  });

  scenarios([
    ...edgeScenarios({}, created),
    ...scopes("recording one", { json: NEW }, created),
    {
      name: "reports every problem at the same time, including the missing participant",
      ...create,
      json: {},
      status: 400,
      fields: ["title", "type", "status", "date", "commandId", "organizationIds"],
    },
    {
      name: "for another command is refused to a command lead",
      ...create,
      as: "lead",
      json: { ...NEW, commandId: COMMANDS.bravo },
      status: 403,
    },
    {
      name: "for another command is allowed for an administrator",
      ...create,
      as: "admin",
      json: { ...NEW, commandId: COMMANDS.bravo },
      ...created,
    },
    {
      name: "a point of contact without a command cannot record one",
      ...create,
      given: (portal) => {
        portal.db.$client.prepare("UPDATE user SET command_id = NULL WHERE id = ?").run(idOf("poc"));
        return undefined;
      },
      json: NEW,
      status: 403,
    },
    { name: "is refused as multipart", ...create, multipart: new FormData(), status: 400 },
  ]);
});

describe("changing an engagement", () => {
  const given = (portal: Portal) => {
    const id = insertEngagement(portal, { otherOrganization: "A laboratory" }, [acme, borealis]);
    return { path: `${PATH}/${id}` };
  };
  scenarios([
    ...edgeScenarios({ method: "PATCH", given }, changed),
    ...scopes("changing one", { method: "PATCH", given, json: { ...NEW, title: "Another title" } }, changed),
    {
      name: "that is missing is 404",
      ...change("none"),
      json: NEW,
      status: 404,
    },
    {
      name: "that is missing gets a 400 if the body is bad",
      ...change("none"),
      json: {},
      status: 400,
    },
    {
      name: "a point of contact of the old command cannot move one to another",
      ...create,
      method: "PATCH",
      given,
      json: { ...NEW, commandId: COMMANDS.bravo },
      status: 403,
    },
    {
      name: "a point of contact cannot move another command's to their own",
      ...create,
      as: "bravoPoc",
      method: "PATCH",
      given,
      json: { ...NEW, commandId: COMMANDS.bravo },
      status: 403,
    },
    {
      name: "an administrator can move one to another command",
      ...create,
      as: "admin",
      method: "PATCH",
      given,
      json: { ...NEW, commandId: COMMANDS.bravo },
      ...changed,
    },
  ]);

  test("keeps fields that are not sent, clears fields sent empty, and always replaces the participants", async () => {
    const portal = await openPortal();
    const kept = { location: "Dahlgren", summary: "Quiet.", otherOrganization: "A laboratory" };
    const id = insertEngagement(portal, kept, [acme, borealis]);
    const { organizationIds: _ids, ...required } = NEW;
    const json = { ...required, title: "Another title", otherOrganization: "A university" };
    await perform(portal, { ...change(id), json, ...changed, body: { data: { id } } });
    expect(engagementRow(portal, id)).toMatchObject({ ...kept, otherOrganization: "A university" });
    expect(linksOf(portal, id)).toEqual([]);
    expect(engagementRow(portal, id)?.organizationId).toBeNull();
    await perform(portal, { ...change(id), json: { ...required, organizationIds: [borealis] }, ...changed });
    expect(engagementRow(portal, id)).toMatchObject({ organizationId: borealis, otherOrganization: "" });

    const cleared = { ...NEW, location: "", summary: null, otherOrganization: "" };
    await perform(portal, { ...change(id), json: cleared, ...changed });
    expect(engagementRow(portal, id)).toMatchObject({ location: "", summary: "", otherOrganization: "" });
    expect(linksOf(portal, id)).toEqual([acme]);
  });

  const [p, q, r] = ["participant-0", "participant-1", "participant-2"] as const;
  const primaries: [before: string[], selected: string[], primary: string | null][] = [
    [[p, q], [q, p], p],
    [[p, q], [q, r], q],
    [[q, p], [r, q, p], q],
    [[p], [r, q], r],
    [[p], [], null],
    [[], [q, p], q],
  ];
  test.each(primaries)("changing %j to %j makes %j the primary organization", async (before, selected, primary) => {
    const portal = await openPortal();
    insertOrganizations(portal, 3);
    const id = insertEngagement(portal, { otherOrganization: "A laboratory" }, before);
    const json = { ...NEW, organizationIds: selected, otherOrganization: "A laboratory" };
    await perform(portal, { ...change(id), json, ...changed });
    expect(engagementRow(portal, id)?.organizationId ?? null).toBe(primary);
    expect(linksOf(portal, id)).toEqual(selected);
  });

  test("setting the values it already has is no change: no audit row, no notification, no new time", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, {}, [acme, borealis]);
    const before = engagementRow(portal, id);
    insertEngagementNote(portal, id, "admin");
    portal.advance(MINUTE);
    const json = { ...NEW, organizationIds: [acme, borealis] };
    await perform(portal, { ...change(id), json, status: 200, body: { data: { id } } });
    expect(engagementRow(portal, id)).toEqual(before);
    expect(notificationsOf(portal, "admin")).toEqual([]);
  });

  test("is audited with the values before and after, and updates the time", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, {}, [acme]);
    portal.advance(MINUTE);
    const json = { ...NEW, status: "FOLLOW_UP", organizationIds: [borealis] };
    await perform(portal, { ...change(id), json, ...changed });
    expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toEqual({
      before: { status: "PLANNED", organizationId: acme, organizationIds: [acme] },
      after: { status: "FOLLOW_UP", organizationId: borealis, organizationIds: [borealis] },
      notified: 0,
    });
    expect(engagementRow(portal, id)?.updatedAt).toBe(instant(portal));
  });

  test.each(ENGAGEMENT_STATUSES)("changes the status from %s to every other one", async (from) => {
    const portal = await openPortal();
    for (const status of ENGAGEMENT_STATUSES.filter((to) => to !== from)) {
      const id = insertEngagement(portal, { status: from });
      await perform(portal, { ...change(id), json: { ...NEW, status }, ...changed });
    }
  });
});

describe("deleting an engagement", () => {
  const given = (portal: Portal) => ({ path: `${PATH}/${insertEngagement(portal)}` });
  scenarios([
    ...scopes("deleting one", { method: "DELETE", given }, { status: 200, events: ["engagement_deleted"] }),
    { name: "that is missing is 404", ...remove("none"), status: 404 },
  ]);

  test("deletes its notes, links, attachments and their bytes, and nothing of another engagement", async () => {
    const portal = await openPortal();
    const [id, other] = [insertEngagement(portal), insertEngagement(portal)];
    for (const each of [id, other]) {
      insertEngagementNote(portal, each, "lead");
      insertEngagementAttachment(portal, each, [Buffer.from("one"), Buffer.from("two")]);
    }
    await perform(portal, { ...remove(id), status: 200, events: ["engagement_deleted"], body: { data: { id } } });
    const { query } = portal.db;
    expect(query.engagement.findMany().sync()).toMatchObject([{ id: other }]);
    expect(query.engagementNote.findMany().sync()).toMatchObject([{ engagementId: other }]);
    expect(query.engagementOrganization.findMany().sync()).toMatchObject([{ engagementId: other }]);
    expect(query.engagementAttachment.findMany().sync()).toMatchObject([{ engagementId: other }]);
    expect(countChunks(portal)).toBe(2);
    const { before } = JSON.parse(portal.auditRows()[0]?.details ?? "");
    expect(before).toMatchObject({ id, title: "Rotor demonstration", organizationIds: [acme], notes: 1 });
    expect(before.attachments).toEqual([{ fileName: "agenda.pdf", sizeBytes: 6 }]);
  });
});

describe("a note", () => {
  const given = (portal: Portal) => ({ path: `${PATH}/${insertEngagement(portal)}/notes` });
  const added = { status: 201, events: ["engagement_note_created"] } as const;
  const bodies: [body: unknown, what: string, good: boolean][] = [
    [undefined, "missing", false],
    [null, "null", false],
    [" \n ", "blank", false],
    ["a", "1 character", true],
    [a(4000), "4,000 characters", true],
    [` ${a(4000)} `, "4,000 characters with space around", true],
    [a(4001), "4,001 characters", false],
    ["a\u0007", "text with a control character", false],
  ];
  scenarios([
    ...bodies.map(([body, what, good]) => ({
      name: `${good ? "may be" : "may not be"} ${what}`,
      ...create,
      given,
      json: { body },
      ...(good ? added : { status: 400, fields: ["body"] }),
    })),
    ...scopes("adding one to an engagement", { given, json: { body: "A note." } }, added),
    { name: "on a missing engagement is 404", ...note("none"), json: { body: "A note." }, status: 404 },
  ]);

  test("is stored with its author, and updates the engagement's time", async () => {
    const portal = await openPortal();
    const engagementId = insertEngagement(portal);
    portal.advance(MINUTE);
    const answer = await perform(portal, { ...note(engagementId), json: { body: " Two\r\nlines. " }, ...added });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id } });
    expect(portal.db.query.engagementNote.findMany().sync()).toEqual([
      { id, engagementId, authorId: idOf("poc"), body: "Two\nlines.", createdAt: instant(portal) },
    ]);
    expect(engagementRow(portal, engagementId)?.updatedAt).toBe(instant(portal));
    expect(portal.auditRows()[0]).toMatchObject({
      targetType: "engagement",
      details: JSON.stringify({ after: { noteId: id }, notified: 0 }),
      actorId: idOf("poc"),
    });
  });
});

describe("an engagement's followers are notified of", () => {
  /** An engagement that the point of contact recorded, with two notes of the lead and one of an administrator. */
  function followed(portal: Portal): string {
    const id = insertEngagement(portal, { title: "Quiet rotors" });
    for (const author of ["lead", "lead", "admin"] as const) insertEngagementNote(portal, id, author);
    return id;
  }
  const notified = (portal: Portal) => PEOPLE.filter((person) => notificationsOf(portal, person).length > 0).sort();

  const acts: [what: string, call: (id: string) => object, title: string, body: string, link: boolean][] = [
    [
      "of a change",
      (id) => ({ ...change(id), json: { ...NEW, title: "Loud rotors" }, ...changed }),
      "Engagement changed: Loud rotors",
      "Person lead edited this engagement.",
      true,
    ],
    [
      "of a note",
      (id) => ({ ...note(id), json: { body: "Quieter." }, status: 201, events: ["engagement_note_created"] }),
      "Note: Quiet rotors",
      "Person lead wrote: Quieter.",
      true,
    ],
    [
      "of its deletion, without a link",
      (id) => ({ ...remove(id), status: 200, events: ["engagement_deleted"] }),
      "Engagement deleted: Quiet rotors",
      "Person lead deleted this engagement with its notes, tasks and files.",
      false,
    ],
  ];
  test.each(acts)("%s, once each, except the person who did it", async (_what, call, title, body, link) => {
    const portal = await openPortal();
    const id = followed(portal);
    await perform(portal, { ...(call(id) as ReturnType<typeof change> & { status: number }), as: "lead" });
    expect(notified(portal)).toEqual(["admin", "poc"]);
    for (const person of ["admin", "poc"] as const) {
      expect(notificationsOf(portal, person)).toMatchObject([
        { kind: "ENGAGEMENT_UPDATE", title, body, linkUrl: link ? `${PATH.slice(4)}/${id}` : null, read: false },
      ]);
    }
    expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toMatchObject({ notified: 2 });
  });

  test("except those who turned these notifications off; tag filters do not apply to engagements", async () => {
    const portal = await openPortal();
    const id = followed(portal);
    setSetting(portal, "poc", "ENGAGEMENT_UPDATE", { enabled: false });
    setSetting(portal, "admin", "ENGAGEMENT_UPDATE", { techTags: "hulls" });
    await perform(portal, {
      ...note(id),
      as: "lead",
      json: { body: "Quieter." },
      status: 201,
      events: ["engagement_note_created"],
    });
    expect(notified(portal)).toEqual(["admin"]);
  });

  test("with the beginning of a long note, which is stored in full", async () => {
    const portal = await openPortal();
    const id = followed(portal);
    await perform(portal, {
      ...note(id),
      as: "lead",
      json: { body: "🚁".repeat(2000) },
      status: 201,
      events: ["engagement_note_created"],
    });
    const [notification] = notificationsOf(portal, "poc");
    expect(notification?.body).toMatch(/^Person lead wrote: (🚁){100,}…$/u);
    expect(notification?.body.length).toBeLessThanOrEqual(300);
    expect(notification?.body.isWellFormed()).toBe(true);
    expect(portal.db.query.engagementNote.findMany().sync().at(-1)?.body).toHaveLength(4000);
  });

  test("nothing, if the server refuses the action", async () => {
    const portal = await openPortal();
    const id = followed(portal);
    await perform(portal, { ...note(id), as: "bravoPoc", json: { body: "Quieter." }, status: 403 });
    expect(notified(portal)).toEqual([]);
  });
});
