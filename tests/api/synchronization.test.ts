import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { RecordType } from "#db/enumerations";
import { call, organization, recordChange, submission, user } from "#db/schema";
import { seal, unseal } from "~/secrets/sealed-text.server";
import { LIMITS } from "~/values/limits";
import {
  insertAnnouncement,
  insertAudit,
  insertCall,
  insertCommand,
  insertDialogueNote,
  insertEngagement,
  insertInvitation,
  insertOrganization,
  insertPresetTag,
  insertSubmission,
  instant,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { byId, type ChangesResponse, type CopiedItem, Copy, FROM_THE_BEGINNING } from "../support/copy";
import { documentOf } from "../support/documented";
import { DAY, dataOf, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

interface List {
  path: string;
  as: PersonKey;
  /** Inserts a record into the list, always at the same time. @returns its id. */
  insert: (portal: Portal, number: number) => string;
  /** The type in the log of changes. The audit log has its own order. */
  type?: RecordType;
}

const { acme, borealis } = ORGANIZATIONS;

function insertPerson(portal: Portal, number: number, values: Partial<typeof user.$inferInsert>): string {
  const id = `person-${number}`;
  const row = { email: `${id}@example.test`, name: `Person ${number}`, role: "GOV_POC", passwordHash: "none" } as const;
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  portal.db
    .insert(user)
    .values({ ...row, ...times, ...values, id })
    .run();
  return id;
}

const colleague = { role: "INDUSTRY", industryRole: "INDUSTRY_USER", organizationId: acme } as const;

const LISTS = {
  organizations: {
    path: "/api/gov/organizations",
    as: "readonly",
    type: "organization",
    insert: (portal) => insertOrganization(portal),
  },
  submissions: {
    path: "/api/gov/submissions",
    as: "readonly",
    type: "submission",
    insert: (portal) => insertSubmission(portal),
  },
  engagements: {
    path: "/api/gov/engagements",
    as: "readonly",
    type: "engagement",
    insert: (portal) => insertEngagement(portal),
  },
  calls: { path: "/api/gov/calls", as: "readonly", type: "call", insert: (portal) => insertCall(portal) },
  announcements: {
    path: "/api/gov/announcements",
    as: "readonly",
    type: "announcement",
    insert: (portal) => insertAnnouncement(portal),
  },
  dialogue: {
    path: `/api/gov/organizations/${acme}/dialogue`,
    as: "readonly",
    type: "dialogue_note",
    insert: (portal) => insertDialogueNote(portal),
  },
  commands: { path: "/api/gov/admin/commands", as: "lead", type: "command", insert: (portal) => insertCommand(portal) },
  "government users": {
    path: "/api/gov/admin/users",
    as: "lead",
    type: "user",
    insert: (portal, number) => insertPerson(portal, number, {}),
  },
  tags: {
    path: "/api/gov/admin/tags",
    as: "systemAdmin",
    type: "preset_tag",
    insert: (portal, number) => insertPresetTag(portal, `tag ${number}`),
  },
  "own submissions": {
    path: "/api/portal/submissions",
    as: "acmeUser",
    type: "submission",
    insert: (portal) => insertSubmission(portal),
  },
  colleagues: {
    path: "/api/portal/users",
    as: "acmeAdmin",
    type: "user",
    insert: (portal, number) => insertPerson(portal, number, colleague),
  },
  invitations: {
    path: "/api/portal/invitations",
    as: "acmeAdmin",
    type: "invitation",
    insert: (portal) => insertInvitation(portal).id,
  },
  "the audit log": {
    path: "/api/gov/admin/audit",
    as: "systemAdmin",
    insert: (portal) => insertAudit(portal, "sign_out"),
  },
} as const satisfies Record<string, List>;

const EVERY_LIST: [string, List][] = Object.entries(LISTS);
const PAGED = EVERY_LIST.filter(
  ([name]) => !["commands", "government users", "tags", "own submissions", "colleagues", "invitations"].includes(name),
);
const SORTED = PAGED.filter(([name]) => name !== "dialogue");

const pathOf = ({ path }: List, query: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

const get = (portal: Portal, list: List, query: Record<string, string | number>) =>
  perform(portal, { as: list.as, method: "GET", path: pathOf(list, query), status: 200 });

const copyOf = (portal: Portal, list: List, filters: Record<string, string | number> = {}, from?: string) =>
  new Copy(
    async (updatedSince) => dataOf<ChangesResponse>(await get(portal, list, { ...filters, updatedSince })),
    from,
  );

/** The full list, as a plain request returns it. */
async function plain(portal: Portal, list: List, filters: Record<string, string | number> = {}): Promise<CopiedItem[]> {
  const items: CopiedItem[] = [];
  for (let page = 1; ; page += 1) {
    const data = dataOf<CopiedItem[] | ChangesResponse>(await get(portal, list, { ...filters, pageSize: 100, page }));
    if (Array.isArray(data)) return byId(data);
    items.push(...data.items);
    if (items.length >= data.total) return byId(items);
  }
}

/** A copy of everything there is now, which then waits for changes. */
async function upToDate(portal: Portal, list: List, filters: Record<string, string | number> = {}): Promise<Copy> {
  const copy = copyOf(portal, list, filters);
  await copy.follow();
  expect(copy.contents()).toEqual(await plain(portal, list, filters));
  return copy;
}

/** What a copy receives when it asks again: the ids in the list, and the removed ones. */
async function newsOf(copy: Copy): Promise<{ items: string[]; removed: string[] }> {
  const answers = await copy.follow();
  expect(copy.repeated).toEqual([]);
  expect(copy.removedAgain).toEqual([]);
  return {
    items: answers.flatMap(({ items }) => items.map(({ id }) => id)),
    removed: answers.flatMap(({ removed }) => removed),
  };
}

const NOTHING = { items: [], removed: [] };

/** Deletes records directly, because no operation deletes all types. */
function takeAway(portal: Portal, { type }: List, ids: (string | undefined)[]): void {
  const table = type === "dialogue_note" ? "organization_dialogue_note" : type;
  for (const id of ids) portal.db.$client.prepare(`DELETE FROM "${table}" WHERE id = ?`).run(id);
}

/** Inserts eleven records into a list, and deletes some before the next one. @returns the deleted ids. */
function comeAndGo(portal: Portal, list: List, going: readonly number[]): string[] {
  const gone: string[] = [];
  for (let number = 0; number < 11; number += 1) {
    const id = list.insert(portal, number);
    if (list.type === undefined || !going.includes(number)) continue;
    takeAway(portal, list, [id]);
    gone.push(id);
  }
  return gone;
}

describe.each(EVERY_LIST)("a page-by-page copy of %s", (_name, list) => {
  test("receives everything once if nothing is written, and each removal once, in its place", async () => {
    const portal = await openPortal();
    const gone = comeAndGo(portal, list, [0, 3, 4, 10]);
    const answers: ChangesResponse[] = [];
    for (let page = 1; page === 1 || (answers[0]?.total ?? 0) > (page - 1) * 3; page += 1) {
      const query = { updatedSince: FROM_THE_BEGINNING, pageSize: 3, page };
      answers.push(dataOf<ChangesResponse>(await get(portal, list, query)));
    }
    const all = answers.flatMap(({ items }) => items);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(answers.map(({ total }) => total)).toEqual(answers.map(() => all.length));
    expect(byId(all)).toEqual(await plain(portal, list));
    expect(answers.slice(0, -1).map(({ items }) => items.length)).toEqual(answers.slice(1).map(() => 3));
    expect(answers.flatMap(({ removed }) => removed)).toEqual(gone);
    const beyond = { updatedSince: FROM_THE_BEGINNING, pageSize: 3, page: answers.length + 2 };
    expect(dataOf(await get(portal, list, beyond))).toMatchObject({ items: [], removed: [], total: all.length });
    // A client that continues from the last `next` has seen everything.
    const copy = copyOf(portal, list, {}, answers.at(-1)?.next);
    expect(await newsOf(copy)).toEqual(NOTHING);
  });

  test("is the same when it follows next", async () => {
    const portal = await openPortal();
    const gone = comeAndGo(portal, list, [1, 2, 9]);
    const copy = copyOf(portal, list, { pageSize: 3 });
    const answers = await copy.follow();
    expect(answers.slice(0, -1).map(({ items }) => items.length)).toEqual(answers.slice(1).map(() => 3));
    expect(answers.flatMap(({ removed }) => removed)).toEqual(gone);
    expect(copy.contents()).toEqual(await plain(portal, list));
  });

  test("receives no more removals in one response than a list may have, and the rest by next", async () => {
    if (list.type === undefined) return;
    const portal = await openPortal();
    const insert = portal.db.$client.prepare(
      "INSERT INTO record_change (type, record_id, organization_id, changed_at) VALUES (?, ?, ?, ?)",
    );
    const gone = Array.from({ length: LIMITS.unpagedRows + 5 }, (_, number) => `gone-${number}`);
    const owner = list.type === "dialogue_note" || list.path.startsWith("/api/portal") ? acme : null;
    portal.db.$client.transaction(() => {
      for (const id of gone) insert.run(list.type, id, owner, instant(portal));
    })();
    const last = list.insert(portal, 1);
    const copy = copyOf(portal, list);
    const first = await copy.ask();
    expect(first.removed).toEqual(gone.slice(0, LIMITS.unpagedRows));
    expect(first.items.map(({ id }) => id)).not.toContain(last);
    const second = await copy.ask();
    expect(second.removed).toEqual(gone.slice(LIMITS.unpagedRows));
    expect(second.items.map(({ id }) => id)).toEqual([last]);
    expect(copy.contents()).toEqual(await plain(portal, list));
  });
});

describe.each(EVERY_LIST)("a copy of %s", (_name, list) => {
  test.each([1, 4, 100])("receives everything once, in pages of %i with equal times", async (pageSize) => {
    const portal = await openPortal();
    const ids = Array.from({ length: 9 }, (_, number) => list.insert(portal, number));
    const copy = copyOf(portal, list, { pageSize });
    const answers = await copy.follow();
    const items = answers.flatMap((answer) => answer.items.map(({ id }) => id));
    expect(copy.repeated).toEqual([]);
    expect(new Set(items).size).toBe(items.length);
    expect(items.filter((id) => ids.includes(id))).toEqual(ids);
    expect(copy.contents()).toEqual(await plain(portal, list));
    const totals = answers.map(({ total }) => total);
    expect(totals).toEqual(answers.map((_, index) => items.length - index * pageSize));
    for (const answer of answers) expect(answer).toMatchObject({ page: 1, pageSize, removed: [] });
    if (pageSize < 9) expect(answers[0]?.items).toHaveLength(pageSize);
  });

  test("receives what is new, and nothing twice", async () => {
    const portal = await openPortal();
    list.insert(portal, 1);
    const copy = await upToDate(portal, list, { pageSize: 2 });
    expect(await newsOf(copy)).toEqual(NOTHING);
    const ids = [2, 3, 4].map((number) => list.insert(portal, number));
    expect(await newsOf(copy)).toEqual({ items: ids, removed: [] });
    expect(await newsOf(copy)).toEqual(NOTHING);
  });

  test("can begin at a time, and receives nothing written before it", async () => {
    const portal = await openPortal();
    for (const number of [1, 2, 3]) list.insert(portal, number);
    portal.advance(MINUTE);
    const ids = [4, 5, 6].map((number) => list.insert(portal, number));
    const copy = copyOf(portal, list, { pageSize: 2 }, portal.now().toISOString());
    const [first] = await copy.follow();
    expect(first?.total).toBe(3);
    expect([...copy.records.keys()]).toEqual(ids);
    expect((await get(portal, list, { updatedSince: "2030-01-01T00:00:00Z" })).body).toMatchObject({
      data: { items: [], removed: [], total: 0, next: expect.any(String) },
    });
  });

  test("receives what is written after the clock was set back", async () => {
    const portal = await openPortal();
    list.insert(portal, 1);
    const copy = await upToDate(portal, list);
    portal.advance(MINUTE);
    const [first, second] = [2, 3].map((number) => list.insert(portal, number));
    const sinceThen = copyOf(portal, list, { pageSize: 1 }, portal.now().toISOString());
    expect(await sinceThen.ask()).toMatchObject({ items: [{ id: first }], total: 2 });
    portal.advance(-HOUR);
    const id = list.insert(portal, 4);
    expect((await newsOf(sinceThen)).items).toEqual([second, id]);
    expect((await newsOf(copy)).items).toEqual([first, second, id]);
  });

  test("can begin at a time, although the clock was set back between the writes", async () => {
    if (list.type === undefined) return;
    const portal = await openPortal();
    portal.advance(HOUR);
    const moment = portal.now().toISOString();
    const first = list.insert(portal, 1);
    portal.advance(-HOUR);
    for (const number of [2, 3]) list.insert(portal, number);
    portal.advance(HOUR);
    const last = list.insert(portal, 4);
    const copy = copyOf(portal, list, { pageSize: 1 }, moment);
    const answers = await copy.follow();
    expect(answers.map(({ items, total }) => [items.map(({ id }) => id), total])).toEqual([
      [[first], 2],
      [[last], 1],
    ]);
  });

  test.each([
    "yesterday",
    "2026-03-02",
    "2026-03-02T15:00:00",
    "",
    "AAAA",
    "a".repeat(256),
    Buffer.from("submission 1 0 x").toString("base64url"),
  ])("cannot begin with %j", async (updatedSince) => {
    const portal = await openPortal();
    const path = pathOf(list, { updatedSince });
    await perform(portal, { as: list.as, method: "GET", path, status: 400, fields: ["updatedSince"] });
  });

  test("cannot continue from another list's position", async () => {
    const portal = await openPortal();
    const other = list.type === "command" ? LISTS.tags : LISTS.commands;
    const { next } = await upToDate(portal, other);
    const path = pathOf(list, { updatedSince: next });
    await perform(portal, { as: list.as, method: "GET", path, status: 400, fields: ["updatedSince"] });
  });

  test("cannot continue from a position in another copy of the ledger, only in its own", async () => {
    const before = await openPortal();
    const restored = await openPortal();
    list.insert(before, 1);
    insertAudit(before, "sign_out");
    const copy = await upToDate(before, list);
    const refuses = async () => {
      const path = pathOf(list, { updatedSince: copy.next });
      const refusal = { status: 400, fields: ["updatedSince"], body: { fields: { updatedSince: [ELSEWHERE] } } };
      await perform(restored, { as: list.as, method: "GET", path, ...refusal });
    };
    await refuses();
    // Now this database has a row of that number too, and as many changes, but different ones.
    list.insert(restored, 2);
    for (let count = 0; count < 3; count += 1) insertAudit(restored, "sign_in_success");
    await refuses();
    insertAudit(before, "sign_in_success");
    await copy.follow();
  });
});

const ELSEWHERE = "This position is from another copy of the ledger. Copy the list again from the beginning";

describe("the next position of a response", () => {
  const OWN = LISTS["own submissions"];
  /** For a list with one own submission, after which another organization's and a draft call were written. */
  async function nextBehindOthers(): Promise<{ portal: Portal; next: string; ids: string[] }> {
    const portal = await openPortal();
    insertSubmission(portal);
    const ids = [insertSubmission(portal, { organizationId: borealis }), insertCall(portal, { status: "DRAFT" })];
    return { portal, next: (await upToDate(portal, OWN)).next, ids };
  }

  test("does not reveal ids of records that its reader may not see", async () => {
    const { portal, next, ids } = await nextBehindOthers();
    const decoded = Buffer.from(next, "base64url").toString("latin1");
    for (const hidden of [...ids, "submission", portal.auditRows().at(-1)?.hash.slice(0, 16) ?? "none"]) {
      expect(decoded).not.toContain(hidden);
    }
    expect(next).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
  });

  test("works only for this list, as this organization reads it", async () => {
    const { portal, next } = await nextBehindOthers();
    const asked = { method: "GET", path: pathOf(OWN, { updatedSince: next }) } as const;
    await perform(portal, { ...asked, as: "acmeUser", status: 200 });
    await perform(portal, { ...asked, as: "borealisAdmin", status: 400, fields: ["updatedSince"] });
    const path = pathOf(LISTS.submissions, { updatedSince: next });
    await perform(portal, { as: "readonly", method: "GET", path, status: 400, fields: ["updatedSince"] });
  });

  test("is refused if any character changes", async () => {
    const { portal, next } = await nextBehindOthers();
    for (const place of [0, 20, 60, next.length - 2]) {
      const changed = next.slice(0, place) + (next[place] === "A" ? "B" : "A") + next.slice(place + 1);
      const path = pathOf(OWN, { updatedSince: changed });
      await perform(portal, { as: "acmeUser", method: "GET", path, status: 400, fields: ["updatedSince"] });
    }
  });
});

test("a position that the log of changes has not reached belongs to another copy", async () => {
  const portal = await openPortal();
  const { next } = await upToDate(portal, LISTS.calls);
  const [number, ...mark] = unseal(portal.db, "next call all", next)?.split(" ") ?? [];
  const ahead = seal(portal.db, "next call all", [Number(number) + 1, ...mark].join(" "));
  const path = pathOf(LISTS.calls, { updatedSince: ahead });
  await perform(portal, { as: "readonly", method: "GET", path, status: 400, fields: ["updatedSince"] });
});

test("a position that only the clock has reached belongs to another copy, if another record has it", async () => {
  const before = await openPortal();
  const restored = await openPortal();
  for (const portal of [before, restored]) {
    insertCall(portal, { id: "scheduled", status: "PENDING", releasesAt: instant(portal, HOUR) });
    portal.advance(DAY);
  }
  const copy = await upToDate(before, LISTS.calls);
  insertCall(restored, { id: "written-instead" });
  const path = pathOf(LISTS.calls, { updatedSince: copy.next });
  await perform(restored, { as: "readonly", method: "GET", path, status: 400, fields: ["updatedSince"] });
  expect(await newsOf(copy)).toEqual(NOTHING);
});

describe.each(SORTED)("the order of %s", (_name, list) => {
  test("is the documented default if the request has no sort", async () => {
    const portal = await openPortal();
    for (const number of [1, 2, 3]) {
      list.insert(portal, number);
      portal.advance(MINUTE);
    }
    const operation = documentOf(portal.services.settings).paths[list.path]?.get;
    const sort = operation?.parameters?.find(({ name }) => name === "sort");
    expect(sort).toMatchObject({ schema: { default: expect.any(String) } });
    expect(sort?.required ?? false).toBe(false);
    const byDefault = dataOf<ChangesResponse>(await get(portal, list, {}));
    const asked = dataOf<ChangesResponse>(await get(portal, list, { sort: String(sort?.schema.default) }));
    expect(byDefault.items).toEqual(asked.items);
    expect(byDefault).not.toHaveProperty("next");
    expect(byDefault).not.toHaveProperty("removed");
  });

  test("with updatedSince and a sort is that sort, and updatedSince only filters", async () => {
    const portal = await openPortal();
    list.insert(portal, 1);
    portal.advance(MINUTE);
    const ids = [2, 3, 4].map((number) => list.insert(portal, number));
    const query = { sort: "createdAt", updatedSince: portal.now().toISOString() };
    const data = dataOf<ChangesResponse>(await get(portal, list, query));
    expect(new Set(data.items.map(({ id }) => id))).toEqual(new Set(ids));
    expect(data).toMatchObject({ total: 3, page: 1 });
    expect(data).not.toHaveProperty("next");
    const second = dataOf<ChangesResponse>(await get(portal, list, { ...query, page: 2, pageSize: 2 }));
    expect(second).toMatchObject({ items: [data.items[2]], total: 3, page: 2 });
    const { next } = await upToDate(portal, list);
    const path = pathOf(list, { sort: "createdAt", updatedSince: next });
    await perform(portal, { as: list.as, method: "GET", path, status: 400, fields: ["updatedSince"] });
  });
});

test("pages of a filtered list are full, and name the records in between that do not match", async () => {
  const portal = await openPortal();
  const ids = [0, 1, 2, 3, 4, 5].map((number) => insertAnnouncement(portal, { published: number % 2 === 0 }));
  const answers = await copyOf(portal, LISTS.announcements, { published: "true", pageSize: 2 }).follow();
  expect(answers.map(({ items, removed, total }) => [items.map(({ id }) => id), removed, total])).toEqual([
    [[ids[0], ids[2]], [ids[1]], 3],
    [[ids[4]], [ids[3], ids[5]], 1],
  ]);
});

test("a copy that begins at a time receives nothing that failed the filters before it", async () => {
  const portal = await openPortal();
  insertAnnouncement(portal, { published: false });
  portal.advance(MINUTE);
  const id = insertAnnouncement(portal, { published: false });
  const copy = copyOf(portal, LISTS.announcements, { published: "true" }, portal.now().toISOString());
  expect(await newsOf(copy)).toEqual({ items: [], removed: [id] });
});

test.each([
  ["announcements", { published: "true" }],
  ["the audit log", { event: "sign_out" }],
] as const)("%s with updatedSince and a sort has only what matches all other filters too", async (name, filters) => {
  const portal = await openPortal();
  insertAnnouncement(portal, { published: false });
  insertAudit(portal, "pageview");
  const id = LISTS[name].insert(portal);
  const query = { ...filters, sort: "createdAt", updatedSince: FROM_THE_BEGINNING };
  expect(dataOf(await get(portal, LISTS[name], query))).toMatchObject({ items: [{ id }], total: 1 });
});

describe("the removals from a list include", () => {
  const remove = (as: PersonKey, path: string) => ({ as, method: "DELETE", path, status: 200 }) as const;
  const patch = (as: PersonKey, path: string, json: object) =>
    ({ as, method: "PATCH", path, json, status: 200 }) as const;

  test("a deleted engagement, command or tag", async () => {
    const portal = await openPortal();
    const engagementId = insertEngagement(portal);
    const commandId = insertCommand(portal);
    const tagId = insertPresetTag(portal, "rotors");
    const lists = [LISTS.engagements, LISTS.commands, LISTS.tags];
    const copies: Copy[] = [];
    for (const list of lists) copies.push(await upToDate(portal, list));
    const gone = [
      { ...remove("poc", `/api/gov/engagements/${engagementId}`), events: ["engagement_deleted"] },
      { ...remove("systemAdmin", `/api/gov/admin/commands/${commandId}`), events: ["command_deleted"] },
      { ...remove("systemAdmin", `/api/gov/admin/tags/${tagId}`), events: ["preset_tag_deleted"] },
    ] as const;
    for (const deletion of gone) await perform(portal, deletion);
    for (const [index, id] of [engagementId, commandId, tagId].entries()) {
      const copy = copies[index] as Copy;
      expect(await newsOf(copy)).toEqual({ items: [], removed: [id] });
      expect(await newsOf(copy)).toEqual(NOTHING);
      expect(copy.contents()).toEqual(await plain(portal, lists[index] as List));
    }
    // A copy that begins now, at any time, receives the removal too: the server does not know when it happened.
    portal.advance(DAY);
    portal.newSessions();
    for (const from of [FROM_THE_BEGINNING, portal.now().toISOString()]) {
      expect((await newsOf(copyOf(portal, LISTS.tags, {}, from))).removed).toEqual([tagId]);
    }
  });

  test("a record that appeared and disappeared between two requests, and not one that came back", async () => {
    const portal = await openPortal();
    const copy = await upToDate(portal, LISTS.announcements, { published: "true" });
    const brief = insertAnnouncement(portal);
    const back = insertAnnouncement(portal);
    const path = (id: string) => `/api/gov/announcements/${id}`;
    await perform(portal, { ...remove("lead", path(brief)), events: ["announcement_deleted"] });
    await perform(portal, { ...patch("lead", path(back), { published: false }), events: ["announcement_updated"] });
    await perform(portal, { ...patch("lead", path(back), { published: true }), events: ["announcement_published"] });
    expect(await newsOf(copy)).toEqual({ items: [back], removed: [brief] });
  });

  test("an announcement that no longer matches a filter", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    const published = await upToDate(portal, LISTS.announcements, { published: "true" });
    const drafts = await upToDate(portal, LISTS.announcements, { published: "false" });
    const change = patch("lead", `/api/gov/announcements/${id}`, { published: false });
    await perform(portal, { ...change, events: ["announcement_updated"] });
    expect(await newsOf(published)).toEqual({ items: [], removed: [id] });
    expect(await newsOf(drafts)).toEqual({ items: [id], removed: [] });
  });

  test("an archived submission, for government and its organization, unless archived ones match", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    insertSubmission(portal);
    const usual = await upToDate(portal, LISTS.submissions);
    const archived = await upToDate(portal, LISTS.submissions, { status: "ARCHIVED" });
    const own = await upToDate(portal, LISTS["own submissions"]);
    const archive = patch("poc", `/api/gov/submissions/${id}/status`, { status: "ARCHIVED" });
    await perform(portal, { ...archive, events: ["submission_archived"] });
    expect(await newsOf(usual)).toEqual({ items: [], removed: [id] });
    expect(await newsOf(own)).toEqual({ items: [], removed: [id] });
    expect(await newsOf(archived)).toEqual({ items: [id], removed: [] });
  });

  test("an invitation that is withdrawn, accepted or replaced", async () => {
    const portal = await openPortal();
    const [withdrawn, accepted, replaced, open] = Array.from({ length: 4 }, () => insertInvitation(portal));
    const copy = await upToDate(portal, LISTS.invitations);
    const people = await upToDate(portal, LISTS.colleagues);
    const path = LISTS.invitations.path;
    const withdrawal = remove("acmeAdmin", `${path}/${withdrawn?.id}`);
    await perform(portal, { ...withdrawal, events: ["industry_user_invitation_withdrawn"] });
    expect(await newsOf(copy)).toEqual({ items: [], removed: [withdrawn?.id] });
    const person = { token: accepted?.token, name: "Nina Colleague", password: PASSWORD };
    const joined = await portal.request(null, "POST", `${path}/accept`, { json: person });
    expect(await newsOf(copy)).toEqual({ items: [], removed: [accepted?.id] });
    expect(await newsOf(people)).toEqual({ items: [dataOf<CopiedItem>(joined).id], removed: [] });
    const again = { email: `${replaced?.id}@example.test`, industryRole: "INDUSTRY_USER" };
    const invited = await portal.request("acmeAdmin", "POST", path, { json: again });
    expect(await newsOf(copy)).toEqual({ items: [dataOf<CopiedItem>(invited).id], removed: [replaced?.id] });
    expect(copy.records.has(open?.id ?? "")).toBe(true);
  });
});

describe("a change that only the clock causes", () => {
  test("reaches a copy once: an expired invitation leaves the list", async () => {
    const portal = await openPortal();
    const { id } = insertInvitation(portal, { expiresAt: instant(portal, HOUR) });
    insertInvitation(portal, {
      expiresAt: instant(portal, HOUR),
      organizationId: borealis,
      invitedBy: idOf("borealisAdmin"),
    });
    insertInvitation(portal, { expiresAt: instant(portal, HOUR), withdrawnAt: instant(portal) });
    const later = insertInvitation(portal);
    const copy = await upToDate(portal, LISTS.invitations);
    portal.advance(HOUR - 1);
    portal.newSessions();
    expect(await newsOf(copy)).toEqual(NOTHING);
    portal.advance(1);
    expect(await newsOf(copy)).toEqual({ items: [], removed: [id] });
    expect(copy.contents()).toEqual(await plain(portal, LISTS.invitations));
    portal.advance(8 * DAY);
    portal.newSessions();
    expect(await newsOf(copy)).toEqual({ items: [], removed: [later.id] });
    expect(await newsOf(copy)).toEqual(NOTHING);
  });

  test("reaches a copy once: a scheduled call opens at its release, with any filter", async () => {
    const portal = await openPortal();
    const release = (hours: number) => ({ status: "PENDING", releasesAt: instant(portal, hours * HOUR) }) as const;
    const later = insertCall(portal, release(3));
    const second = insertCall(portal, release(2));
    const first = insertCall(portal, release(1));
    const all = await upToDate(portal, LISTS.calls);
    const open = await upToDate(portal, LISTS.calls, { status: "OPEN" });
    const pending = await upToDate(portal, LISTS.calls, { status: "PENDING", pageSize: 1 });
    portal.advance(2 * HOUR);
    portal.newSessions();
    const path = pathOf(LISTS.calls, { updatedSince: "AAAA" });
    await perform(portal, { as: "readonly", method: "GET", path, status: 400, fields: ["updatedSince"] });
    expect(await newsOf(all)).toEqual({ items: [first, second], removed: [] });
    expect(all.records.get(first)).toMatchObject({ status: "OPEN" });
    expect(all.records.get(later)).toMatchObject({ status: "PENDING" });
    expect(await newsOf(open)).toEqual({ items: [first, second], removed: [] });
    expect(await newsOf(pending)).toEqual({ items: [], removed: [first, second] });
    for (const copy of [all, open, pending]) expect(await newsOf(copy)).toEqual(NOTHING);
    // By its time, the call changed when it was released, although nobody wrote it then.
    const since = (milliseconds: number) => copyOf(portal, LISTS.calls, {}, instant(portal, milliseconds));
    expect(await newsOf(since(0))).toEqual({ items: [second], removed: [] });
    expect(await newsOf(since(1))).toEqual(NOTHING);
  });

  test("does not happen to a call that was opened or closed before its release", async () => {
    const portal = await openPortal();
    for (const status of ["OPEN", "CLOSED"] as const) insertCall(portal, { status, releasesAt: instant(portal, HOUR) });
    const copy = await upToDate(portal, LISTS.calls);
    portal.advance(2 * HOUR);
    portal.newSessions();
    expect(await newsOf(copy)).toEqual(NOTHING);
  });

  test("is not recorded again for a call that someone changed after its release", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "PENDING", releasesAt: instant(portal, HOUR) });
    const copy = await upToDate(portal, LISTS.calls);
    portal.advance(2 * HOUR);
    portal.newSessions();
    const json = { status: "CLOSED" };
    await perform(portal, {
      as: "lead",
      method: "PATCH",
      path: `/api/gov/calls/${id}`,
      json,
      status: 200,
      events: ["call_status_changed"],
    });
    const numbers = () => portal.db.select().from(recordChange).where(eq(recordChange.type, "call")).all();
    const before = numbers();
    expect(await newsOf(copy)).toEqual({ items: [id], removed: [] });
    expect(numbers()).toEqual(before);
  });
});

