import { describe, expect, test } from "vitest";
import { announcementListSchema } from "~/domain/announcement/schema";
import { LIMITS } from "~/values/limits";
import { insertAnnouncement, insertAnnouncementFile, instant, notificationsOf, setSetting } from "../support/arrange";
import { INDUSTRY_PEOPLE, idOf, PEOPLE, roleOf } from "../support/cast";
import { FOR_EVERYONE } from "../support/common-headers";
import { plansOf, testPaging, testQueries } from "../support/lists";
import { DAY, dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { contents, perform, scenarios } from "../support/scenario";

const PATH = "/api/gov/announcements";
const FEED = "/api/portal/announcements";
const NEW = { title: "The forum moves to May", body: "It takes place in Arlington." };
const FOR_ALL = { audience: "ALL", audienceTags: "", audienceSetAsides: [] };
const publish = { as: "lead", method: "POST", path: PATH } as const;
const published = { status: 201, events: ["announcement_published"] } as const;
const change = (id: string, json: unknown) => ({ as: "lead", method: "PATCH", path: `${PATH}/${id}`, json }) as const;
const remove = (id: string) => ({ as: "lead", method: "DELETE", path: `${PATH}/${id}` }) as const;

const rowOf = (portal: Portal, id: string) =>
  portal.db.query.announcement.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();
const lastAudit = (portal: Portal) => {
  const row = portal.auditRows().at(-1);
  return { ...row, details: JSON.parse(row?.details ?? "null") };
};
const a = (length: number) => "a".repeat(length);

interface Listed {
  id: string;
  title: string;
}
interface Page {
  items: Listed[];
}
const feedIds = async (portal: Portal) =>
  dataOf<Listed[]>(await perform(portal, { as: null, method: "GET", path: FEED, status: 200 })).map(({ id }) => id);

describe("publishing an announcement", () => {
  test("makes it public, audits it and returns only its id", async () => {
    const portal = await openPortal();
    const json = { title: "  The forum moves to May ", body: " First line\r\nsecond line\n\n\tthird \n" };
    const answer = await perform(portal, { ...publish, json, ...published });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id } });
    expect(rowOf(portal, id)).toEqual({
      id,
      title: "The forum moves to May",
      body: "First line\nsecond line\n\n\tthird",
      published: true,
      publishedAt: instant(portal),
      ...FOR_ALL,
      authorId: idOf("lead"),
      deletedAt: null,
      createdAt: instant(portal),
      updatedAt: instant(portal),
    });
    expect(lastAudit(portal)).toMatchObject({
      event: "announcement_published",
      actorId: idOf("lead"),
      targetType: "announcement",
      targetId: id,
      details: { title: "The forum moves to May", notified: INDUSTRY_PEOPLE.length },
    });
  });

  const edges: [field: string, value: unknown, what: string, good: boolean][] = [
    ["title", undefined, "missing", false],
    ["title", null, "null", false],
    ["title", 5, "a number", false],
    ["title", "  ", "blank", false],
    ["title", "a", "1 character", true],
    ["title", ` ${a(200)} `, "200 characters between blanks", true],
    ["title", a(201), "201 characters", false],
    ["title", "two\r\nlines", "two lines", true],
    ["body", undefined, "missing", false],
    ["body", null, "null", false],
    ["body", " \n ", "blank", false],
    ["body", "a", "1 character", true],
    ["body", `\n${a(8000)}\n`, "8,000 characters between line ends", true],
    ["body", a(8001), "8,001 characters", false],
    ["body", "a\u0007b", "of control characters", false],
    ["published", false, "sent, and is then ignored", true],
  ];
  scenarios([
    ...edges.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may be" : "may not be"} ${what}`,
      ...publish,
      json: { ...NEW, [field]: value },
      ...(good ? published : { status: 400, fields: [field] }),
      after: (portal: Portal) => {
        if (good) expect(portal.db.query.announcement.findMany().sync()).toMatchObject([{ published: true }]);
      },
    })),
    {
      name: "keeps a title's line breaks and tabs as spaces",
      ...publish,
      json: { ...NEW, title: "\nThe\tforum\r\nmoves\n" },
      ...published,
      after: (portal: Portal) =>
        expect(portal.db.query.announcement.findMany().sync()).toMatchObject([{ title: "The forum moves" }]),
    },
    ...(["admin", "systemAdmin"] as const).map((as) => ({
      name: `is for ${as} too`,
      ...publish,
      as,
      json: NEW,
      ...published,
    })),
    ...(["readonly", "poc", "acmeAdmin", "acmeUser"] as const).map((as) => ({
      name: `is not for ${as}`,
      ...publish,
      as,
      json: NEW,
      status: 403,
    })),
    { name: "requires a session", ...publish, as: null, json: NEW, status: 401 },
    {
      name: "refuses malformed JSON",
      ...publish,
      raw: "{",
      headers: { "content-type": "application/json" },
      status: 400,
    },
    { name: "refuses a body over 256 KB", ...publish, json: { ...NEW, body: a(256 * 1024) }, status: 413 },
  ]);

  test("publishing the same text twice creates two announcements", async () => {
    const portal = await openPortal();
    for (let time = 0; time < 2; time += 1) await perform(portal, { ...publish, json: NEW, ...published });
    expect(await feedIds(portal)).toHaveLength(2);
  });
});

