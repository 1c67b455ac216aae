import { eq, ne } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { command, notificationSetting, organization, reviewOpinion, submission, user } from "#db/schema";
import { LIMITS } from "~/values/limits";
import {
  calendarDay,
  insertAnnouncement,
  insertCall,
  insertEngagement,
  insertMessage,
  insertNotification,
  insertSubmission,
  instant,
  notificationsOf,
  setIndustryRole,
  setInterests,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { tableOf, unescaped, withoutScripts, wordsOf } from "../support/markup";
import { DAY, HOUR, openPortal, type Portal } from "../support/portal";
import { insertSecondFactor } from "../support/second-factor";

const shown = async (portal: Portal, person: PersonKey, path: string) => {
  const answer = await portal.request(person, "GET", path);
  expect(answer.status).toBe(200);
  return withoutScripts(answer.text);
};
const tilesOf = (html: string) =>
  [...html.matchAll(/glip-stat__value">([^<]*)<\/span><span class="glip-stat__label">([^<]*)</g)].map(
    ([, value = "", label = ""]) => [label, value],
  );
/** A part of a page, from its heading to the next one. */
const sectionOf = (html: string, title: string) => {
  const part = html.split("<h2").find((text) => text.includes(`>${title}</h2>`));
  if (part === undefined) throw new Error(`There is no section ${title}`);
  return part;
};
const endOf = (portal: Portal, days: number) => `${calendarDay(portal, days)}T23:59:59.999Z`;

/* The tests' clock starts at Mar 2, 2026, 15:00 UTC. */

describe("government's dashboard", () => {
  test("begins with the submissions that are matched to the reader and not yet reviewed", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    for (const techTags of ["rotors", "rotors", "hulls"]) insertSubmission(portal, { techTags });
    await portal.request("admin", "POST", "/api/notifications/reroute");
    const tiles = async (person: PersonKey) => tilesOf(await shown(portal, person, "/gov"));
    expect(await tiles("poc")).toEqual([
      ["Waiting for your review", "2"],
      ["Answers due", "0"],
      ["Your opinion is asked", "0"],
      ["You own", "0"],
      ["Calls closing soon", "0"],
      ["Unrouted", "1"],
    ]);
    expect((await tiles("lead"))[0]).toEqual(["Waiting for your review", "0"]);
    // Readers who may not review do not see submissions waiting for them.
    expect((await tiles("readonly"))[0]).toEqual(["Routed to you, not yet reviewed", "0"]);
    portal.db.update(submission).set({ status: "REVIEWED" }).where(eq(submission.techTags, "rotors")).run();
    expect((await tiles("poc"))[0]).toEqual(["Waiting for your review", "0"]);
  });

  test("lists each submission to act on once, the most urgent first, and leads to it within its list", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    const add = (title: string, values: Parameters<typeof insertSubmission>[1]) =>
      insertSubmission(portal, { title, status: "ROUTED", ...values });
    add("Only owned", { ownerId: idOf("poc") });
    const asked = add("Asked and owned", { ownerId: idOf("poc") });
    portal.db
      .insert(reviewOpinion)
      .values({ submissionId: asked, userId: idOf("poc"), askedBy: idOf("lead"), askedAt: instant(portal) })
      .run();
    insertSubmission(portal, { title: "Routed and due", techTags: "rotors", answerBy: calendarDay(portal, -3) });
    insertSubmission(portal, { title: "Only routed", techTags: "rotors" });
    await portal.request("admin", "POST", "/api/notifications/reroute");
    const html = await shown(portal, "poc", "/gov");
    const rows = tableOf(html, /Submissions to act on/);
    expect(rows.map(([title, reason]) => [title?.replace(" acme industries", ""), reason])).toEqual([
      ["Routed and due", "Answer overdue"],
      ["Asked and owned", "Your opinion is asked"],
      ["Only routed", "Your review"],
      ["Only owned", "You own it"],
    ]);
    expect(unescaped(html)).toContain(`href="/gov/submissions/${asked}?view=opinion"`);
  });

  test("shows engagements on the agency's day, also in the evening when UTC has the next day", async () => {
    const portal = await openPortal();
    const day = portal.now().toISOString().slice(0, 10);
    // 9 PM in New York.
    portal.advance(Date.parse(`${day}T00:00:00.000Z`) + 26 * 60 * 60_000 - portal.now().getTime());
    insertEngagement(portal, { date: `${day}T00:00:00.000Z`, title: "Tonight", status: "PLANNED" });
    insertEngagement(portal, { date: `${calendarDay(portal, 0)}T00:00:00.000Z`, title: "Next", status: "PLANNED" });
    const words = wordsOf(sectionOf(await shown(portal, "lead", "/gov"), "Engagements this week"));
    expect(words).toMatch(/Tonight Today.* Next Mar/);
  });

  test("shows the engagements of the next seven days, and drafts of calls to people who may publish", async () => {
    const portal = await openPortal();
    const on = (days: number, title: string, status: "PLANNED" | "COMPLETED" = "PLANNED") =>
      insertEngagement(portal, { date: `${calendarDay(portal, days)}T00:00:00.000Z`, title, status });
    on(6, "The last one");
    on(0, "Now");
    on(0, "Over", "COMPLETED");
    on(7, "Later");
    on(-1, "Missed");
    insertCall(portal, { title: "Begun", status: "DRAFT" });
    const html = await shown(portal, "lead", "/gov");
    expect(wordsOf(sectionOf(html, "Engagements this week"))).toMatch(/Now Today.* The last one Mar 8 /);
    for (const title of ["Over", "Later", "Missed"]) expect(html).not.toContain(`>${title}<`);
    expect(html).toContain(">Begun<");
    expect(await shown(portal, "poc", "/gov")).not.toContain(">Begun<");
  });

  test("tells only system administrators what is wrong with the service", async () => {
    const portal = await openPortal();
    for (const person of ["poc", "admin", "systemAdmin"] as const) {
      const isTold = (await shown(portal, person, "/gov")).includes('href="/gov/admin/status"');
      expect([person, isTold]).toEqual([person, person === "systemAdmin"]);
    }
  });

  test("leads only a system administrator through what a new portal needs, until someone submits", async () => {
    const portal = await openPortal();
    // The cast has commands and colleagues.
    const steps = async (person: PersonKey) =>
      [...(await shown(portal, person, "/gov")).matchAll(/"glip-short".*?<\/ul>/gs)]
        .flatMap(([list]) => [...list.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href))
        .filter((href) =>
          [
            "/gov/admin/commands",
            "/gov/admin/users",
            "/gov/admin/tags",
            "/notifications/settings",
            "/gov/calls/new",
          ].includes(href),
        );
    expect(await steps("systemAdmin")).toEqual(["/gov/admin/tags", "/notifications/settings", "/gov/calls/new"]);
    expect(await steps("admin")).toEqual([]);
    setInterests(portal, "poc", "sonar");
    expect(await steps("systemAdmin")).toEqual(["/gov/admin/tags", "/gov/calls/new"]);
    insertCall(portal);
    expect(await steps("systemAdmin")).toEqual(["/gov/admin/tags"]);
    // As on the first day, with one administrator and no commands.
    portal.db
      .update(user)
      .set({ commandId: null, active: false })
      .where(ne(user.id, idOf("systemAdmin")))
      .run();
    portal.db.update(user).set({ commandId: null }).run();
    portal.db.update(command).set({ parentId: null }).run();
    portal.db.delete(command).run();
    expect(await steps("systemAdmin")).toEqual(["/gov/admin/commands", "/gov/admin/users", "/gov/admin/tags"]);
    insertSubmission(portal);
    expect(await steps("systemAdmin")).toEqual([]);
  });

  test("leads a system administrator of a new portal to a second factor, unless there is one or it is locked", async () => {
    const link = 'href="/account/second-factor"';
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    expect(await shown(portal, "systemAdmin", "/gov")).toContain(link);
    insertSecondFactor(portal, "systemAdmin");
    expect(await shown(portal, "systemAdmin", "/gov")).not.toContain(link);
    expect(await shown(await openPortal(), "systemAdmin", "/gov")).not.toContain(link);
  });

  test("counts all organizations' submissions by status, including archived ones", async () => {
    const portal = await openPortal();
    insertSubmission(portal);
    insertSubmission(portal, { status: "REVIEWED" });
    insertSubmission(portal, { status: "REVIEWED", organizationId: ORGANIZATIONS.borealis });
    insertSubmission(portal, { status: "ARCHIVED" });
    const html = await shown(portal, "readonly", "/gov");
    expect(tableOf(html, /<caption>Submissions by status/)).toEqual([
      ["Submitted", "1"],
      ["Routed", "0"],
      ["Reviewed", "2"],
      ["Archived", "1"],
    ]);
    expect(wordsOf(html)).toContain("4 submissions in all, including archived ones. Most are reviewed: 2 (50.0%).");
    for (const status of ["SUBMITTED", "ROUTED", "REVIEWED", "ARCHIVED"]) {
      expect(html).toContain(`href="/gov/submissions?status=${status}"`);
    }
  });

  test("counts engagements through the agency's month, also in the evening when UTC has the next one", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    portal.advance(Date.parse("2026-04-01T02:00:00.000Z") - portal.now().getTime());
    insertEngagement(portal, { date: "2026-03-31T00:00:00.000Z" });
    const rows = tableOf(await shown(portal, "poc", "/gov"), /Engagements each month/);
    expect([rows.at(0), rows.at(-1)]).toEqual([
      ["Apr 2025", "0", "0"],
      ["Mar 2026", "1", expect.any(String)],
    ]);
  });

  test("counts the engagements of twelve months by date, through the current month", async () => {
    const portal = await openPortal();
    const on = (day: string, status: "PLANNED" | "COMPLETED" = "COMPLETED") =>
      insertEngagement(portal, { date: `${day}T00:00:00.000Z`, status });
    for (const day of ["2025-03-31", "2025-04-01", "2025-04-30", "2025-12-31", "2026-01-01", "2026-02-28"]) on(day);
    for (const day of ["2026-03-01", "2026-03-31", "2026-04-01", "2027-01-01"]) on(day, "PLANNED");
    const html = await shown(portal, "poc", "/gov");
    const rows = tableOf(html, /Engagements each month/);
    expect(rows).toHaveLength(12);
    expect(rows.filter(([, total]) => total !== "0")).toEqual([
      ["Apr 2025", "2", "0"],
      ["Dec 2025", "1", "0"],
      ["Jan 2026", "1", "0"],
      ["Feb 2026", "1", "0"],
      ["Mar 2026", "2", "2"],
    ]);
    expect(rows.map(([month]) => month).at(0)).toBe("Apr 2025");
    const words = wordsOf(sectionOf(html, "Engagements per month"));
    expect(words).toContain(
      "7 engagements in these 12 months, including the rest of this month. Apr 2025 has the most: 2.",
    );
    expect(words).toMatch(/2 more take place after this month\./);
    // Each month and each total links to the list that it counts.
    const linked: [string, number][] = [
      ["/gov/engagements?month=2025-04", 2],
      ["/gov/engagements?from=2026-04-01", 2],
      ["/gov/engagements?from=2025-04-01&to=2026-03-31", 7],
    ];
    for (const [href, total] of linked) {
      expect(unescaped(html)).toContain(`href="${href}"`);
      const answer = await portal.request("poc", "GET", href.replace("/gov/", "/api/gov/"));
      expect((answer.body as { data: { total: number } }).data.total, href).toBe(total);
    }
  });

  test("lists the calls that close within fourteen days, to the end of the fourteenth day", async () => {
    const portal = await openPortal();
    const call = (title: string, values: Parameters<typeof insertCall>[1]) => insertCall(portal, { title, ...values });
    const today = call("Today", { closesAt: endOf(portal, 0) });
    call("In fourteen days", { closesAt: endOf(portal, 14) });
    call("Scheduled and released", {
      closesAt: endOf(portal, 3),
      status: "PENDING",
      releasesAt: new Date(portal.now().getTime() - DAY).toISOString(),
    });
    call("In fifteen days", { closesAt: endOf(portal, 15) });
    call("Yesterday", { closesAt: endOf(portal, -1) });
    call("Without a deadline", {});
    call("Closed", { closesAt: endOf(portal, 2), status: "CLOSED" });
    call("Draft", { closesAt: endOf(portal, 2), status: "DRAFT" });
    call("Not released", {
      closesAt: endOf(portal, 9),
      status: "PENDING",
      releasesAt: new Date(portal.now().getTime() + DAY).toISOString(),
    });
    for (const status of ["SUBMITTED", "REVIEWED", "ARCHIVED"] as const) {
      insertSubmission(portal, { callId: today, status });
    }
    const html = await shown(portal, "poc", "/gov");
    const closing = wordsOf(sectionOf(html, "Calls closing within 14 days"));
    expect(closing).toMatch(
      /All 3 calls that close soon Today .*Mar 2, 6:59 PM EST ?, in 9 hours.*, 2 submissions Scheduled and released .*Mar 5, 6:59 PM EST.*, no submissions yet In fourteen days .*Mar 16, 7:59 PM EDT/,
    );
    expect(tilesOf(html)[4]).toEqual(["Calls closing soon", "3"]);
    const list = "/gov/calls?status=OPEN&closesFrom=2026-03-02&closesTo=2026-03-16&sort=closesAt";
    expect(unescaped(html)).toContain(`href="${list}"`);
    const answer = await portal.request("poc", "GET", list.replace("/gov/", "/api/gov/"));
    const { data } = answer.body as { data: { items: { title: string }[] } };
    expect(data.items.map(({ title }) => title)).toEqual(["Today", "Scheduled and released", "In fourteen days"]);
  });

  test("shows how many days submissions waited for their first review, by the reviewer's command", async () => {
    const portal = await openPortal();
    /** A submission sent this many days before its review, with the review on a given day. */
    const review = (
      person: PersonKey,
      createdAt: string,
      reviewedAt: string,
      status: "REVIEWED" | "ARCHIVED" = "REVIEWED",
    ) => insertSubmission(portal, { status, createdAt, reviewedAt, reviewedBy: idOf(person) });
    review("poc", "2026-02-01T23:59:59.999Z", "2026-02-02T00:00:00.000Z");
    review("poc", "2026-02-01T00:00:00.000Z", "2026-02-04T23:00:00.000Z");
    review("lead", "2026-02-01T00:00:00.000Z", "2026-02-20T00:00:00.000Z", "ARCHIVED");
    review("bravoPoc", "2025-12-31T10:00:00.000Z", "2026-01-10T09:00:00.000Z");
    review("bravoPoc", "2026-01-01T10:00:00.000Z", "2026-01-01T10:00:01.000Z");
    review("admin", "2025-01-01T00:00:00.000Z", "2025-04-01T00:00:00.000Z");
    // The last instant before the twelve months, and one that nobody has reviewed.
    review("admin", "2025-03-30T00:00:00.000Z", "2025-03-31T23:59:59.999Z");
    insertSubmission(portal, { createdAt: "2026-01-01T00:00:00.000Z" });
    const rows = async () => tableOf(await shown(portal, "readonly", "/gov"), /Days from submission to first review/);
    expect(await rows()).toEqual([
      ["Command bravo", "5", "2"],
      ["Command alpha", "3", "3"],
      ["Reviewers without a command", "90", "1"],
    ]);
    const words = wordsOf(await shown(portal, "readonly", "/gov"));
    expect(words).toContain("Half of the 6 submissions reviewed since Apr 2025 waited 6.5 days or less (the median).");
    portal.db
      .update(user)
      .set({ commandId: COMMANDS.bravo })
      .where(eq(user.id, idOf("lead")))
      .run();
    portal.advance(LIMITS.figuresKeptSeconds * 1000 - 1);
    expect((await rows())[0]).toEqual(["Command bravo", "5", "2"]);
    portal.advance(1);
    expect((await rows()).slice(0, 2)).toEqual([
      ["Command bravo", "10", "3"],
      ["Command alpha", "2", "2"],
    ]);
  });

  test("draws each chart with a name and a description, next to a table", async () => {
    const portal = await openPortal();
    insertSubmission(portal, {
      status: "REVIEWED",
      reviewedAt: portal.now().toISOString(),
      reviewedBy: idOf("poc"),
    });
    insertEngagement(portal);
    const html = await shown(portal, "poc", "/gov");
    const figures = html.match(/<figure[\s\S]*?<\/figure>/g) ?? [];
    expect(figures).toHaveLength(3);
    const names = figures.map((figure) => {
      const [, captionId, caption] = figure.match(/<figcaption id="([^"]+)">([\s\S]*?)<\/figcaption>/) ?? [];
      const [, titleId, describedBy] =
        figure.match(/role="img" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/) ?? [];
      expect(describedBy).toBe(captionId);
      expect(caption).toMatch(/\.$/);
      expect(figure).toMatch(/<details[\s\S]*<table[\s\S]*<\/details>/);
      expect(figure).not.toContain("style=");
      return figure.match(new RegExp(`<title id="${titleId}">([^<]*)</title>`))?.[1];
    });
    expect(names).toEqual([
      "Submissions by status",
      "Engagements each month, Apr 2025 to Mar 2026",
      "Days from submission to first review, by command",
    ]);
  });

  test("explains the next step when there is no data, and draws nothing", async () => {
    const html = await shown(await openPortal(), "poc", "/gov");
    expect(html).not.toContain("glip-chart");
    for (const title of [
      "all caught up",
      "No calls close soon",
      "No unrouted submissions",
      "No submissions yet",
      "No engagements in the last 12 months",
      "No reviews in the last 12 months",
    ]) {
      expect(html).toContain(title);
    }
  });

  test("links to the rerouting preview only for users who may start a run", async () => {
    const portal = await openPortal();
    insertSubmission(portal);
    for (const person of ["readonly", "poc", "lead", "admin", "systemAdmin"] as const) {
      const isLed = (await shown(portal, person, "/gov")).includes('href="/gov/submissions/reroute"');
      expect([person, isLed]).toEqual([person, person === "admin" || person === "systemAdmin"]);
    }
  });
});