describe("a copy receives", () => {
  test("changes of what a record shows: renaming a command changes its engagements, moving it does not", async () => {
    const portal = await openPortal();
    const ids = [insertEngagement(portal), insertEngagement(portal)];
    insertEngagement(portal, { commandId: COMMANDS.bravo });
    const copy = await upToDate(portal, LISTS.engagements, { pageSize: 1 });
    const change = (json: object) =>
      perform(portal, {
        ...{ as: "systemAdmin", method: "PATCH", path: `/api/gov/admin/commands/${COMMANDS.alpha}`, json },
        ...{ status: 200, events: ["command_updated"] },
      });
    await change({ location: "Arlington" });
    expect(await newsOf(copy)).toEqual(NOTHING);
    await change({ name: "Command of rotors" });
    expect((await newsOf(copy)).items.toSorted()).toEqual(ids.toSorted());
    expect(copy.contents()).toEqual(await plain(portal, LISTS.engagements));
  });

  test("changes of what is read with a record: a note or a file changes its engagement", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const copy = await upToDate(portal, LISTS.engagements);
    portal.advance(MINUTE);
    await portal.request("poc", "POST", `/api/gov/engagements/${id}/notes`, { json: { body: "They came." } });
    expect(await newsOf(copy)).toEqual({ items: [id], removed: [] });
  });

  test("changes in the order they happened, not in the order of the records' times", async () => {
    const portal = await openPortal();
    const [one, two, three] = [3, 1, 2].map((minutes) =>
      insertOrganization(portal, { updatedAt: instant(portal, minutes * MINUTE) }),
    );
    const copy = await upToDate(portal, LISTS.organizations);
    for (const id of [two, three, one]) {
      portal.db
        .update(organization)
        .set({ city: "Arlington" })
        .where(eq(organization.id, id ?? ""))
        .run();
    }
    expect((await newsOf(copy)).items).toEqual([two, three, one]);
  });

  test("many changes of one time over many pages, during other changes", async () => {
    const portal = await openPortal();
    const ids = Array.from({ length: 60 }, () => insertSubmission(portal));
    const copy = copyOf(portal, LISTS.submissions, { pageSize: 7 });
    for (let turn = 0; turn < 5; turn += 1) {
      await copy.ask();
      // One record that the copy has already, one that it does not have yet, and a new one.
      for (const id of [ids[turn], ids[59 - turn]]) {
        portal.db
          .update(submission)
          .set({ title: `Turn ${turn}` })
          .where(eq(submission.id, id ?? ""))
          .run();
      }
      insertSubmission(portal);
    }
    await copy.follow();
    expect(copy.repeated).toEqual([]);
    expect(copy.contents()).toEqual(await plain(portal, LISTS.submissions));
  });

  test("the filtered audit log by its own numbers, which never have removals", async () => {
    const portal = await openPortal();
    const filters = { event: "sign_out", pageviews: "false", pageSize: 2 };
    for (const event of ["sign_out", "pageview", "sign_out", "sign_out"] as const) insertAudit(portal, event);
    const copy = copyOf(portal, LISTS["the audit log"], filters);
    const answers = await copy.follow();
    expect(answers.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 3],
      [1, 1],
    ]);
    expect(copy.contents()).toEqual(await plain(portal, LISTS["the audit log"], filters));
    insertAudit(portal, "pageview");
    expect(await newsOf(copy)).toEqual(NOTHING);
    const id = insertAudit(portal, "sign_out");
    expect(await newsOf(copy)).toEqual({ items: [id], removed: [] });
  });
});