describe("the notification of an announcement", () => {
  test("reaches each industry user according to their settings, and no government user", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "ANNOUNCEMENT", { enabled: false, techTags: "rotors" });
    // An announcement has no tags, so a tag filter does not apply to it.
    setSetting(portal, "acmeAdmin", "ANNOUNCEMENT", { techTags: "hulls,rotors" });
    setSetting(portal, "borealisAdmin", "CALL_OPENED", { enabled: false });
    const answer = await perform(portal, { ...publish, json: NEW, ...published });
    const { id } = dataOf<{ id: string }>(answer);
    const notification = {
      kind: "ANNOUNCEMENT",
      title: NEW.title,
      body: NEW.body,
      linkUrl: `/announcements/${id}`,
      read: false,
      createdAt: instant(portal),
    };
    const reached = ["acmeAdmin", "borealisAdmin"];
    for (const person of PEOPLE) {
      expect(notificationsOf(portal, person), person).toMatchObject(reached.includes(person) ? [notification] : []);
    }
    expect(lastAudit(portal).details).toMatchObject({ notified: reached.length });
  });

  test("shows the beginning of a long text, cut between words", async () => {
    const portal = await openPortal();
    const body = `${"paragraph one ".repeat(10)}\n\n${"paragraph two ".repeat(500)}`;
    await perform(portal, { ...publish, json: { ...NEW, body }, ...published });
    const excerpt = notificationsOf(portal, "acmeUser")[0]?.body ?? "";
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt.length).toBeGreaterThan(180);
    expect(excerpt).toMatch(/^(paragraph (one|two) )+paragraph( (one|two))?…$/);
  });

  test("is not sent when the server refuses the announcement", async () => {
    const portal = await openPortal();
    await perform(portal, { ...publish, json: { ...NEW, body: "" }, status: 400, fields: ["body"] });
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });
});

