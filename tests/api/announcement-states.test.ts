import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ANNOUNCEMENT_STATUSES } from "#db/enumerations";
import { announcement, organization } from "#db/schema";
import { IS_STATUS } from "~/domain/announcement/queries.server";
import { announcementStatus, mayBecome } from "~/domain/announcement/rules";
import { retryDeliveries } from "~/routing/fan-out.server";
import { insertAnnouncement, insertAnnouncementFile, instant, notificationsOf, setSetting } from "../support/arrange";
import { INDUSTRY_PEOPLE, idOf, ORGANIZATIONS } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

/* Drafts, scheduled announcements and their audience. */

/** When an announcement is published that is scheduled here, while everyone stays signed in. */
const LATER = 5 * MINUTE;

const PATH = "/api/gov/announcements";
const NEW = { title: "The forum moves to May", body: "It takes place in Arlington." };
const create = { as: "lead", method: "POST", path: PATH } as const;
const created = { status: 201, events: ["announcement_created"] } as const;
const change = (id: string, json: unknown) => ({ as: "lead", method: "PATCH", path: `${PATH}/${id}`, json }) as const;

const DRAFT = { ...NEW, status: "DRAFT" };
const scheduled = (portal: Portal, after = LATER) => ({
  ...NEW,
  status: "SCHEDULED",
  publishesAt: instant(portal, after),
});

async function make(portal: Portal, json: object, expected: object = created): Promise<string> {
  return dataOf<{ id: string }>(await perform(portal, { ...create, json, ...expected } as never)).id;
}
const pendingOf = (portal: Portal) =>
  portal.db.$client.prepare<[], number>("SELECT count(*) FROM pending_delivery").pluck().get();
const deliver = (portal: Portal) => retryDeliveries(portal.services);
const notifiedOf = (portal: Portal) => INDUSTRY_PEOPLE.filter((person) => notificationsOf(portal, person).length > 0);
const countNotifications = (portal: Portal) =>
  INDUSTRY_PEOPLE.flatMap((person) => notificationsOf(portal, person)).length;
const publicStatus = async (portal: Portal, id: string) =>
  (await portal.request(null, "GET", `/announcements/${id}`)).status;
const feedOf = async (portal: Portal) =>
  dataOf<{ id: string; createdAt: string }[]>(await portal.request(null, "GET", "/api/portal/announcements"));
const lastDetails = (portal: Portal) => JSON.parse(portal.auditRows().at(-1)?.details ?? "null");

describe("a draft", () => {
  test("is only for the government, and notifies nobody until it is published", async () => {
    const portal = await openPortal();
    const id = await make(portal, DRAFT);
    expect(lastDetails(portal)).toMatchObject({ after: { title: NEW.title, status: "DRAFT" } });
    const fileId = await insertAnnouncementFile(portal, id);
    const file = `${PATH}/${id}/attachments/${fileId}`;
    expect(await feedOf(portal)).toEqual([]);
    expect(await publicStatus(portal, id)).toBe(404);
    expect((await portal.request("acmeUser", "GET", file)).status).toBe(404);
    expect((await portal.request("readonly", "GET", file)).status).toBe(200);
    expect(dataOf(await portal.request("poc", "GET", `${PATH}/${id}`))).toMatchObject({
      status: "DRAFT",
      published: false,
      publishedAt: null,
      publishesAt: null,
    });
    await deliver(portal);
    expect([countNotifications(portal), pendingOf(portal)]).toEqual([0, 0]);

    portal.advance(MINUTE);
    await perform(portal, {
      ...change(id, { status: "PUBLISHED" }),
      status: 200,
      events: ["announcement_status_changed", "announcement_published"],
      body: { data: { status: "PUBLISHED", published: true, publishedAt: instant(portal) } },
    });
    expect(lastDetails(portal)).toEqual({ title: NEW.title, notified: INDUSTRY_PEOPLE.length });
    expect(countNotifications(portal)).toBe(INDUSTRY_PEOPLE.length);
    // For the public it begins now, not when someone began to write it.
    expect(await feedOf(portal)).toMatchObject([{ id, createdAt: instant(portal) }]);
    expect((await portal.request("acmeUser", "GET", file)).status).toBe(200);
  });

  test("is published by `published` too", async () => {
    const portal = await openPortal();
    const id = await make(portal, DRAFT);
    const events = ["announcement_status_changed", "announcement_published"] as const;
    await perform(portal, { ...change(id, { published: false }), status: 200, events: [] });
    await perform(portal, { ...change(id, { published: true }), status: 200, events });
    expect(countNotifications(portal)).toBe(INDUSTRY_PEOPLE.length);
  });
});

