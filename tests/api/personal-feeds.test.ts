import { extractFromXml } from "@extractus/feed-extractor";
import ical, { type VEvent } from "node-ical";
import { describe, expect, test } from "vitest";
import { ENGAGEMENT_STATUSES } from "#db/enumerations";
import { hashToken } from "~/operations/session.server";
import { endOfDay } from "~/values/days";
import { LIMITS } from "~/values/limits";
import { setActive } from "../support/administration";
import {
  calendarDay,
  insertAnnouncement,
  insertAttendees,
  insertCall,
  insertEngagement,
  insertEngagementNote,
  insertEngagementTask,
  insertNotification,
  instant,
} from "../support/arrange";
import { idOf, PEOPLE, type PersonKey } from "../support/cast";
import { ENDINGS, type Ending, reactivate } from "../support/endings";
import { plansOf } from "../support/lists";
import { CLIENT_IP, DAY, dataOf, HOST, openPortal, type Portal, type TestResponse } from "../support/portal";
import { insertSecondFactor } from "../support/second-factor";

/* A person's own calendar and feed, at an address that only the person knows. */

const ORIGIN = `http://${HOST}`;
const ADDRESS = "/api/account/feeds";

interface Address {
  calendarUrl: string;
  notificationsUrl: string;
}

async function subscribe(portal: Portal, person: PersonKey): Promise<{ calendar: string; notifications: string }> {
  const { calendarUrl, notificationsUrl } = dataOf<Address>(await portal.request(person, "POST", ADDRESS));
  return { calendar: calendarUrl.slice(ORIGIN.length), notifications: notificationsUrl.slice(ORIGIN.length) };
}

const get = (portal: Portal, path: string, headers: Record<string, string> = {}) =>
  portal.request(null, "GET", path, { headers });

const eventsIn = ({ text }: TestResponse): VEvent[] =>
  Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === "VEVENT");
const shownIn = (answer: TestResponse) =>
  eventsIn(answer).map(({ summary, start, url }) => [start.toISOString().slice(0, 10), summary, url]);

interface Entry {
  title: string;
  link: string;
  id: string;
}
const entriesIn = ({ text }: TestResponse): Entry[] =>
  (extractFromXml(text, { descriptionMaxLen: 0 }) as { entries: Entry[] }).entries;

const closing = (portal: Portal, title: string, days: number, values: object = {}) =>
  insertCall(portal, { title, closesAt: endOfDay(calendarDay(portal, days)), ...values });
const follow = (portal: Portal, person: PersonKey, id: string) =>
  portal.request(person, "PUT", `/api/portal/calls/${id}/follow`, { json: { following: true } });