const setAcme = (portal: Portal, values: Partial<typeof organization.$inferInsert>) =>
  portal.db.update(organization).set(values).where(eq(organization.id, ORGANIZATIONS.acme)).run();

describe("an organization's dashboard", () => {
  test("lists the missing parts of the profile, why each helps, and links to each field", async () => {
    const portal = await openPortal();
    setAcme(portal, { uei: "J9K4LMN2PQR7", techTags: "rotors" });
    const html = await shown(portal, "acmeAdmin", "/portal");
    expect(wordsOf(html)).toContain("Your profile has 2 of 14 items.");
    expect(html).toMatch(/<progress[^>]*value="2" max="14"/);
    const missing = [...sectionOf(html, "Your profile").matchAll(/href="\/portal\/profile\/edit#(\w+)"/g)].map(
      ([, field]) => field,
    );
    expect(missing).toContain("website");
    for (const given of ["uei", "techTags"]) expect(missing.filter((field) => field === given)).toEqual([]);
    const edit = await shown(portal, "acmeAdmin", "/portal/profile/edit");
    expect(missing.filter((field) => !edit.includes(`id="${field}"`))).toEqual([]);
  });

  test("begins with the next step: a question, then a matching call without an answer, then the profile", async () => {
    const portal = await openPortal();
    const steps = async (person: PersonKey) =>
      wordsOf(sectionOf(await shown(portal, person, "/portal"), "Next step")).replace(/^[^>]*>/, "");
    expect(await steps("acmeUser")).toContain("Nothing to do right now");
    expect(await steps("acmeAdmin")).toMatch(/Next step Complete your profile .*: .* Complete your profile/);
    setAcme(portal, { techTags: "rotors" });
    const answered = insertCall(portal, { title: "Answered", techTags: "rotors" });
    insertCall(portal, { title: "Fitting", techTags: "rotors", closesAt: endOf(portal, 5) });
    const id = insertSubmission(portal, { title: "A paper", callId: answered });
    expect(await steps("acmeUser")).toMatch(/Next step Fitting .*Mar 7, 6:59 PM EST.* Read the call/);
    insertMessage(portal, id, { asksAnswer: true });
    const html = await shown(portal, "acmeAdmin", "/portal");
    expect(wordsOf(sectionOf(html, "Next step"))).toMatch(
      /Next step A paper .*Answer the question After that Fitting .* Complete your profile/,
    );
    expect(html).toContain(`href="/portal/submissions/${id}#messages"`);
    const record = await shown(portal, "acmeAdmin", `/portal/submissions/${id}`);
    expect(wordsOf(sectionOf(record, "Messages (1)"))).toMatch(/Question .* Write to the reviewers/);
    expect(wordsOf(sectionOf(html, "Open calls that match your tags"))).toMatch(/Answered .* You answered it\./);
  });

  test("names the people who may change the profile to a user who may not", async () => {
    const portal = await openPortal();
    const words = async () => wordsOf(await shown(portal, "acmeUser", "/portal"));
    expect(await words()).toContain("Person acmeAdmin can change the profile.");
    expect(await shown(portal, "acmeUser", "/portal")).not.toContain("/portal/profile/edit");
    portal.db
      .update(user)
      .set({ organizationId: ORGANIZATIONS.acme })
      .where(eq(user.id, idOf("borealisAdmin")))
      .run();
    expect(await words()).toContain("These people can change the profile: Person acmeAdmin and Person borealisAdmin.");
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    expect(await words()).not.toContain("can change the profile");
  });

  test("warns about a SAM.gov registration that expires soon, or has expired", async () => {
    const portal = await openPortal();
    const words = async () => wordsOf(await shown(portal, "acmeAdmin", "/portal"));
    expect(await words()).not.toContain("SAM.gov registration");
    setAcme(portal, { samRegistrationStatus: "ACTIVE", samExpirationDate: calendarDay(portal, 60) });
    expect(await words()).toContain("Renew your SAM.gov registration It expires in 60 days, on May 1, 2026 .");
    setAcme(portal, { samExpirationDate: calendarDay(portal, -1) });
    expect(await words()).toContain("Your SAM.gov registration has expired It expired on Mar 1, 2026 .");
  });

  test("counts the days of a SAM.gov registration where the agency is", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    setAcme(portal, { samRegistrationStatus: "ACTIVE", samExpirationDate: calendarDay(portal, 60) });
    const words = async () => wordsOf(await shown(portal, "acmeAdmin", "/portal"));
    // In UTC, it is Mar 3 already; in New York, it is still the evening of Mar 2.
    portal.advance(11 * HOUR);
    expect(await words()).toContain("It expires in 60 days");
  });

  test("lists open calls with one of the organization's tags first, and names those tags", async () => {
    const portal = await openPortal();
    setAcme(portal, { techTags: "rotors,quiet hulls,100%" });
    const call = (title: string, techTags: string, values = {}) => insertCall(portal, { title, techTags, ...values });
    call("By one tag", "paint,rotors");
    call("By two tags", "100%,quiet hulls", { closesAt: endOf(portal, 5) });
    call("By a part of a tag", "rotor,hulls,100");
    call("By none", "");
    call("Over", "rotors", { closesAt: endOf(portal, -1) });
    call("A draft", "rotors", { status: "DRAFT" });
    const html = await shown(portal, "acmeUser", "/portal");
    const matching = wordsOf(sectionOf(html, "Open calls that match your tags"));
    expect(matching).toMatch(
      /By two tags .*Matches your tags 100% and quiet hulls.*By one tag .*Matches your tag rotors/,
    );
    const others = wordsOf(sectionOf(html, "Other open calls"));
    expect(others).toMatch(/By a part of a tag .*By none/);
    for (const title of ["By one tag", "By two tags", "Over", "A draft"]) expect(others).not.toContain(title);
    for (const title of ["part of a tag", "By none", "Over", "A draft"]) expect(matching).not.toContain(title);
    const borealis = await shown(portal, "borealisAdmin", "/portal");
    expect(borealis).toContain("Your profile has no technology tags yet.");
    expect(wordsOf(sectionOf(borealis, "Other open calls"))).toContain("By one tag");
  });

  test("shows the latest unread notifications, and marks one or all of them read", async () => {
    const portal = await openPortal();
    const ids = ["First", "Second", "Third", "Fourth"].map((title) => {
      portal.advance(1_000);
      return insertNotification(portal, "acmeUser", { title });
    });
    insertNotification(portal, "acmeAdmin", { title: "Of someone else" });
    insertNotification(portal, "acmeUser", { title: "Read before", read: true });
    const unread = async () => wordsOf(sectionOf(await shown(portal, "acmeUser", "/portal"), "Unread notifications"));
    expect(await unread()).toMatch(/Mark all 4 as read .*Fourth .*Third .*Second .*1 more unread notification/);
    for (const title of ["First", "Of someone else", "Read before"]) expect(await unread()).not.toContain(title);
    const mark = async (form: Record<string, string>) => {
      const answer = await portal.request("acmeUser", "POST", "/portal?read", { form });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/portal"]);
    };
    await mark({ id: ids[3] ?? "" });
    expect(notificationsOf(portal, "acmeUser").filter(({ read }) => !read)).toHaveLength(3);
    await mark({ all: "true" });
    expect(await unread()).toContain("all caught up");
    expect(notificationsOf(portal, "acmeAdmin")[0]?.read).toBe(false);
    expect((await portal.request("acmeUser", "POST", "/portal?read", { form: {} })).status).toBe(400);
    expect((await portal.request("poc", "POST", "/portal?read", { form: { all: "true" } })).status).toBe(302);
  });

  test("shows nothing of another organization", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { title: "Acme's own secret", status: "ROUTED" });
    insertNotification(portal, "acmeUser", { title: "Acme's own notice" });
    setAcme(portal, { techTags: "acmetag", description: "Acme's own words" });
    insertCall(portal, { techTags: "acmetag" });
    insertAnnouncement(portal);
    portal.db
      .insert(notificationSetting)
      .values({ userId: idOf("poc"), kind: "SUBMISSION_MATCH", enabled: true, techTags: "followed", updatedAt: "x" })
      .run();
    const { text } = await portal.request("borealisAdmin", "GET", "/portal");
    for (const secret of ["own secret", "own notice", "own words", "Person acme", "acme industries", "followed"]) {
      expect(text, secret).not.toContain(secret);
    }
    expect(tilesOf(withoutScripts(text)).map(([, value]) => value)).toEqual(["0", "0", "0", "0"]);
  });
});

test("a dashboard looks up names only for the rows that it shows, however many there are", async () => {
  const portal = await openPortal();
  setAcme(portal, { techTags: "rotors" });
  for (let count = 0; count < LIMITS.listPageSize.default; count += 1) {
    insertSubmission(portal, { title: `Paper ${count}` });
    insertCall(portal, { title: `Call ${count}`, techTags: "rotors", closesAt: endOf(portal, 1) });
  }
  const government = await shown(portal, "admin", "/gov");
  expect(government.match(/>Paper \d+</g)).toHaveLength(5);
  expect(government.match(/>Call \d+</g)).toHaveLength(3);
  expect(tilesOf(government).map(([, value]) => value)).toEqual(["0", "0", "0", "0", "20", "20"]);
  const industry = await shown(portal, "acmeUser", "/portal");
  // Two of them are also the next steps.
  expect(industry.match(/>Call \d+</g)).toHaveLength(7);
  expect(wordsOf(industry)).toContain("15 more are in the list of all open calls.");
});