describe("a scheduled announcement", () => {
  test("is published at its time without a job, and notifies each person once", async () => {
    const portal = await openPortal();
    const older = insertAnnouncement(portal, { id: "older" });
    const id = await make(portal, scheduled(portal));
    const newer = insertAnnouncement(portal, { id: "newer", createdAt: instant(portal, MINUTE) });
    portal.advance(LATER - 1);
    await deliver(portal);
    expect(await publicStatus(portal, id)).toBe(404);
    expect((await feedOf(portal)).map((one) => one.id)).toEqual([newer, older]);
    expect(countNotifications(portal)).toBe(0);

    portal.advance(1);
    expect(await publicStatus(portal, id)).toBe(200);
    expect((await feedOf(portal)).map((one) => one.id)).toEqual([id, newer, older]);
    expect(dataOf(await portal.request("poc", "GET", `${PATH}/${id}`))).toMatchObject({
      status: "PUBLISHED",
      publishedAt: instant(portal),
      publishesAt: null,
    });
    await Promise.all([deliver(portal), deliver(portal)]);
    await deliver(portal);
    for (const person of INDUSTRY_PEOPLE) {
      expect(notificationsOf(portal, person)).toMatchObject([{ title: NEW.title, createdAt: instant(portal) }]);
    }
    expect(pendingOf(portal)).toBe(0);
  });

  test("appears in what changed since, when its time comes", async () => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    portal.advance(MINUTE);
    const changed = async (since: string) =>
      dataOf<{ items: { id: string }[] }>(
        await portal.request("poc", "GET", `${PATH}?updatedSince=${since}`),
      ).items.map((one) => one.id);
    const since = instant(portal);
    expect(await changed(since)).toEqual([]);
    portal.advance(LATER);
    expect(await changed(since)).toEqual([id]);
  });

  test("changes the feeds' validators when its time comes", async () => {
    const portal = await openPortal();
    insertAnnouncement(portal);
    await make(portal, scheduled(portal));
    portal.advance(MINUTE);
    const tag = async () => (await portal.request(null, "GET", "/api/feeds/announcements.json")).headers.get("etag");
    const before = await tag();
    expect(await tag()).toBe(before);
    portal.advance(LATER);
    expect(await tag()).not.toBe(before);
  });

  test("says what it says now, when it was edited after it was scheduled", async () => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    await perform(portal, {
      ...change(id, { title: "In June" }),
      status: 200,
      events: ["announcement_updated"],
      body: { data: { status: "SCHEDULED" } },
    });
    expect(pendingOf(portal)).toBe(1);
    portal.advance(LATER);
    await deliver(portal);
    expect(notificationsOf(portal, "acmeUser")).toMatchObject([{ title: "In June" }]);
  });

  test("keeps its time when a change leaves it out, and cannot lose it", async () => {
    const portal = await openPortal();
    const sent = scheduled(portal);
    const id = await make(portal, sent);
    await perform(portal, { ...change(id, { status: "SCHEDULED" }), status: 200, events: [] });
    for (const publishesAt of ["", null]) {
      const emptied = change(id, { status: "SCHEDULED", publishesAt });
      await perform(portal, { ...emptied, status: 400, fields: ["publishesAt"] });
    }
    const record = await portal.request("poc", "GET", `${PATH}/${id}`);
    expect(dataOf(record)).toMatchObject({ status: "SCHEDULED", publishesAt: sent.publishesAt });
  });

  test("can be published earlier, and then notifies only once", async () => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    await perform(portal, {
      ...change(id, { status: "PUBLISHED" }),
      status: 200,
      events: ["announcement_status_changed", "announcement_published"],
    });
    portal.advance(2 * LATER);
    await deliver(portal);
    expect(countNotifications(portal)).toBe(INDUSTRY_PEOPLE.length);
  });

  test.each([
    ["returned to draft", "announcement_status_changed", (id: string) => change(id, { status: "DRAFT" })],
    [
      "deleted",
      "announcement_deleted",
      (id: string) => ({ as: "lead", method: "DELETE", path: `${PATH}/${id}` }) as const,
    ],
  ])("that is %s notifies nobody", async (_, event, undo) => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    await perform(portal, { ...undo(id), status: 200, events: [event] } as never);
    portal.advance(2 * LATER);
    await deliver(portal);
    expect([countNotifications(portal), pendingOf(portal)]).toEqual([0, 0]);
    expect(await publicStatus(portal, id)).toBe(404);
  });

  test("that is unpublished before anyone is notified notifies each person once when it is published again", async () => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    portal.advance(LATER);
    const events = ["announcement_updated"] as const;
    await perform(portal, { ...change(id, { published: false }), status: 200, events });
    await perform(portal, { ...change(id, { title: "In June" }), status: 200, events });
    portal.advance(LATER);
    await deliver(portal);
    expect(countNotifications(portal)).toBe(0);

    for (const notified of [INDUSTRY_PEOPLE.length, 0]) {
      await perform(portal, { ...change(id, { published: true }), status: 200, events: ["announcement_published"] });
      expect(lastDetails(portal)).toEqual({ title: "In June", notified });
      expect([countNotifications(portal), pendingOf(portal)]).toEqual([INDUSTRY_PEOPLE.length, 0]);
      await perform(portal, { ...change(id, { published: false }), status: 200, events });
    }
    expect(pendingOf(portal)).toBe(0);
  });

  test("can be moved to another time", async () => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    const publishesAt = instant(portal, 3 * LATER);
    await perform(portal, {
      ...change(id, { publishesAt }),
      status: 200,
      events: ["announcement_status_changed"],
      body: { data: { status: "SCHEDULED", publishesAt } },
    });
    await perform(portal, { ...change(id, { publishesAt }), status: 200, events: [] });
    portal.advance(2 * LATER);
    await deliver(portal);
    expect(countNotifications(portal)).toBe(0);
    portal.advance(LATER);
    await deliver(portal);
    expect(countNotifications(portal)).toBe(INDUSTRY_PEOPLE.length);
  });

  scenarios([
    ...[
      ["without a time", { ...NEW, status: "SCHEDULED" }],
      ["in the past", { ...NEW, status: "SCHEDULED", publishesAt: "2020-01-01T00:00:00Z" }],
      ["with a time that is none", { ...NEW, status: "SCHEDULED", publishesAt: "soon" }],
      ["with a time, but published now", { ...NEW, publishesAt: "2030-01-01T00:00:00Z" }],
      ["with a time, but a draft", { ...DRAFT, publishesAt: "2030-01-01T00:00:00Z" }],
    ].map(([what, json]) => ({
      name: `is refused ${what}`,
      ...create,
      json,
      status: 400,
      fields: ["publishesAt"],
      after: (portal: Portal) => expect(pendingOf(portal)).toBe(0),
    })),
    {
      name: "cannot begin unpublished",
      ...create,
      json: { ...NEW, status: "UNPUBLISHED" },
      status: 400,
      fields: ["status"],
    },
    ...(["readonly", "poc", "acmeAdmin"] as const).map((as) => ({
      name: `is not for ${as}`,
      ...create,
      as,
      json: DRAFT,
      status: 403,
    })),
  ] as never);
});