describe("the public feed", () => {
  test("lists published announcements, newest first, with their full text and author's name", async () => {
    const portal = await openPortal();
    const at = (days: number) => ({ createdAt: instant(portal, days * DAY), updatedAt: instant(portal) });
    insertAnnouncement(portal, { id: "old", ...at(-2) });
    insertAnnouncement(portal, { id: "new", body: a(8000), authorId: idOf("admin"), ...at(-1) });
    insertAnnouncement(portal, { id: "unpublished", published: false, ...at(0) });
    insertAnnouncement(portal, { id: "deleted", deletedAt: instant(portal), ...at(0) });
    const answer = await perform(portal, { as: null, method: "GET", path: FEED, status: 200 });
    expect(answer.body).toEqual({
      data: [
        {
          id: "new",
          title: "The forum moves to May",
          body: a(8000),
          published: true,
          createdAt: instant(portal, -DAY),
          author: { name: "Person admin" },
        },
        {
          id: "old",
          title: "The forum moves to May",
          body: "It takes place in Arlington.",
          published: true,
          createdAt: instant(portal, -2 * DAY),
          author: { name: "Person lead" },
        },
      ],
    });
    expect(answer.headers.get("cache-control")).toMatch(FOR_EVERYONE);
  });

  test("is empty when nothing is published, for visitors and signed-in users", async () => {
    const portal = await openPortal();
    for (const as of [null, "acmeUser", "poc"] as const) {
      const answer = await perform(portal, { as, method: "GET", path: FEED, status: 200 });
      expect(answer.body).toEqual({ data: [] });
    }
  });

  test("uses its index for the order", async () => {
    const portal = await openPortal();
    portal.db.transaction(() => {
      for (let number = 0; number <= LIMITS.keptRows; number += 1) {
        insertAnnouncement(portal, { createdAt: instant(portal, number - LIMITS.keptRows) });
      }
    });
    const plans = await plansOf(portal, () => portal.request(null, "GET", FEED));
    const steps = plans.find(({ text }) => text.includes("FROM announcement JOIN"))?.steps.map(({ detail }) => detail);
    expect(steps?.[0]).toMatch(/^SEARCH announcement USING INDEX announcement_public/);
    expect(steps?.join()).not.toContain("TEMP B-TREE");
    const ids = await feedIds(portal);
    expect(ids).toHaveLength(LIMITS.keptRows + 1);
    expect(ids[0]).toBe(
      portal.db.query.announcement.findFirst({ orderBy: (row, { desc }) => desc(row.createdAt) }).sync()?.id,
    );
  });

  scenarios([
    { name: "refuses POST", as: "lead", method: "POST", path: FEED, json: NEW, status: 405 },
    { name: "says only that something failed", as: null, method: "GET", path: FEED, status: 500, ...broken() },
  ]);

  function broken() {
    return {
      given: (portal: Portal) => {
        portal.db.$client.exec("ALTER TABLE announcement RENAME COLUMN body TO text_body");
        return undefined;
      },
      body: { error: "An error occurred." },
    };
  }
});

describe("government's list of announcements", () => {
  const LIST = { path: PATH };
  const list = (query = "") => ({ as: "readonly", method: "GET", path: `${PATH}${query}` }) as const;

  function insertFour(portal: Portal): void {
    const at = (minute: number, updated = minute) => ({
      createdAt: instant(portal, minute * MINUTE),
      publishedAt: instant(portal, -minute * MINUTE),
      updatedAt: instant(portal, updated * MINUTE),
    });
    insertAnnouncement(portal, { id: "a", title: "Delta 100%", ...at(1, 9) });
    insertAnnouncement(portal, { id: "b", title: "Alpha", published: false, ...at(2) });
    insertAnnouncement(portal, { id: "c", title: "Charlie", authorId: idOf("admin"), ...at(3) });
    insertAnnouncement(portal, { id: "d", title: "Bravo", published: false, authorId: idOf("admin"), ...at(4) });
    insertAnnouncement(portal, { id: "e", title: "Deleted", deletedAt: instant(portal), ...at(5) });
  }

  testQueries(LIST, insertFour, [
    ["", "dcba"],
    ["?sort=createdAt", "abcd"],
    ["?sort=publishedAt", "dcba"],
    ["?status=PUBLISHED", "ca"],
    ["?status=UNPUBLISHED", "db"],
    ["?status=DRAFT", ""],
    ["?sort=-updatedAt", "adcb"],
    ["?sort=title", "bdca"],
    ["?sort=-title", "acdb"],
    ["?published=true", "ca"],
    ["?published=false", "db"],
    [`?authorId=${idOf("admin")}`, "dc"],
    [`?authorId=${idOf("admin")}&published=true`, "c"],
    ["?authorId=nobody", ""],
    ["?q=a", "dcba"],
    ["?q=ALPH", "b"],
    ["?q=%25", "a"],
    ["?q=deleted", ""],
    ["?updatedSince=2026-03-02T15:04:00Z", "ad"],
    ["?updatedSince=2026-03-02T16:09:00%2B01:00", "a"],
    ["?unknown=1", "dcba"],
  ]);

  test("shows each with its text and its author", async () => {
    const portal = await openPortal();
    insertAnnouncement(portal, { id: "a", published: false });
    const answer = await perform(portal, { ...list(), status: 200 });
    expect(dataOf<Page>(answer).items).toEqual([
      {
        id: "a",
        ...NEW,
        published: false,
        status: "UNPUBLISHED",
        publishedAt: instant(portal),
        publishesAt: null,
        ...FOR_ALL,
        createdAt: instant(portal),
        updatedAt: instant(portal),
        author: { id: idOf("lead"), name: "Person lead" },
      },
    ]);
  });

  testPaging(
    LIST,
    announcementListSchema,
    (portal, tied, number) => {
      const publishedAt = instant(portal, -(number % 3) * MINUTE);
      insertAnnouncement(portal, { ...tied, publishedAt, published: number % 2 === 0 });
    },
    { published: "publishedAt" },
  );

  const bad = [
    "page=0",
    "pageSize=101",
    "sort=body",
    "published=1",
    "status=OPEN",
    "authorId=",
    "q=",
    "updatedSince=2026-03-02",
  ];
  scenarios([
    ...bad.map((query) => ({ name: `refuses ${query}`, ...list(`?${query}`), status: 400 })),
    { name: "is not for industry", ...list(), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list(), as: null, status: 401 },
  ]);
});