describe("an organization learns nothing about another", () => {
  test("not even the ids of records that it has or had", async () => {
    const portal = await openPortal();
    const paths = ["own submissions", "colleagues", "invitations"] as const;
    const copies = paths.map((name) => copyOf(portal, { ...LISTS[name], as: "borealisAdmin" }, { pageSize: 1 }));
    const seen = async () => {
      const news: { items: string[]; removed: string[] }[] = [];
      for (const copy of copies) news.push(await newsOf(copy));
      return news;
    };
    expect(await seen()).toEqual([NOTHING, { items: [idOf("borealisAdmin")], removed: [] }, NOTHING]);
    const id = insertSubmission(portal);
    insertPerson(portal, 1, colleague);
    insertInvitation(portal, { expiresAt: instant(portal, 1) });
    portal.advance(1);
    portal.db.update(submission).set({ status: "ARCHIVED" }).where(eq(submission.id, id)).run();
    expect(await newsOf(copyOf(portal, LISTS.invitations))).toMatchObject({ removed: [expect.any(String)] });
    expect(await seen()).toEqual([NOTHING, NOTHING, NOTHING]);
    portal.db.delete(submission).where(eq(submission.id, id)).run();
    expect(await seen()).toEqual([NOTHING, NOTHING, NOTHING]);
  });

  test("and government's list of its users never names industry users", async () => {
    const portal = await openPortal();
    const copy = await upToDate(portal, LISTS["government users"]);
    insertPerson(portal, 1, colleague);
    expect(await newsOf(copy)).toEqual(NOTHING);
    const { items, removed } = await newsOf(copyOf(portal, LISTS["government users"], { pageSize: 2 }));
    expect(removed).toEqual([]);
    expect(items).not.toContain(idOf("acmeUser"));
  });

  test("and notes on one organization are not changes in another's", async () => {
    const portal = await openPortal();
    const copy = await upToDate(portal, LISTS.dialogue);
    insertDialogueNote(portal, { organizationId: borealis });
    expect(await newsOf(copy)).toEqual(NOTHING);
  });
});