describe("the status", () => {
  test("is the same in SQL and for one row", async () => {
    const portal = await openPortal();
    for (const publishedAt of [instant(portal, -1), instant(portal), instant(portal, 1)]) {
      for (const published of [true, false]) insertAnnouncement(portal, { published, publishedAt });
    }
    insertAnnouncement(portal, { published: false, publishedAt: null });
    const now = portal.now();
    for (const status of ANNOUNCEMENT_STATUSES) {
      const rows = portal.db.select().from(announcement).where(IS_STATUS[status](now)).all();
      const all = portal.db.select().from(announcement).all();
      expect(rows).toEqual(all.filter((row) => announcementStatus(row, now) === status));
      expect(rows.length).toBeGreaterThan(0);
    }
  });

  test("is never published without a time: the database refuses that, and begins with a draft", async () => {
    const portal = await openPortal();
    expect(() => insertAnnouncement(portal, { publishedAt: null })).toThrow(/CHECK constraint failed/);
    portal.db.$client.exec(
      `INSERT INTO announcement (id, title, body, author_id, created_at, updated_at)
       VALUES ('raw', 'Raw', 'Raw.', '${idOf("lead")}', '${instant(portal)}', '${instant(portal)}')`,
    );
    expect(dataOf(await portal.request("poc", "GET", `${PATH}/raw`))).toMatchObject({ status: "DRAFT" });
    expect(await publicStatus(portal, "raw")).toBe(404);
  });

  const STATES = {
    DRAFT: { published: false, publishedAt: null },
    SCHEDULED: { published: true, publishedAt: "2999-01-01T00:00:00.000Z" },
    PUBLISHED: {},
    UNPUBLISHED: { published: false },
  } as const;

  for (const from of ANNOUNCEMENT_STATUSES) {
    for (const to of ANNOUNCEMENT_STATUSES) {
      test(`${from} ${mayBecome(from, to) ? "may" : "may not"} become ${to}`, async () => {
        const portal = await openPortal();
        const id = insertAnnouncement(portal, STATES[from]);
        const publishesAt = from === to || to !== "SCHEDULED" ? undefined : instant(portal, LATER);
        const answer = await portal.request("lead", "PATCH", `${PATH}/${id}`, { json: { status: to, publishesAt } });
        expect(answer.status).toBe(mayBecome(from, to) ? 200 : 400);
        const record = dataOf<{ status: string }>(await portal.request("lead", "GET", `${PATH}/${id}`));
        expect(record.status).toBe(mayBecome(from, to) ? to : from);
      });
    }
  }

  test("and `published` may not contradict each other", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal, STATES.DRAFT);
    const json = { status: "SCHEDULED", published: true, publishesAt: instant(portal, LATER) };
    await perform(portal, { ...change(id, json), status: 400, fields: ["published"] });
  });
});

