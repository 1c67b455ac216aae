import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { LIMITS } from "~/values/limits";
import {
  engagementRow,
  insertAttendees,
  insertEngagement,
  insertEngagementTask,
  notificationsOf,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS } from "../support/cast";
import { plansOf } from "../support/lists";
import { errorsIn, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* Planning on pages: views by day and month, an organization to begin with, attendees and tasks. */

const PAGE = "/gov/engagements";
const NEW = `${PAGE}/new`;
const on = (day: string) => ({ date: `${day}T00:00:00.000Z` });
const ask = async (portal: Portal, ...request: Parameters<Portal["request"]>) => {
  const answer = await portal.request(...request);
  return { ...answer, text: answer.text.replaceAll("<!-- -->", "") };
};
/** The cells of a month that have a day. */
const cellsOf = (html: string) =>
  [...html.matchAll(/<td[^>]*>((?:<a [^>]*>)?<time class="glip-month__day" dateTime="([^"]*)".*?)<\/td>/g)].map(
    ([, content = "", day = ""]) => ({ day, words: wordsOf(content) }),
  );

describe("the month of engagements", () => {
  test("has every day under its weekday, with the day's engagements by their start, and today", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "Late", ...on("2026-03-10"), startTime: "14:30" });
    insertEngagement(portal, { title: "Early", ...on("2026-03-10"), startTime: "09:00" });
    insertEngagement(portal, { title: "Any time", ...on("2026-03-10") });
    insertEngagement(portal, { title: "April", ...on("2026-04-01") });
    const { text: html } = await ask(portal, "readonly", "GET", `${PAGE}?view=month`);
    const cells = cellsOf(html);
    expect(cells).toHaveLength(31);
    // March 1, 2026 is a Sunday, and the clock of the tests starts on March 2.
    expect(cells[0]?.words).toContain("Sun, Mar 1");
    expect(cells[9]?.words).toMatch(/Any time.*9:00 AM Early.*2:30 PM Late/);
    expect(html.match(/aria-current="date"><time class="glip-month__day" dateTime="([^"]*)"/)?.[1]).toBe("2026-03-02");
    expect(html).not.toContain("April");
    expect(html).toContain('href="/gov/engagements?view=month&amp;month=2026-02"');
    expect(html).toContain('href="/gov/engagements?view=month&amp;month=2026-04"');
  });

  test("begins on its own weekday, has the filters of the list, and leads back to this month", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "Planned", ...on("2028-02-29") });
    insertEngagement(portal, { title: "Closed", ...on("2028-02-29"), status: "CLOSED" });
    const { text: html } = await ask(portal, "readonly", "GET", `${PAGE}?view=month&month=2028-02&status=CLOSED`);
    const cells = cellsOf(html);
    expect(cells.map(({ day }) => day).at(-1)).toBe("2028-02-29");
    expect(cells[0]?.words).toContain("Tue, Feb 1");
    expect([...html.matchAll(/<td class="glip-month__none"/g)]).toHaveLength(2 + 4);
    expect(cells.at(-1)?.words).toContain("Closed");
    expect(cells.at(-1)?.words).not.toContain("Planned");
    expect(html).toContain("1 engagement<");
    expect(html).toContain('month=2026-03&amp;status=CLOSED">This month</a>');
  });

  test("names a bounded number of each day, and leads to the others", async () => {
    const portal = await openPortal();
    const most = LIMITS.calendarRowsOfDay;
    for (let count = 0; count < most + 3; count += 1) insertEngagement(portal, { ...on("2026-03-10") });
    const { text: html } = await ask(portal, "readonly", "GET", `${PAGE}?view=month&month=2026-03`);
    const [day] = cellsOf(html).filter(({ words }) => words.includes("Rotor demonstration"));
    expect(day?.words.match(/Rotor demonstration/g)).toHaveLength(most);
    expect(day?.words).toContain("3 more");
    const toAgenda = 'href="/gov/engagements?view=agenda&amp;from=2026-03-10&amp;to=2026-03-10"';
    // The number of the day, and "3 more".
    expect(html.split(toAgenda)).toHaveLength(1 + 2);
  });
});