describe("an announcement's record", () => {
  test("names its author and its files, and does not show where the files are stored", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal, { published: false });
    const attachmentId = await insertAnnouncementFile(portal, id);
    const answer = await perform(portal, { as: "readonly", method: "GET", path: `${PATH}/${id}`, status: 200 });
    expect(answer.body).toEqual({
      data: {
        id,
        ...NEW,
        published: false,
        status: "UNPUBLISHED",
        publishedAt: instant(portal),
        publishesAt: null,
        ...FOR_ALL,
        createdAt: instant(portal),
        updatedAt: instant(portal),
        author: { id: idOf("lead"), name: "Person lead" },
        attachments: [
          {
            id: attachmentId,
            fileName: "agenda.pdf",
            contentType: "application/pdf",
            sizeBytes: 18,
            createdAt: instant(portal),
          },
        ],
      },
    });
  });

  const read = { as: "poc", method: "GET", path: `${PATH}/none` } as const;
  scenarios([
    { name: "that is missing is not found", ...read, status: 404 },
    {
      name: "that was deleted is not found",
      ...read,
      given: (portal) => ({ path: `${PATH}/${insertAnnouncement(portal, { deletedAt: instant(portal) })}` }),
      status: 404,
    },
    { name: "is not for industry", ...read, as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...read, as: null, status: 401 },
  ]);
});