describe("the audience", () => {
  function describeOrganizations(portal: Portal): void {
    const set = (id: string, values: Partial<typeof organization.$inferInsert>) =>
      portal.db.update(organization).set(values).where(eq(organization.id, id)).run();
    set(ORGANIZATIONS.acme, { techTags: "radar,sea drones" });
    set(ORGANIZATIONS.borealis, { techTags: "ice", setAsides: ["HUBZONE"], smallBusiness: true });
  }
  const published = { status: 201, events: ["announcement_published"] } as const;

  test.each([
    ["everyone", {}, ["acmeAdmin", "acmeUser", "borealisAdmin"]],
    ["organizations with a tag", { audience: "TAGS", audienceTags: " Radar, gold" }, ["acmeAdmin", "acmeUser"]],
    ["whole tags only", { audience: "TAGS", audienceTags: "sea" }, []],
    ["organizations with a set-aside", { audience: "SET_ASIDES", audienceSetAsides: ["HUBZONE"] }, ["borealisAdmin"]],
    ["no organization without it", { audience: "SET_ASIDES", audienceSetAsides: ["WOSB"] }, []],
    // Fields of another kind of audience do not count.
    [
      "everyone, whatever else is sent",
      { audienceTags: "gold", audienceSetAsides: ["WOSB"] },
      ["acmeAdmin", "acmeUser", "borealisAdmin"],
    ],
  ] as [string, object, string[]][])("may be %s", async (_, audience, people) => {
    const portal = await openPortal();
    describeOrganizations(portal);
    const id = await make(portal, { ...NEW, ...audience }, published);
    expect(notifiedOf(portal).sort()).toEqual(people);
    expect(lastDetails(portal)).toMatchObject({ notified: people.length });
    // Everyone can read it.
    expect(await publicStatus(portal, id)).toBe(200);
  });

  test("leaves the last word to each person's settings", async () => {
    const portal = await openPortal();
    describeOrganizations(portal);
    setSetting(portal, "acmeUser", "ANNOUNCEMENT", { enabled: false });
    setSetting(portal, "acmeAdmin", "ANNOUNCEMENT", { techTags: "sea drones" });
    // Follows the tag, whatever the organization does.
    setSetting(portal, "borealisAdmin", "ANNOUNCEMENT", { techTags: "ice,radar" });
    await make(portal, { ...NEW, audience: "TAGS", audienceTags: "radar" }, published);
    expect(notifiedOf(portal)).toEqual(["borealisAdmin"]);
  });

  test("is decided when it is published, not when it is scheduled", async () => {
    const portal = await openPortal();
    await make(portal, { ...scheduled(portal), audience: "TAGS", audienceTags: "radar" });
    describeOrganizations(portal);
    portal.advance(LATER);
    await deliver(portal);
    expect(notifiedOf(portal).sort()).toEqual(["acmeAdmin", "acmeUser"]);
  });

  test("can change until people were notified", async () => {
    const portal = await openPortal();
    describeOrganizations(portal);
    const id = await make(portal, scheduled(portal));
    const audience = { audience: "SET_ASIDES", audienceSetAsides: ["HUBZONE"] };
    await perform(portal, {
      ...change(id, audience),
      status: 200,
      events: ["announcement_updated"],
      body: { data: { ...audience, audienceTags: "" } },
    });
    portal.advance(LATER);
    await deliver(portal);
    expect(notifiedOf(portal)).toEqual(["borealisAdmin"]);
    await perform(portal, { ...change(id, { audience: "ALL" }), status: 400, fields: ["audience"] });
    await perform(portal, {
      ...change(id, { ...audience, title: "In June" }),
      status: 200,
      events: ["announcement_updated"],
    });
  });

  scenarios(
    [
      ["audienceTags", { audience: "TAGS" }],
      ["audienceTags", { audience: "TAGS", audienceTags: " , " }],
      ["audienceSetAsides", { audience: "SET_ASIDES", audienceSetAsides: [] }],
      ["audienceSetAsides", { audience: "SET_ASIDES", audienceSetAsides: ["NONE"] }],
      ["audience", { audience: "NOBODY" }],
    ].map(([field, audience]) => ({
      name: `is refused: ${JSON.stringify(audience)}`,
      ...create,
      json: { ...NEW, ...(audience as object) },
      status: 400,
      fields: [field],
    })) as never,
  );
});

