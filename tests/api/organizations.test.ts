import { describe, expect, test } from "vitest";
import { ORGANIZATION_STATUSES } from "#db/enumerations";
import { engagement, engagementOrganization } from "#db/schema";
import { organizationListSchema } from "~/domain/organization/schema";
import { insertDialogueNote, insertOrganization, insertSubmission, instant } from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS } from "../support/cast";
import { testPaging, testQueries } from "../support/lists";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { FULL_PROFILE, FULL_PROFILE_READ } from "../support/profile-fields";
import { perform, scenarios } from "../support/scenario";

const ROOT = "/api/gov/organizations";
const ACME = `${ROOT}/${ORGANIZATIONS.acme}`;
const LIST = { path: ROOT };
const list = (query = "") => ({ as: "readonly", method: "GET", path: `${ROOT}${query}` }) as const;
const organizationRow = (portal: Portal, id: string = ORGANIZATIONS.acme) =>
  portal.db.query.organization.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();

interface Page {
  items: { id: string; name: string }[];
}

/** Four organizations besides Acme (e) and Borealis (s), changed a minute apart. */
function insertFour(portal: Portal): void {
  const at = (minute: number) => ({
    createdAt: instant(portal, -minute * MINUTE),
    updatedAt: instant(portal, minute * MINUTE),
  });
  insertOrganization(portal, { id: "w", name: "delta Works", techTags: "rotors,hulls", uei: "ABCDEF123456", ...at(1) });
  insertOrganization(portal, { id: "x", name: "Alpha 100%", orgType: "ACADEMIA", status: "ACTIVE", ...at(2) });
  insertOrganization(portal, { id: "y", name: "Çelik", setAsides: ["EDWOSB"], smallBusiness: true, ...at(3) });
  insertOrganization(portal, { id: "z", name: "Bravo", samRegistrationStatus: "EXPIRED", cageCode: "1AB2C", ...at(4) });
}

describe("government's list of organizations", () => {
  testQueries(LIST, insertFour, [
    ["", "exszwy"],
    ["?sort=-name", "ywzsxe"],
    ["?sort=createdAt", "zyxwes"],
    ["?sort=-createdAt", "sewxyz"],
    ["?sort=updatedAt", "eswxyz"],
    ["?sort=-updatedAt", "zyxwse"],
    ["?status=ACTIVE", "x"],
    ["?status=WATCHLIST", ""],
    ["?orgType=ACADEMIA", "x"],
    ["?setAside=EDWOSB", "y"],
    ["?setAside=WOSB", ""],
    ["?samRegistrationStatus=EXPIRED", "z"],
    ["?tag=rotors", "w"],
    ["?tag=ROTORS", "w"],
    ["?tag=rotor", ""],
    ["?q=DELTA++wor", "w"],
    ["?q=%C3%A7EL", "y"],
    ["?q=%25", "x"],
    ["?q=_", ""],
    ["?q=abcdef123456", "w"],
    ["?q=abcdef12345", ""],
    ["?q=1ab2c", "z"],
    ["?updatedSince=2026-03-02T15:03:00Z", "yz"],
    ["?updatedSince=2026-03-02T16:03:00%2B01:00", "yz"],
    ["?orgType=COMPANY&tag=hulls", "w"],
    ["?unknown=1&sort=name", "exszwy"],
  ]);

  test("shows the profile and the registration time", async () => {
    const portal = await openPortal();
    await portal.request("acmeAdmin", "PUT", "/api/portal/profile", { json: FULL_PROFILE });
    const [item] = dataOf<Page>(await perform(portal, { ...list("?q=acme"), status: 200 })).items;
    expect(item).toEqual({
      id: ORGANIZATIONS.acme,
      name: "acme industries",
      status: "NEW",
      nontraditional: false,
      ...FULL_PROFILE_READ,
      createdAt: instant(portal),
      updatedAt: instant(portal),
      looksLike: [],
    });
  });

  testPaging(
    LIST,
    organizationListSchema,
    (portal, { title: _title, ...tied }, number) =>
      insertOrganization(portal, {
        ...tied,
        name: `${number % 2 ? "Rotor" : "rotor"} works ${number}`,
        status: number % 3 === 0 ? "ACTIVE" : "NEW",
      }),
    { status: "name" },
  );

  test("has twenty on a page by default", async () => {
    const portal = await openPortal();
    for (let number = 0; number < 23; number += 1) insertOrganization(portal);
    expect(dataOf<Page>(await perform(portal, { ...list(), status: 200 })).items).toHaveLength(20);
  });

  const bad = [
    "page=0",
    "pageSize=101",
    "sort=orgType",
    "status=active",
    "status=",
    "orgType=CHARITY",
    "setAside=NONE",
    "samRegistrationStatus=UNKNOWN",
    "tag=a,b",
    "q=",
    "updatedSince=2026-03-02",
  ];
  scenarios([
    ...bad.map((query) => ({ name: `refuses ${query}`, ...list(`?${query}`), status: 400 })),
    { name: "accepts pageSize=100", ...list("?pageSize=100"), status: 200 },
    { name: "is not for industry", ...list(), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list(), as: null, status: 401 },
  ]);
});

