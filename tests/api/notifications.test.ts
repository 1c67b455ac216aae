import { describe, expect, test } from "vitest";
import { NOTIFICATION_KINDS } from "#db/enumerations";
import { insertNotification, instant, notificationsOf, setSetting } from "../support/arrange";
import { idOf } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const list = (query = "") => ({ as: "poc", method: "GET", path: `/api/notifications${query}` }) as const;
const count = { as: "poc", method: "GET", path: "/api/notifications/unread-count" } as const;
const read = { as: "poc", method: "POST", path: "/api/notifications/read" } as const;
const settings = { as: "poc", method: "GET", path: "/api/notifications/settings" } as const;
const save = { ...settings, method: "PUT" } as const;
const saved = { status: 200, events: ["notification_settings_updated"], body: { data: { ok: true } } } as const;

/** Twenty-five notifications for the POC, a minute apart, of which every fifth is read, and one for someone else. */
function insertMany(portal: Portal): void {
  for (let number = 0; number < 25; number += 1) {
    const createdAt = instant(portal, number * MINUTE);
    insertNotification(portal, "poc", { id: `n${number}`, createdAt, read: number % 5 === 0 });
  }
  insertNotification(portal, "lead", { id: "of-another" });
}

interface Page {
  items: { id: string; read: boolean }[];
  total: number;
}

describe("the list of notifications", () => {
  test("has only the caller's, newest first, in pages of twenty", async () => {
    const portal = await openPortal();
    insertMany(portal);
    const first = await perform(portal, {
      ...list(),
      status: 200,
      body: { data: { total: 25, page: 1, pageSize: 20 } },
    });
    const ids = dataOf<Page>(first).items.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => `n${24 - index}`));
    const second = await perform(portal, { ...list("?page=2"), status: 200, body: { data: { page: 2 } } });
    expect(dataOf<Page>(second).items.map(({ id }) => id)).toEqual(["n4", "n3", "n2", "n1", "n0"]);
    expect(dataOf<Page>(await perform(portal, { ...list("?page=3"), status: 200 })).items).toEqual([]);
  });

  test.each([1_000_001, 999_999_999_999, Number.MAX_SAFE_INTEGER])(
    "has no items on page %d, however high the number",
    async (page) => {
      const portal = await openPortal();
      insertMany(portal);
      const answer = await perform(portal, { ...list(`?pageSize=50&page=${page}`), status: 200 });
      expect(dataOf<Page>(answer)).toEqual({ items: [], total: 25, page, pageSize: 50 });
    },
  );

  test("an item has exactly its documented fields", async () => {
    const portal = await openPortal();
    insertNotification(portal, "poc", { id: "one", kind: "CALL_OPENED", linkUrl: "/calls/1" });
    const answer = await perform(portal, { ...list(), status: 200 });
    expect(dataOf<Page>(answer).items).toEqual([
      {
        id: "one",
        kind: "CALL_OPENED",
        title: "Something",
        body: "It happened.",
        linkUrl: "/calls/1",
        read: false,
        createdAt: instant(portal),
      },
    ]);
  });

  test("unread=true gives the unread, unread=false the read, and the total counts them", async () => {
    const portal = await openPortal();
    insertMany(portal);
    const unread = dataOf<Page>(await perform(portal, { ...list("?unread=true&pageSize=50"), status: 200 }));
    expect([unread.total, unread.items.length, unread.items.some((item) => item.read)]).toEqual([20, 20, false]);
    const done = dataOf<Page>(await perform(portal, { ...list("?unread=false"), status: 200 }));
    expect([done.total, done.items.length, done.items.every((item) => item.read)]).toEqual([5, 5, true]);
  });

  const bad = [
    "page=0",
    "page=-1",
    "page=1.5",
    "page=one",
    "page=",
    "pageSize=0",
    "pageSize=51",
    "pageSize=x",
    "unread=yes",
  ];
  scenarios([
    ...bad.map((query) => ({ name: `refuses ${query}`, ...list(`?${query}`), status: 400 })),
    { name: "accepts pageSize=1", ...list("?pageSize=1"), status: 200 },
    { name: "accepts pageSize=50", ...list("?pageSize=50"), status: 200 },
    {
      name: "ignores a userId",
      ...list(`?userId=${idOf("lead")}`),
      given: (portal) => void insertMany(portal),
      status: 200,
      body: { data: { total: 25 } },
    },
    { name: "requires a session", ...list(), as: null, status: 401 },
    { name: "is for industry too", ...list(), as: "acmeUser", status: 200, body: { data: { items: [], total: 0 } } },
  ]);
});

describe("the count of unread notifications", () => {
  scenarios([
    {
      name: "also counts the caller's own",
      ...count,
      given: (portal) => void insertMany(portal),
      status: 200,
      body: { data: { count: 20 } },
    },
    { name: "is empty at first", ...count, status: 200, body: { data: { count: 0 } } },
    { name: "requires a session", ...count, as: null, status: 401 },
  ]);
});