describe("the agenda of engagements", () => {
  const daysOf = (html: string) =>
    [...html.matchAll(/<h2 class="glip-agenda__heading">(.*?)<\/h2>/g)].map(([, day = ""]) => wordsOf(day).trim());

  test("begins today, in the order of days and times, and says who attends", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "Yesterday's", ...on("2026-03-01") });
    insertEngagement(portal, { title: "Afternoon", ...on("2026-03-04"), startTime: "13:00", endTime: "14:00" });
    const mine = insertEngagement(portal, { title: "Morning", ...on("2026-03-04"), startTime: "09:00" });
    insertAttendees(portal, mine, ["readonly", "admin", "poc", "bravoPoc", "lead"]);
    const { text: html } = await ask(portal, "readonly", "GET", `${PAGE}?view=agenda`);
    expect(daysOf(html)).toEqual(["Today, Monday, Mar 2, 2026", "Wednesday, Mar 4, 2026"]);
    expect(html).not.toContain("Yesterday");
    expect(wordsOf(html)).toMatch(
      /9:00 AM EST Morning .*You attend with Person admin, Person bravoPoc, Person lead and 1 more .* 1:00 PM to 2:00 PM EST Afternoon/,
    );
    expect(html.match(/You attend/g)).toHaveLength(1);
  });

  test("shows the days of a filter instead, and leads to its other pages", async () => {
    const portal = await openPortal();
    for (let count = 0; count < 21; count += 1) insertEngagement(portal, { ...on("2026-02-03") });
    const { text: html } = await ask(portal, "readonly", "GET", `${PAGE}?view=agenda&from=2026-02-01`);
    expect(daysOf(html)).toEqual(["Tuesday, Feb 3, 2026"]);
    expect(html).toContain("?view=agenda&amp;from=2026-02-01&amp;page=2");
  });

  test("says that nothing is ahead", async () => {
    const portal = await openPortal();
    const { text: html } = await ask(portal, "poc", "GET", `${PAGE}?view=agenda`);
    expect(html).toContain("No engagements from today on");
  });
});

test("the views and the dashboard find engagements and tasks by an index", async () => {
  const portal = await openPortal();
  for (const path of [`${PAGE}?view=month`, `${PAGE}?view=agenda`, "/gov"]) {
    const plans = await plansOf(portal, () => portal.request("poc", "GET", path));
    const ofTables = plans.filter(({ text }) => /engagement(_task)?\b/.test(text));
    const details = ofTables.flatMap(({ steps }) => steps.map(({ detail }) => detail));
    expect(details.length, path).toBeGreaterThan(0);
    expect(
      details.filter((detail) => /^SCAN (engagement|task)\b(?!.*USING)/.test(detail)),
      path,
    ).toEqual([]);
  }
});