function insertEngagementWith(portal: Portal, organizationId: string): void {
  const id = `engagement-of-${organizationId}`;
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  const row = { id, title: "Visit", type: "SITE_VISIT", status: "PLANNED", date: instant(portal) } as const;
  portal.db
    .insert(engagement)
    .values({ ...row, organizationId, commandId: COMMANDS.alpha, createdBy: idOf("poc"), ...times })
    .run();
  portal.db.insert(engagementOrganization).values({ engagementId: id, organizationId, position: 0 }).run();
}

describe("an organization's record", () => {
  test("has its counts, and government's notes from newest to oldest", async () => {
    const portal = await openPortal();
    insertSubmission(portal);
    insertSubmission(portal, { status: "ARCHIVED" });
    insertEngagementWith(portal, ORGANIZATIONS.acme);
    insertEngagementWith(portal, ORGANIZATIONS.borealis);
    insertDialogueNote(portal, { id: "first", body: "Slow." });
    insertDialogueNote(portal, {
      id: "second",
      body: "Better.",
      createdAt: instant(portal, 1),
      authorId: idOf("lead"),
    });
    insertDialogueNote(portal, { organizationId: ORGANIZATIONS.borealis });
    const answer = await perform(portal, { ...list(`/${ORGANIZATIONS.acme}`), status: 200 });
    expect(answer.body).toMatchObject({
      data: {
        id: ORGANIZATIONS.acme,
        name: "acme industries",
        createdAt: instant(portal),
        counts: { submissions: 1, engagements: 1, users: 2, dialogueNotes: 2 },
        dialogueNotes: [
          {
            id: "second",
            body: "Better.",
            createdAt: instant(portal, 1),
            author: { id: idOf("lead"), name: "Person lead" },
          },
          { id: "first", body: "Slow.", author: { id: idOf("poc"), name: "Person poc" } },
        ],
      },
    });
    expect(answer.text).not.toMatch(/recordNumber|nameKey|nameSkeleton|passwordHash/);
  });

  test("has the newest hundred notes, and the total", async () => {
    const portal = await openPortal();
    for (let number = 0; number < 101; number += 1) {
      insertDialogueNote(portal, { id: `n${number}`, createdAt: instant(portal, number) });
    }
    const { dialogueNotes, counts } = dataOf<{ dialogueNotes: { id: string }[]; counts: object }>(
      await perform(portal, { ...list(`/${ORGANIZATIONS.acme}`), status: 200 }),
    );
    expect(dialogueNotes.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => `n${100 - index}`));
    expect(counts).toMatchObject({ dialogueNotes: 101 });
  });

  scenarios([
    { name: "that is missing is not found", ...list("/none"), status: 404 },
    { name: "is not for industry, not even its own", ...list(`/${ORGANIZATIONS.acme}`), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list("/none"), as: null, status: 401 },
  ]);
});