describe("changing an announcement", () => {
  test("edits the fields that are sent, returns the record, and notifies nobody", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    portal.advance(MINUTE);
    const answer = await perform(portal, {
      ...change(id, { title: " In June ", unknown: 1 }),
      status: 200,
      events: ["announcement_updated"],
    });
    const record = await perform(portal, { as: "lead", method: "GET", path: `${PATH}/${id}`, status: 200 });
    expect(answer.body).toEqual(record.body);
    expect(record.body).toMatchObject({
      data: { title: "In June", body: NEW.body, published: true, updatedAt: instant(portal) },
    });
    expect(lastAudit(portal)).toMatchObject({
      targetId: id,
      details: { before: { title: NEW.title }, after: { title: "In June" } },
    });
    expect(Object.keys(lastAudit(portal).details.after)).toEqual(["title"]);
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });

  test("unpublishes it and publishes it again, and the second publication notifies nobody", async () => {
    const portal = await openPortal();
    const id = dataOf<Listed>(await perform(portal, { ...publish, json: NEW, ...published })).id;
    await perform(portal, {
      ...change(id, { published: false }),
      status: 200,
      events: ["announcement_updated"],
      body: { data: { id, published: false } },
    });
    expect(lastAudit(portal).details).toEqual({ before: { published: true }, after: { published: false } });
    expect(await feedIds(portal)).toEqual([]);
    await perform(portal, {
      ...change(id, { published: true }),
      status: 200,
      events: ["announcement_published"],
      body: { data: { id, published: true } },
    });
    expect(lastAudit(portal).details).toEqual({ title: NEW.title, notified: 0 });
    expect(await feedIds(portal)).toEqual([id]);
    for (const person of INDUSTRY_PEOPLE) expect(notificationsOf(portal, person)).toHaveLength(1);
  });

  test("editing and publishing in one request audits both", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal, { published: false });
    await perform(portal, {
      ...change(id, { published: true, body: "In Boulder." }),
      status: 200,
      events: ["announcement_updated", "announcement_published"],
    });
    const [edited, again] = portal.auditRows().map(({ details }) => JSON.parse(details ?? "null"));
    expect(edited).toEqual({ before: { body: NEW.body }, after: { body: "In Boulder." } });
    expect(again).toEqual({ title: NEW.title, notified: 0 });
  });

  for (const json of [{}, NEW, { published: true }, { ...NEW, title: ` ${NEW.title} `, published: true }]) {
    test(`setting the values it already has writes nothing: ${JSON.stringify(json)}`, async () => {
      const portal = await openPortal();
      const id = insertAnnouncement(portal);
      portal.advance(MINUTE);
      portal.cookieOf("lead");
      const before = contents(portal);
      await perform(portal, { ...change(id, json), status: 200, body: { data: { ...NEW, published: true } } });
      expect(contents(portal)).toEqual(before);
    });
  }

  const edges: [field: string, value: unknown, what: string, good: boolean][] = [
    ["title", "", "empty", false],
    ["title", null, "null", false],
    ["title", a(200), "200 characters", true],
    ["title", a(201), "201 characters", false],
    ["body", " ", "blank", false],
    ["body", a(8000), "8,000 characters", true],
    ["body", a(8001), "8,001 characters", false],
    ["published", "false", "text", false],
    ["published", null, "null", false],
    ["published", 0, "a number", false],
  ];
  scenarios([
    ...edges.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may be" : "may not be"} ${what}`,
      ...change("the-one", { [field]: value }),
      given: (portal: Portal) => {
        insertAnnouncement(portal, { id: "the-one" });
        return undefined;
      },
      ...(good ? { status: 200, events: ["announcement_updated"] as const } : { status: 400, fields: [field] }),
    })),
    { name: "that is missing is not found", ...change("none", NEW), status: 404 },
    {
      name: "that is missing is reported only if the body is valid",
      ...change("none", { title: "" }),
      status: 400,
    },
    {
      name: "that was deleted is not found",
      ...change("gone", { title: "Back" }),
      given: (portal) => {
        insertAnnouncement(portal, { id: "gone", deletedAt: instant(portal) });
        return undefined;
      },
      status: 404,
    },
    { name: "is not for a point of contact", ...change("none", NEW), as: "poc", status: 403 },
    { name: "is not for industry", ...change("none", NEW), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...change("none", NEW), as: null, status: 401 },
  ]);
});

describe("deleting an announcement", () => {
  test("hides it from everyone, keeps its row and its files, and audits which one it was", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    const attachmentId = await insertAnnouncementFile(portal, id);
    await perform(portal, { ...remove(id), status: 200, events: ["announcement_deleted"], body: { data: { id } } });
    expect(rowOf(portal, id)).toMatchObject({ ...NEW, deletedAt: instant(portal) });
    expect(portal.storedFiles()).toHaveLength(1);
    expect(lastAudit(portal)).toMatchObject({
      targetId: id,
      details: { before: { title: NEW.title, published: true } },
    });
    expect(await feedIds(portal)).toEqual([]);
    for (const path of ["", `/attachments/${attachmentId}`]) {
      await perform(portal, { as: "admin", method: "GET", path: `${PATH}/${id}${path}`, status: 404 });
    }
    await perform(portal, { ...remove(`${id}/attachments/${attachmentId}`), status: 404 });
    await perform(portal, { ...change(id, { published: false }), status: 404 });
    await perform(portal, { ...remove(id), status: 404 });
    expect((await portal.request("admin", "GET", `/announcements/${id}`)).status).toBe(404);
    expect((await portal.request("admin", "GET", `/gov/announcements/${id}`)).status).toBe(404);
  });

  scenarios([
    { name: "that is missing is not found", ...remove("none"), status: 404 },
    { name: "is not for a point of contact", ...remove("none"), as: "poc", status: 403 },
    { name: "is not for industry", ...remove("none"), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...remove("none"), as: null, status: 401 },
  ]);
});

test("every government user reads the list, and nobody else does", async () => {
  const portal = await openPortal();
  for (const person of PEOPLE) {
    const status = roleOf(person) === "INDUSTRY" ? 403 : 200;
    expect((await portal.request(person, "GET", PATH)).status, person).toBe(status);
  }
});