describe("marking notifications read", () => {
  const marking = (name: string, json: unknown, updated: number) => ({
    name,
    ...read,
    given: (portal: Portal) => void insertMany(portal),
    json,
    status: 200,
    body: { data: { updated } },
    after: (portal: Portal) => {
      expect(notificationsOf(portal, "poc").filter((row) => row.read)).toHaveLength(5 + updated);
      expect(notificationsOf(portal, "lead")[0]?.read).toBe(false);
    },
  });
  scenarios([
    marking("marks one", { id: "n1" }, 1),
    marking("marks all of one's own", { all: true }, 20),
    marking("updates nothing when it is read already", { id: "n0" }, 0),
    marking("updates nothing for another user's", { id: "of-another" }, 0),
    marking("updates nothing for one that is not there", { id: "none" }, 0),
    marking("ignores a userId in the body", { all: true, userId: idOf("lead") }, 20),
    marking("takes an id of 64 characters", { id: "a".repeat(64) }, 0),
    ...[
      {},
      { id: "n1", all: true },
      { all: false },
      { id: "" },
      { id: "a".repeat(65) },
      { id: 1 },
      { all: "true" },
      [],
    ].map((json) => ({
      name: `refuses ${JSON.stringify(json).slice(0, 40)}`,
      ...read,
      given: (portal: Portal) => void insertMany(portal),
      json,
      status: 400,
    })),
    { name: "requires a session", ...read, as: null, json: { all: true }, status: 401 },
  ]);
});

describe("notification settings", () => {
  test("have one entry for each kind, enabled and without tags if nothing is stored", async () => {
    const portal = await openPortal();
    setSetting(portal, "poc", "CALL_OPENED", { enabled: false, techTags: "rotors" });
    const answer = await perform(portal, { ...settings, status: 200 });
    expect(dataOf(answer)).toEqual({
      settings: NOTIFICATION_KINDS.map((kind) =>
        kind === "CALL_OPENED" ? { kind, enabled: false, techTags: "rotors" } : { kind, enabled: true, techTags: "" },
      ),
    });
  });

  test("are saved, with normalized tags, only for the caller", async () => {
    const portal = await openPortal();
    const entry = { kind: "SUBMISSION_MATCH", enabled: true, techTags: " Rotors,ROTORS,, C++ & UAV/UAS " };
    await perform(portal, { ...save, json: { settings: [entry], userId: idOf("lead") }, ...saved });
    expect(portal.db.query.notificationSetting.findMany().sync()).toMatchObject([
      { userId: idOf("poc"), kind: "SUBMISSION_MATCH", enabled: true, techTags: "rotors,c++ & uav/uas" },
    ]);
    expect(portal.auditRows()[0]).toMatchObject({ actorId: idOf("poc"), targetId: idOf("poc") });
  });

  test("use the last entry if a kind is sent twice", async () => {
    const portal = await openPortal();
    const twice = [
      { kind: "SYSTEM", enabled: true, techTags: "first" },
      { kind: "SYSTEM", enabled: false, techTags: "last" },
    ];
    await perform(portal, { ...save, json: { settings: twice }, ...saved });
    expect(portal.db.query.notificationSetting.findMany().sync()).toMatchObject([{ enabled: false, techTags: "last" }]);
  });

  test("are audited before and after, for the kinds that were sent", async () => {
    const portal = await openPortal();
    setSetting(portal, "poc", "SYSTEM", { enabled: true, techTags: "rotors" });
    const sent = [
      { kind: "CALL_OPENED", enabled: false, techTags: "First" },
      { kind: "SYSTEM", enabled: false },
      { kind: "CALL_OPENED", enabled: true, techTags: "Last" },
    ];
    await perform(portal, { ...save, json: { settings: sent }, ...saved });
    const callOpened = { kind: "CALL_OPENED", enabled: true };
    const system = { kind: "SYSTEM", techTags: "rotors" };
    expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toEqual({
      before: {
        settings: [
          { ...callOpened, techTags: "" },
          { ...system, enabled: true },
        ],
      },
      after: {
        settings: [
          { ...callOpened, techTags: "last" },
          { ...system, enabled: false },
        ],
      },
    });
  });

  test("turning a kind off suppresses new notifications, and keeps the earlier ones", async () => {
    const portal = await openPortal();
    insertNotification(portal, "acmeUser", { kind: "CALL_OPENED" });
    const off = { settings: [{ kind: "CALL_OPENED", enabled: false }] };
    await perform(portal, { ...save, as: "acmeUser", json: off, ...saved });
    const call = { title: "Rotors", description: "Quiet ones." };
    await portal.request("lead", "POST", "/api/gov/calls", { json: call });
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
    expect(notificationsOf(portal, "acmeAdmin")).toHaveLength(1);
  });

  const one = { kind: "SYSTEM", enabled: true };
  const every = NOTIFICATION_KINDS.map((kind) => ({ kind, enabled: true, techTags: "" }));
  const refusedTags = ["<b>", 'a"b', "a'b", "a;b", "a\\b", "a`b", "a{b", "a$b", "a|b", "a\nb", "a\u0007b", "a\u0085b"];
  scenarios([
    { name: "can be as many as there are kinds", ...save, json: { settings: every }, ...saved },
    { name: "may not be more", ...save, json: { settings: [...every, one] }, status: 400 },
    { name: "may not be an empty list", ...save, json: { settings: [] }, status: 400 },
    { name: "may not be missing", ...save, json: {}, status: 400 },
    { name: "may not be an object", ...save, json: { settings: one }, status: 400 },
    { name: "may not be of an unknown kind", ...save, json: { settings: [{ ...one, kind: "GOSSIP" }] }, status: 400 },
    {
      name: "with one invalid entry are not saved at all",
      ...save,
      json: { settings: [one, { kind: "ANNOUNCEMENT" }] },
      status: 400,
    },
    { name: "cannot be enabled by a string", ...save, json: { settings: [{ ...one, enabled: "true" }] }, status: 400 },
    { name: "require a session to read", ...settings, as: null, status: 401 },
    { name: "require a session to write", ...save, as: null, json: { settings: [one] }, status: 401 },
    ...refusedTags.map((techTags) => ({
      name: `may not have the tag ${JSON.stringify(techTags)}`,
      ...save,
      json: { settings: [{ ...one, techTags }] },
      status: 400,
    })),
  ]);
});