describe("an organization's status", () => {
  const set = (status: unknown, path = `${ACME}/status`) =>
    ({ as: "poc", method: "PATCH", path, json: { status } }) as const;
  const changed = { status: 200, events: ["organization_status_changed"] } as const;

  for (const from of ORGANIZATION_STATUSES) {
    for (const to of ORGANIZATION_STATUSES) {
      test(`${from} ${from === to ? "stays" : "becomes"} ${to}`, async () => {
        const portal = await openPortal();
        const id = insertOrganization(portal, { status: from });
        portal.advance(MINUTE);
        await perform(portal, {
          ...set(to, `${ROOT}/${id}/status`),
          ...(from === to ? { status: 200 } : changed),
          body: { data: { id, status: to } },
        });
        const updatedAt = from === to ? instant(portal, -MINUTE) : instant(portal);
        expect(organizationRow(portal, id)).toMatchObject({ status: to, updatedAt });
        if (from === to) return;
        expect(portal.auditRows()[0]).toMatchObject({
          actorId: idOf("poc"),
          organizationId: id,
          targetType: "organization",
          targetId: id,
          details: JSON.stringify({ before: { status: from }, after: { status: to } }),
        });
      });
    }
  }

  scenarios([
    ...["active", "", "ARCHIVED", null, 5, undefined].map((status) => ({
      name: `may not be ${JSON.stringify(status)}`,
      ...set(status),
      status: 400,
      fields: ["status"],
    })),
    { name: "of a missing organization is not found", ...set("ACTIVE", `${ROOT}/none/status`), status: 404 },
    { name: "is checked before the organization is looked up", ...set("", `${ROOT}/none/status`), status: 400 },
    { name: "cannot be set by a read-only user", ...set("ACTIVE"), as: "readonly", status: 403 },
    { name: "cannot be set by the organization", ...set("ACTIVE"), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...set("ACTIVE"), as: null, status: 401 },
    { name: "is set by a lead", ...set("ACTIVE"), as: "lead", ...changed },
  ]);

  test("changes and is audited once when thirty requests set the same one together", { tags: "race" }, async () => {
    const portal = await openPortal();
    const { path, json } = set("ACTIVE");
    const answers = await Promise.all(Array.from({ length: 30 }, () => portal.request("poc", "PATCH", path, { json })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(portal.auditRows()).toHaveLength(1);
  });
});

describe("the nontraditional mark of an organization", () => {
  const set = (nontraditional: unknown, path = ACME) =>
    ({ as: "poc", method: "PATCH", path, json: { nontraditional } }) as const;
  const updated = { status: 200, events: ["organization_profile_updated"] } as const;

  test("can be set and cleared, and is audited when it changes", async () => {
    const portal = await openPortal();
    portal.advance(MINUTE);
    await perform(portal, { ...set(false), status: 200, body: { data: { nontraditional: false } } });
    const answer = await perform(portal, { ...set(true), ...updated });
    expect(answer.body).toMatchObject({
      data: { id: ORGANIZATIONS.acme, name: "acme industries", nontraditional: true, updatedAt: instant(portal) },
    });
    expect(portal.auditRows()[0]).toMatchObject({
      targetId: ORGANIZATIONS.acme,
      details: JSON.stringify({ before: { nontraditional: false }, after: { nontraditional: true } }),
    });
    await perform(portal, { ...set(true), status: 200 });
    const profile = await perform(portal, { as: "acmeUser", method: "GET", path: "/api/portal/profile", status: 200 });
    expect(profile.body).toMatchObject({ data: { nontraditional: true } });
    await perform(portal, { ...set(false), ...updated });
  });

  test("changes nothing else", async () => {
    const portal = await openPortal();
    const json = { nontraditional: true, status: "ACTIVE", name: "Other", smallBusiness: true };
    await perform(portal, { ...set(true), json, ...updated });
    expect(organizationRow(portal)).toMatchObject({ status: "NEW", name: "acme industries", smallBusiness: false });
  });

  scenarios([
    ...["true", 1, null, undefined].map((value) => ({
      name: `may not be ${JSON.stringify(value)}`,
      ...set(value),
      status: 400,
      fields: ["nontraditional"],
    })),
    { name: "of a missing organization is not found", ...set(true, `${ROOT}/none`), status: 404 },
    { name: "cannot be set by a read-only user", ...set(true), as: "readonly", status: 403 },
    { name: "cannot be set by the organization", ...set(true), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...set(true), as: null, status: 401 },
  ]);
});

describe("a dialogue note", () => {
  const write = { as: "poc", method: "POST", path: `${ACME}/dialogue` } as const;
  const written = { status: 201, events: ["organization_dialogue_created"] } as const;

  test("is stored trimmed with its author, and the audit names it without its text", async () => {
    const portal = await openPortal();
    const answer = await perform(portal, { ...write, json: { body: "  Two\r\nlines " }, ...written });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id } });
    expect(portal.db.query.organizationDialogueNote.findMany().sync()).toEqual([
      {
        id,
        organizationId: ORGANIZATIONS.acme,
        authorId: idOf("poc"),
        body: "Two\nlines",
        createdAt: instant(portal),
      },
    ]);
    expect(portal.auditRows()[0]).toMatchObject({
      actorId: idOf("poc"),
      organizationId: ORGANIZATIONS.acme,
      targetType: "organization",
      targetId: ORGANIZATIONS.acme,
      details: JSON.stringify({ after: { noteId: id } }),
    });
  });

  const edges: [value: unknown, what: string, good: boolean][] = [
    [undefined, "missing", false],
    ["", "empty", false],
    [" \n ", "blank", false],
    [null, "null", false],
    [5, "a number", false],
    ["a", "1 character", true],
    ["a".repeat(4000), "4,000 characters", true],
    [` ${"a".repeat(4000)}\n`, "4,000 characters with space around them", true],
    ["a".repeat(4001), "4,001 characters", false],
    ["a\u0007b", "a control character", false],
  ];
  scenarios([
    ...edges.map(([body, what, good]) => ({
      name: `${good ? "may be" : "may not be"} ${what}`,
      ...write,
      json: { body },
      ...(good ? written : { status: 400, fields: ["body"] }),
    })),
    {
      name: "on a missing organization is not found",
      ...write,
      path: `${ROOT}/none/dialogue`,
      json: { body: "a" },
      status: 404,
    },
    { name: "cannot be written by a read-only user", ...write, as: "readonly", json: { body: "a" }, status: 403 },
    { name: "cannot be written by the organization", ...write, as: "acmeAdmin", json: { body: "a" }, status: 403 },
    { name: "requires a session", ...write, as: null, json: { body: "a" }, status: 401 },
    { name: "is written by an admin", ...write, as: "admin", json: { body: "a" }, ...written },
  ]);
});