test("lists without pages stay complete unless the request asks for changes", async () => {
  const portal = await openPortal();
  for (const [, list] of EVERY_LIST.filter(([name]) => !PAGED.some(([paged]) => paged === name))) {
    expect(dataOf<unknown>(await get(portal, list, { pageSize: 1 }))).toBeInstanceOf(Array);
    const path = pathOf(list, { updatedSince: FROM_THE_BEGINNING, pageSize: 101 });
    await perform(portal, { as: list.as, method: "GET", path, status: 400, fields: ["pageSize"] });
  }
});

test("a page in the browser keeps its order, whatever parameters programs use", async () => {
  const portal = await openPortal();
  insertCall(portal, { id: "old", title: "An old one" });
  portal.advance(MINUTE);
  insertCall(portal, { id: "new", title: "A new one" });
  const { text } = await portal.request("readonly", "GET", `/gov/calls?updatedSince=${FROM_THE_BEGINNING}&page=1`);
  expect(text.indexOf("A new one")).toBeGreaterThan(0);
  expect(text.indexOf("A new one")).toBeLessThan(text.indexOf("An old one"));
  expect((await portal.request("readonly", "GET", "/gov/calls?updatedSince=x&page=2")).status).toBe(200);
});

test("every record has one row in the log of changes, for all lists that show it", async () => {
  const portal = await openPortal();
  for (const [number, [, { insert }]] of EVERY_LIST.entries()) insert(portal, number);
  portal.db.update(call).set({ title: "Another" }).run();
  const counts = portal.db
    .select({ type: recordChange.type, rows: sql<number>`count(*)`, records: sql<number>`count(DISTINCT record_id)` })
    .from(recordChange)
    .groupBy(recordChange.type)
    .all();
  expect(counts).toHaveLength(10);
  for (const { rows, records } of counts) expect(rows).toBe(records);
});