describe("at the same time", () => {
  const publication = (id: string) => change(id, { status: "PUBLISHED" });
  const send = (
    portal: Portal,
    { as, method, path, json }: { as: string; method: string; path: string; json?: unknown },
  ) => portal.request(as as "lead", method as "PATCH", path, { json } as never);

  test("two publications notify once", async () => {
    const portal = await openPortal();
    for (const write of [() => DRAFT, () => scheduled(portal)]) {
      const before = countNotifications(portal);
      const id = await make(portal, write());
      const answers = await Promise.all(
        [publication(id), publication(id), { ...publication(id), as: "admin" }].map((one) => send(portal, one)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      portal.advance(2 * LATER);
      await deliver(portal);
      expect(countNotifications(portal) - before).toBe(INDUSTRY_PEOPLE.length);
    }
    const events = portal.auditRows().filter(({ event }) => event === "announcement_published");
    expect(events).toHaveLength(2);
  });

  test("a publication, an edit and a deletion leave nothing that is public", async () => {
    const portal = await openPortal();
    const id = await make(portal, scheduled(portal));
    const remove = { as: "admin", method: "DELETE", path: `${PATH}/${id}` };
    const answers = await Promise.all(
      [
        publication(id),
        change(id, { title: "In June" }),
        remove,
        change(id, { publishesAt: instant(portal, 2 * LATER) }),
      ].map((one) => send(portal, one)),
    );
    expect(answers[2]?.status).toBe(200);
    for (const { status } of answers) expect([200, 400, 404]).toContain(status);
    portal.advance(3 * LATER);
    await deliver(portal);
    expect(pendingOf(portal)).toBe(0);
    expect(await feedOf(portal)).toEqual([]);
    // People who were notified before the deletion see only that it was withdrawn.
    expect(countNotifications(portal)).toBeLessThanOrEqual(INDUSTRY_PEOPLE.length);
    const shown = dataOf<{ items: { title: string }[] }>(await portal.request("acmeUser", "GET", "/api/notifications"));
    for (const { title } of shown.items) expect(title).toBe("Announcement withdrawn");
  });
});