describe("the notes on an organization", () => {
  const path = `/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`;

  test("can be read page by page, newest first, beyond the notes that the record shows", async () => {
    const portal = await openPortal();
    for (let number = 0; number < 105; number += 1) {
      insertDialogueNote(portal, { id: `note-${String(number).padStart(3, "0")}`, body: `Note ${number}` });
    }
    insertDialogueNote(portal, { organizationId: ORGANIZATIONS.borealis, body: "Of another" });
    const bodies: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await perform(portal, {
        as: "readonly",
        method: "GET",
        path: `${path}?page=${page}&pageSize=50`,
        status: 200,
      });
      const list = dataOf<{ items: { body: string }[]; total: number }>(answer);
      expect(list.total).toBe(105);
      bodies.push(...list.items.map(({ body }) => body));
    }
    expect(bodies).toEqual(Array.from({ length: 105 }, (_, index) => `Note ${104 - index}`));
    const page = await portal.request("poc", "GET", `/gov/organizations/${ORGANIZATIONS.acme}?page=6`);
    expect(page.text).toContain("Note 0<");
    expect(page.text).not.toContain("Note 104");
  });

  scenarios([
    {
      name: "are not found for a missing organization",
      as: "poc",
      method: "GET",
      path: path.replace(ORGANIZATIONS.acme, "none"),
      status: 404,
    },
    { name: "are not for industry", as: "acmeAdmin", method: "GET", path, status: 403 },
    { name: "require a session", as: null, method: "GET", path, status: 401 },
    {
      name: "do not have a page zero",
      as: "poc",
      method: "GET",
      path: `${path}?page=0`,
      status: 400,
      fields: ["page"],
    },
  ]);
});