describe("a personal calendar", () => {
  test("shows an industry user the deadlines of followed calls, and nothing else", async () => {
    const portal = await openPortal();
    const followed = closing(portal, "Quiet rotors", 10);
    const early = closing(portal, "Ended early", 12);
    closing(portal, "Not followed", 11);
    for (const id of [
      followed,
      early,
      closing(portal, "Far ahead", 400),
      insertCall(portal, { title: "No deadline" }),
    ]) {
      await follow(portal, "acmeUser", id);
    }
    portal.db.$client.prepare("UPDATE call SET status = 'CLOSED' WHERE id = ?").run(early);
    insertEngagement(portal, { title: "Secret demonstration" });
    const { calendar } = await subscribe(portal, "acmeUser");
    const answer = await get(portal, calendar);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const event = [calendarDay(portal, 10), "Call closes: Quiet rotors", `${ORIGIN}/calls/${followed}`];
    expect(shownIn(answer)).toEqual([event]);
    // It stays after the deadline, for a while.
    portal.advance(20 * DAY);
    expect(shownIn(await get(portal, calendar))).toEqual([event]);
    portal.advance(90 * DAY);
    expect(shownIn(await get(portal, calendar)).map(([, summary]) => summary)).toEqual(["Call closes: Far ahead"]);
  });

  test("shows a government user their engagements without titles, and the deadlines of their own calls", async () => {
    const portal = await openPortal();
    const day = (days: number) => `${calendarDay(portal, days)}T00:00:00.000Z`;
    const secret = { location: "Hangar 7", summary: "Acme will show its rotor", otherOrganization: "Acme Robotics" };
    const own = insertEngagement(portal, {
      ...secret,
      title: "Rotor demonstration",
      date: day(3),
      createdBy: idOf("lead"),
    });
    const noted = insertEngagement(portal, { ...secret, date: day(4), type: "SITE_VISIT", status: "COMPLETED" });
    insertEngagementNote(portal, noted, "lead");
    insertEngagement(portal, { ...secret, date: day(5) });
    insertEngagement(portal, { ...secret, date: day(-200), createdBy: idOf("lead") });
    const written = closing(portal, "Quiet rotors", 10, { authorId: idOf("lead") });
    closing(portal, "Draft", 10, { authorId: idOf("lead"), status: "DRAFT" });
    closing(portal, "Scheduled", 10, { authorId: idOf("lead"), status: "PENDING", releasesAt: instant(portal, DAY) });
    closing(portal, "Someone else's", 10, { authorId: idOf("admin") });
    const { calendar } = await subscribe(portal, "lead");
    const answer = await get(portal, calendar);
    expect(shownIn(answer).sort()).toEqual([
      [calendarDay(portal, 3), "Engagement: Demo (Planned)", `${ORIGIN}/gov/engagements/${own}`],
      [calendarDay(portal, 4), "Engagement: Site visit (Completed)", `${ORIGIN}/gov/engagements/${noted}`],
      [calendarDay(portal, 10), "Call closes: Quiet rotors", `${ORIGIN}/calls/${written}`],
    ]);
    expect(answer.text).not.toMatch(/Rotor demonstration|Hangar|Acme/);
  });

  test("shows when the engagements that a person attends begin and end, in UTC, and blocks that time", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    // Daylight saving begins there on March 8, 2026: the same clock time is another instant.
    const days = ["2026-03-06T00:00:00.000Z", "2026-03-09T00:00:00.000Z"];
    const ids = days.map((date) => insertEngagement(portal, { date, startTime: "09:00", endTime: "10:30" }));
    for (const id of ids) insertAttendees(portal, id, ["readonly"]);
    const allDay = insertEngagement(portal, { date: "2026-03-12T00:00:00.000Z" });
    insertAttendees(portal, allDay, ["readonly"]);
    const { calendar } = await subscribe(portal, "readonly");
    const answer = await get(portal, calendar);
    const shown = eventsIn(answer).map(({ uid, start, end, transparency }) => [
      uid,
      start.toISOString(),
      end?.toISOString(),
      transparency,
    ]);
    expect(shown.slice(0, 2)).toEqual([
      [ids[0], "2026-03-06T14:00:00.000Z", "2026-03-06T15:30:00.000Z", "OPAQUE"],
      [ids[1], "2026-03-09T13:00:00.000Z", "2026-03-09T14:30:00.000Z", "OPAQUE"],
    ]);
    expect(shown[2]?.[3]).toBe("TRANSPARENT");
    expect(answer.text).toContain("DTSTART:20260306T140000Z");
    expect(answer.text).toContain("DTSTART;VALUE=DATE:20260312");
    expect(answer.text).not.toContain("Rotor demonstration");
    // Someone who only recorded it is free at that time.
    const other = await subscribe(portal, "poc");
    const events = eventsIn(await get(portal, other.calendar));
    expect(new Set(events.map(({ transparency }) => transparency))).toEqual(new Set(["TRANSPARENT"]));
  });

  test("shows the days on which a person's open tasks are due, without their text", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, { type: "SITE_VISIT", createdBy: idOf("admin") });
    insertEngagementTask(portal, id, { ownerId: idOf("lead"), dueDate: "2026-03-12" });
    insertEngagementTask(portal, id, { ownerId: idOf("lead"), dueDate: "2026-02-20" });
    insertEngagementTask(portal, id, { ownerId: idOf("lead"), doneAt: instant(portal), dueDate: "2026-03-13" });
    insertEngagementTask(portal, id, { ownerId: idOf("poc"), dueDate: "2026-03-14" });
    insertEngagementTask(portal, id, { ownerId: idOf("lead"), dueDate: "2029-03-14" });
    const { calendar } = await subscribe(portal, "lead");
    const answer = await get(portal, calendar);
    const link = `${ORIGIN}/gov/engagements/${id}`;
    expect(shownIn(answer)).toEqual([
      ["2026-03-12", "Task due (Site visit)", link],
      ["2026-02-20", "Task due (Site visit)", link],
    ]);
    expect(answer.text).not.toContain("minutes");
  });

  test("shows the work that a person took over, and not the work of someone who is back", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { createdBy: idOf("poc") });
    const { calendar } = await subscribe(portal, "lead");
    const count = async () => eventsIn(await get(portal, calendar)).length;
    expect(await count()).toBe(0);
    expect((await setActive(portal, "admin", "poc", false, { successorId: idOf("lead") })).status).toBe(200);
    expect(await count()).toBe(1);
    expect((await setActive(portal, "admin", "poc", true)).status).toBe(200);
    expect(await count()).toBe(0);
  });

  test("has a bounded number of events ahead and behind, those nearest to today", async () => {
    const portal = await openPortal();
    const daysOf = (answer: TestResponse) => shownIn(answer).map(([day]) => day);
    const { calendar } = await subscribe(portal, "poc");
    const most = LIMITS.personalFeedRows;
    for (let index = 0; index < most + 5; index += 1) {
      insertEngagement(portal, { date: `${calendarDay(portal, index)}T00:00:00.000Z` });
    }
    const ahead = Array.from({ length: most }, (_, index) => calendarDay(portal, index));
    expect(daysOf(await get(portal, calendar))).toEqual(ahead);
    for (let index = 1; index <= most + 5; index += 1) {
      insertEngagement(portal, { date: `${calendarDay(portal, -Math.ceil(index / 2))}T00:00:00.000Z` });
    }
    const behind = Array.from({ length: most }, (_, index) => calendarDay(portal, -Math.ceil((index + 1) / 2)));
    expect(daysOf(await get(portal, calendar))).toEqual([...ahead, ...behind]);
  });

  test("has the engagements of every status, however many there are of one", async () => {
    const portal = await openPortal();
    const date = (days: number) => `${calendarDay(portal, days)}T00:00:00.000Z`;
    for (const [index, status] of ENGAGEMENT_STATUSES.entries())
      insertEngagement(portal, { status, date: date(index) });
    for (let index = 0; index < LIMITS.personalFeedRows; index += 1) {
      insertEngagement(portal, { status: "CLOSED", date: date(10) });
    }
    const { calendar } = await subscribe(portal, "poc");
    const days = eventsIn(await get(portal, calendar)).map(({ start }) => start.toISOString().slice(0, 10));
    expect(days).toHaveLength(LIMITS.personalFeedRows);
    expect(days.slice(0, 5)).toEqual([0, 1, 2, 3, 10].map((ahead) => calendarDay(portal, ahead)));
  });

  test("finds a person's engagements by an index, in their order", async () => {
    const portal = await openPortal();
    const { calendar } = await subscribe(portal, "poc");
    const plans = await plansOf(portal, () => get(portal, calendar));
    const steps = plans.filter(({ text }) => text.includes("engagement_note")).flatMap((plan) => plan.steps);
    const details = steps.map(({ detail }) => detail);
    expect(details.filter((detail) => /^SCAN (engagement|engagement_note|user)\b/.test(detail))).toEqual([]);
    expect(details.join("\n")).toContain("engagement_creator (created_by=? AND status=? AND date>? AND date<?)");
    expect(details.join("\n")).toContain("engagement_note_author (author_id=?)");
    // No sort follows, so the latest cost as much as if there were no others.
    expect(details[details.findIndex((detail) => detail.includes("engagement_creator")) + 1]).toMatch(
      /^SCAN \(subquery/,
    );
  });
});