describe("the form to plan an engagement", () => {
  const checked = (html: string) =>
    [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
      .filter(([box]) => box.includes("checked"))
      .map(([box]) => box.match(/value="([^"]*)"/)?.[1]);

  test("begins with the organization of its address, and leaves out one that does not exist", async () => {
    const portal = await openPortal();
    const { text: html } = await ask(portal, "poc", "GET", `${NEW}?organizationId=${ORGANIZATIONS.acme}`);
    expect(html).toContain("<h1>Plan an engagement with acme industries</h1>");
    expect(checked(html)).toEqual([ORGANIZATIONS.acme]);
    expect(html).toMatch(/<option value="PLANNED" selected/);
    // A search stays on the page of the organization.
    const finds = [...html.matchAll(/formAction="([^"#]*)/gi)].map(([, address = ""]) => address.replace("&amp;", "&"));
    expect(finds).toEqual(["enter", "find", "find"].map((kind) => `?${kind}&organizationId=${ORGANIZATIONS.acme}`));
    const found = await ask(portal, "poc", "POST", `${NEW}${finds[1]}`, { form: form({ findOrganization: "bor" }) });
    expect(found.text).toContain("<h1>Plan an engagement with acme industries</h1>");
    const other = await ask(portal, "poc", "GET", `${NEW}?organizationId=no-such-organization`);
    expect(other.status).toBe(200);
    expect(checked(other.text)).toEqual([]);
  });

  test("is one click from an organization's page, for people who may record engagements", async () => {
    const portal = await openPortal();
    const link = `href="${NEW}?organizationId=${ORGANIZATIONS.acme}"`;
    const page = `/gov/organizations/${ORGANIZATIONS.acme}`;
    expect((await ask(portal, "poc", "GET", page)).text).toContain(link);
    expect((await ask(portal, "readonly", "GET", page)).text).not.toContain(link);
  });

  const form = (fields: Record<string, string>, attendeeIds: readonly string[] = []): [string, string][] => [
    ...Object.entries({
      ...{ title: "Quiet rotors", type: "DEMO", status: "PLANNED", date: "2026-03-10", commandId: COMMANDS.alpha },
      ...{ organizationIds: ORGANIZATIONS.acme, startTime: "", endTime: "", ...fields },
    }),
    ...attendeeIds.map((id): [string, string] => ["attendeeIds", id]),
  ];

  test("finds people by name, email and command, offers the reader's command first, and keeps the checked ones", async () => {
    const portal = await openPortal();
    const accented = { name: "Tomás Ekeland", email: "tomas.ekeland@agency.example" };
    portal.db
      .update(user)
      .set(accented)
      .where(eq(user.id, idOf("systemAdmin")))
      .run();
    const { text: blank } = await ask(portal, "bravoPoc", "GET", NEW);
    const offered = [...blank.matchAll(/name="attendeeIds"[^>]*value="([^"]*)"/g)].map(([, id]) => id);
    expect(offered.slice(0, 2)).toEqual([idOf("bravoPoc"), idOf("admin")]);
    expect(offered).not.toContain(idOf("acmeAdmin"));
    for (const [q, found] of [
      ["person lea", "lead"],
      ["TOMAS.EKELAND@agency.example", "systemAdmin"],
      ["tomas", "systemAdmin"],
      ["bravo", "bravoPoc"],
    ] as const) {
      const fields = { findAttendee: q, findOrganization: "" };
      const { text: html } = await ask(portal, "poc", "POST", `${NEW}?find`, {
        form: form(fields, [idOf("readonly")]),
      });
      expect(html, q).toContain(`1 person matches “${q}”`);
      expect(html, q).toContain(`value="${idOf(found)}"`);
      expect(checked(html)).toEqual([ORGANIZATIONS.acme, idOf("readonly")]);
    }
  });

  test("records times and attendees, and reports an end before the start at its field", async () => {
    const portal = await openPortal();
    const early = await ask(portal, "poc", "POST", NEW, { form: form({ startTime: "10:00", endTime: "09:00" }) });
    expect(early.status).toBe(400);
    expect(errorsIn(early.text)).toEqual({ endTime: ["out_of_range"] });
    const times = { startTime: "10:00", endTime: "11:00", onlineLink: "https://video.example.gov/7" };
    const done = await ask(portal, "poc", "POST", NEW, { form: form(times, [idOf("lead")]) });
    expect(done.status).toBe(302);
    const id = done.headers.get("location")?.split("/").at(-1) ?? "";
    expect(engagementRow(portal, id)).toMatchObject(times);
    expect(notificationsOf(portal, "lead")).toHaveLength(1);
    const { text: html } = await ask(portal, "lead", "GET", `${PAGE}/${id}`);
    expect(wordsOf(html)).toMatch(/Mar 10, 2026 ?, 10:00 AM to 11:00 AM/);
    expect(html).toContain('href="https://video.example.gov/7"');
    expect(html).toContain("Person lead");
  });

  test("is not saved while the name of someone to find is typed and nobody of that name is checked", async () => {
    const portal = await openPortal();
    const refused = await ask(portal, "poc", "POST", NEW, { form: form({ findAttendee: "Person lead" }) });
    expect(errorsIn(refused.text)).toEqual({ findAttendee: ["invalid"] });
    const saved = await ask(portal, "poc", "POST", NEW, {
      form: form({ findAttendee: "person lead" }, [idOf("lead")]),
    });
    expect(saved.status).toBe(302);
  });
});

describe("follow-up tasks on pages", () => {
  const count = (html: string) => [html.match(/markTask/g)?.length ?? 0, html.match(/\?task=/g)?.length ?? 0];

  test("are added, changed, done, reopened and deleted by people of the command", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const page = `${PAGE}/${id}`;
    const rows = () => portal.db.query.engagementTask.findMany().sync();
    const post = (form: string, fields: Record<string, string>) =>
      ask(portal, "poc", "POST", `${page}?${form}`, { form: fields });
    const empty = await post("newTask", { text: "", ownerId: "", dueDate: "" });
    expect(errorsIn(empty.text)).toEqual({ text: ["required"], ownerId: ["required"], dueDate: ["required"] });
    const task = { text: "Send the minutes", ownerId: idOf("lead"), dueDate: "2026-02-20" };
    expect((await post("newTask", task)).headers.get("location")).toBe(page);
    const taskId = rows()[0]?.id ?? "";
    const shown = (await ask(portal, "poc", "GET", page)).text;
    expect(wordsOf(shown)).toContain("Send the minutes Person lead, was due Feb 20 ");
    const form = (await ask(portal, "poc", "GET", `${page}?task=${taskId}`)).text;
    expect(form).toContain('value="Send the minutes"');
    const refused = await post(`task=${taskId}&changeTask`, { taskId, ...task, text: "" });
    expect(errorsIn(refused.text)).toEqual({ text: ["required"] });
    expect(refused.text).toContain("Change a task");
    await post("changeTask", { taskId, ...task, dueDate: "2026-03-20" });
    await post("markTask", { taskId, done: "true" });
    expect(rows()).toMatchObject([{ dueDate: "2026-03-20", doneBy: idOf("poc") }]);
    await post("markTask", { taskId, done: "false" });
    expect(rows()).toMatchObject([{ doneAt: null }]);
    await post("removeTask", { taskId });
    expect(rows()).toEqual([]);
  });

  test("of another command offer their owner only to mark their own", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertEngagementTask(portal, id, { ownerId: idOf("bravoPoc") });
    insertEngagementTask(portal, id);
    expect(count((await ask(portal, "bravoPoc", "GET", `${PAGE}/${id}`)).text)).toEqual([1, 0]);
    expect(count((await ask(portal, "readonly", "GET", `${PAGE}/${id}`)).text)).toEqual([0, 0]);
    expect(count((await ask(portal, "lead", "GET", `${PAGE}/${id}`)).text)).toEqual([2, 2]);
  });

  test("are on their owner's dashboard until they are done there, overdue ones first, up to a number", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const most = LIMITS.tasksShown;
    for (let index = 0; index < most; index += 1) insertEngagementTask(portal, id, { text: `Later ${index}` });
    const overdue = insertEngagementTask(portal, id, { text: "Overdue", dueDate: "2026-03-01" });
    insertEngagementTask(portal, id, { text: "Not theirs", ownerId: idOf("lead") });
    const dashboard = async () => (await ask(portal, "poc", "GET", "/gov")).text;
    const before = await dashboard();
    expect(before).toContain(`Your follow-up tasks (${most + 1})`);
    expect(before.match(/name="taskId"/g)).toHaveLength(most);
    expect(wordsOf(before)).toContain("Overdue Rotor demonstration, was due Mar 1 ");
    expect(before).not.toContain("Not theirs");
    const done = await ask(portal, "poc", "POST", "/gov?task", { form: { id, taskId: overdue, done: "true" } });
    expect(done.headers.get("location")).toBe("/gov");
    expect(await dashboard()).toContain(`Your follow-up tasks (${most})`);
  });
});