describe("a personal feed", () => {
  test("shows a person's notifications in the words of mail", async () => {
    const portal = await openPortal();
    const call = insertCall(portal, { title: "Quiet rotors" });
    const announcement = insertAnnouncement(portal, { title: "Industry day" });
    const withdrawn = insertAnnouncement(portal, { title: "A mistake", published: false });
    const told = (values: object) => insertNotification(portal, "acmeUser", values);
    told({ kind: "CALL_OPENED", title: "Quiet rotors", linkUrl: `/calls/${call}` });
    told({ kind: "ANNOUNCEMENT", title: "Industry day", linkUrl: `/announcements/${announcement}` });
    told({ kind: "ANNOUNCEMENT", title: "A mistake", linkUrl: `/announcements/${withdrawn}` });
    told({ kind: "SYSTEM", title: "Secret rotor was reviewed", linkUrl: "/portal/submissions/one", read: true });
    insertNotification(portal, "poc", { title: "Not theirs" });
    const { notifications } = await subscribe(portal, "acmeUser");
    const answer = await get(portal, notifications);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(
      entriesIn(answer)
        .map(({ title, link }) => [title, link])
        .sort(),
    ).toEqual([
      ["Industry day", `${ORIGIN}/announcements/${announcement}`],
      ["Quiet rotors", `${ORIGIN}/calls/${call}`],
      ["Your submission was reviewed", `${ORIGIN}/portal/submissions/one`],
    ]);
    expect(answer.text).not.toMatch(/Secret|mistake|Not theirs/);
    // People pass entries and files on.
    expect(answer.text).not.toContain(notifications.split("/")[4]);
  });

  test("has a bounded number of entries, the newest first, and none without notifications", async () => {
    const portal = await openPortal();
    const { notifications } = await subscribe(portal, "poc");
    expect((await get(portal, notifications)).text).not.toContain("<entry>");
    for (let index = 0; index < LIMITS.personalFeedRows + 5; index += 1) {
      insertNotification(portal, "poc", { linkUrl: `/gov/engagements/${index}`, createdAt: instant(portal, index) });
    }
    const entries = entriesIn(await get(portal, notifications));
    expect(entries).toHaveLength(LIMITS.personalFeedRows);
    expect(entries[0]?.link).toMatch(/\/gov\/engagements|\/notifications/);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });
});

describe("both", () => {
  test("return 304 until something changes, and only the reader's own program may store them", async () => {
    const portal = await openPortal();
    const { calendar, notifications } = await subscribe(portal, "poc");
    for (const [path, change] of [
      [calendar, () => insertEngagement(portal)],
      [notifications, () => insertNotification(portal, "poc")],
    ] as const) {
      const first = await get(portal, path);
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      expect(first.headers.get("last-modified")).toBeNull();
      const etag = first.headers.get("etag") ?? "";
      portal.advance(DAY / 24);
      const again = await get(portal, path, { "if-none-match": etag });
      expect([again.status, again.text, again.headers.get("cache-control")]).toEqual([304, "", "private, no-cache"]);
      expect((await get(portal, path, { "if-modified-since": new Date(portal.now()).toUTCString() })).status).toBe(200);
      change();
      const changed = await get(portal, path, { "if-none-match": etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(etag);
    }
  });

  test("have different versions for different people and hosts", async () => {
    const portal = await openPortal();
    const tags = await Promise.all(
      (["poc", "lead"] as const).map(async (person) => {
        const { calendar } = await subscribe(portal, person);
        const requests = [HOST, "other.test"].map((host) => {
          const request = new Request(`http://${host}${calendar}`, { headers: { host } });
          return portal.handler(Object.assign(request, { ip: CLIENT_IP }));
        });
        return (await Promise.all(requests)).map(({ headers }) => headers.get("etag"));
      }),
    );
    expect(new Set(tags.flat()).size).toBe(4);
  });

  test("need no session, and a session of someone else changes nothing", async () => {
    const portal = await openPortal();
    insertEngagement(portal);
    const { calendar } = await subscribe(portal, "poc");
    for (const person of [null, ...PEOPLE]) {
      const answer = await portal.request(person, "GET", calendar);
      expect([answer.status, eventsIn(answer).length]).toEqual([200, 1]);
    }
    expect((await portal.request(null, "HEAD", calendar)).status).toBe(200);
  });

  test("keep the address out of the log and of what browsers send to other pages", async () => {
    const portal = await openPortal();
    for (const path of Object.values(await subscribe(portal, "poc"))) {
      const token = path.split("/")[4] ?? "";
      for (const spelling of [path, `/${path}`, `${path}/`, path.replace("personal/", "personal%2F"), `${path}.data`]) {
        const { headers, text } = await get(portal, spelling);
        expect(headers.get("referrer-policy"), spelling).toBe("strict-origin");
        expect(text).not.toContain(token);
      }
      expect(JSON.stringify(portal.log)).not.toContain(token);
    }
    expect(portal.log.map(({ path }) => path)).toContain("/api/feeds/personal/-");
  });
});

describe("an address", () => {
  test("has 256 bits, is stored only as a hash, and is shown once", async () => {
    const portal = await openPortal();
    expect(dataOf(await portal.request("poc", "GET", ADDRESS))).toEqual({ createdAt: null });
    const { calendar } = await subscribe(portal, "poc");
    const token = calendar.match(/^\/api\/feeds\/personal\/([\w-]{43})\/calendar\.ics$/)?.[1] ?? "";
    const rows = portal.db.query.feedAddress.findMany().sync();
    expect(rows).toMatchObject([{ userId: idOf("poc"), tokenHash: hashToken(token) }]);
    expect(JSON.stringify(portal.db.query.auditEvent.findMany().sync())).not.toContain(token);
    expect(dataOf(await portal.request("poc", "GET", ADDRESS))).toEqual({ createdAt: instant(portal) });
  });

  test("is replaced by a new one, and revoked by its owner", async () => {
    const portal = await openPortal();
    const old = await subscribe(portal, "poc");
    const present = await subscribe(portal, "poc");
    for (const path of Object.values(old)) expect((await get(portal, path)).status).toBe(404);
    for (const path of Object.values(present)) expect((await get(portal, path)).status).toBe(200);
    // Someone else's revocation changes nothing.
    expect(dataOf(await portal.request("lead", "DELETE", ADDRESS))).toEqual({ revoked: false });
    expect((await get(portal, present.calendar)).status).toBe(200);
    expect(dataOf(await portal.request("poc", "DELETE", ADDRESS))).toEqual({ revoked: true });
    for (const path of Object.values(present)) expect((await get(portal, path)).status).toBe(404);
    const events = portal.auditRows().map(({ event }) => event);
    expect(events.filter((event) => event.startsWith("feed_address"))).toEqual([
      "feed_address_created",
      "feed_address_created",
      "feed_address_revoked",
    ]);
  });

  test.each(["", "x", "a".repeat(43), "a".repeat(2_000), "%00", "..%2f..", "'; DROP TABLE user"])(
    "that was never made is not found: %j",
    async (token) => {
      const portal = await openPortal();
      await subscribe(portal, "poc");
      for (const name of ["calendar.ics", "notifications.atom"]) {
        const { status } = await get(portal, `/api/feeds/personal/${token}/${name}`);
        expect([400, 404]).toContain(status);
      }
    },
  );

  const REMOVED_FACTOR: Ending = {
    what: "an administrator removes the second factor",
    end: async (portal) => {
      insertSecondFactor(portal, "poc");
      const { status } = await portal.request("admin", "DELETE", `/api/accounts/${idOf("poc")}/second-factor`);
      expect(status).toBe(200);
    },
  };

  test.each([...ENDINGS, REMOVED_FACTOR])("does not work after $what, nor later", async ({ end, isInactive }) => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const paths = Object.values(await subscribe(portal, "poc"));
    const etags = await Promise.all(paths.map(async (path) => (await get(portal, path)).headers.get("etag") ?? ""));
    const expectNothing = async () => {
      for (const [index, path] of paths.entries()) {
        expect((await get(portal, path)).status).toBe(404);
        // Not even that nothing has changed.
        expect((await get(portal, path, { "if-none-match": etags[index] ?? "" })).status).toBe(404);
      }
    };
    await end(portal);
    await expectNothing();
    if (isInactive) await reactivate(portal);
    await expectNothing();
    portal.newSessions();
    expect(dataOf(await portal.request("poc", "GET", ADDRESS))).toEqual({ createdAt: null });
  });

  test("survives a sign-out and the end of the session that made it", async () => {
    const portal = await openPortal();
    const { calendar } = await subscribe(portal, "poc");
    await portal.request("poc", "DELETE", "/api/session");
    portal.advance(30 * DAY);
    expect((await get(portal, calendar)).status).toBe(200);
  });

  test("is checked again after the text is written", async () => {
    const portal = await openPortal();
    insertNotification(portal, "poc");
    const { notifications } = await subscribe(portal, "poc");
    // Writing Atom calls this for each text, after the rows were read.
    const { toWellFormed } = String.prototype;
    String.prototype.toWellFormed = function revoke() {
      String.prototype.toWellFormed = toWellFormed;
      portal.db.$client.prepare("UPDATE user SET active = 0 WHERE id = ?").run(idOf("poc"));
      return toWellFormed.call(this);
    };
    expect((await get(portal, notifications)).status).toBe(404);
  });
});
