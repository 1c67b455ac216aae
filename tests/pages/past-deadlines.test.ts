import { describe, expect, test } from "vitest";
import { calendarDay, insertCall, instant } from "../support/arrange";
import { wordsOf } from "../support/markup";
import { DAY, openPortal, type Portal } from "../support/portal";

/*
 * Pages do not open a call after its last day, and show an open one as past its deadline. The API may still open it
 * (docs/contract.md#calls, tests/api/call-transitions.test.ts).
 */

const lastDay = (portal: Portal, days: number) => `${calendarDay(portal, days)}T23:59:59.999Z`;
const statusOf = (portal: Portal, id: string) =>
  portal.db.query.call.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync()?.status;
const untouched = (portal: Portal) => {
  expect(portal.auditRows()).toEqual([]);
  expect(portal.db.query.notification.findMany().sync()).toEqual([]);
};
const CONTENT = { title: "Quiet rotors", description: "We look for quiet rotors." };

describe("a page does not open a call past its last day", () => {
  test.each([
    ["a draft", () => ({ status: "DRAFT" as const })],
    ["a scheduled one", (portal: Portal) => ({ status: "PENDING" as const, releasesAt: instant(portal, DAY) })],
    ["a closed one", () => ({ status: "CLOSED" as const })],
  ])("%s, and does not offer it", async (_what, values) => {
    const portal = await openPortal();
    const id = insertCall(portal, { ...values(portal), closesAt: lastDay(portal, -1) });
    const path = `/gov/calls/${id}`;
    const { text } = await portal.request("lead", "GET", path);
    for (const offer of ["Open now", ">Reopen<", ">Schedule<", "Reschedule"]) expect(text).not.toContain(offer);
    expect(text).toContain('id="closesAt"');
    // The page says it once, both to people who can change it and to people who only read.
    const said = async (person: "lead" | "readonly") =>
      wordsOf((await portal.request(person, "GET", path)).text).match(/last day is over/g)?.length;
    expect(await said("lead")).toBe(1);
    if (values(portal).status !== "CLOSED") expect(await said("readonly")).toBe(1);
    const refused = await portal.request("lead", "POST", `${path}?status`, { form: { status: "OPEN" } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('href="#closesAt"');
    expect(statusOf(portal, id)).toBe(values(portal).status);
    untouched(portal);
  });

  test("as a new call, and keeps what was typed", async () => {
    const portal = await openPortal();
    const form = { ...CONTENT, closesAt: calendarDay(portal, -1), status: "OPEN" };
    const refused = await portal.request("lead", "POST", "/gov/calls/new", { form });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('href="#closesAt"');
    expect(refused.text).toContain(CONTENT.description);
    expect(portal.db.query.call.findMany().sync()).toEqual([]);
    untouched(portal);
    for (const closesAt of [calendarDay(portal, 0), ""]) {
      const taken = await portal.request("lead", "POST", "/gov/calls/new", { form: { ...form, closesAt } });
      expect(taken.status).toBe(302);
    }
    const draft = await portal.request("lead", "POST", "/gov/calls/new", { form: { ...form, status: "DRAFT" } });
    expect(draft.status).toBe(302);
  });

  test("that is scheduled to open after its last day", async () => {
    const portal = await openPortal();
    const release = { status: "PENDING", releasesAt: instant(portal, 3 * DAY) };
    const form = { ...CONTENT, closesAt: calendarDay(portal, 2), ...release };
    const created = await portal.request("lead", "POST", "/gov/calls/new", { form });
    expect(created.status).toBe(400);
    expect(created.text).toContain('href="#closesAt"');

    const id = insertCall(portal, { status: "DRAFT", closesAt: lastDay(portal, 2) });
    const scheduled = await portal.request("lead", "POST", `/gov/calls/${id}?schedule`, { form: release });
    expect(scheduled.status).toBe(400);
    expect(scheduled.text).toContain('href="#releasesAt"');
    expect(statusOf(portal, id)).toBe("DRAFT");

    const pending = insertCall(portal, {
      status: "PENDING",
      closesAt: lastDay(portal, 9),
      releasesAt: release.releasesAt,
    });
    const edit = (days: number) =>
      portal.request("lead", "POST", `/gov/calls/${pending}/edit`, {
        form: { ...CONTENT, closesAt: calendarDay(portal, days) },
      });
    expect((await edit(2)).text).toContain('href="#closesAt"');
    untouched(portal);
    expect((await edit(3)).status).toBe(302);
  });

  test("and opens it once its last day is changed", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "DRAFT", closesAt: lastDay(portal, -1) });
    const form = { ...CONTENT, closesAt: calendarDay(portal, 5) };
    expect((await portal.request("lead", "POST", `/gov/calls/${id}/edit`, { form })).status).toBe(302);
    const opened = await portal.request("lead", "POST", `/gov/calls/${id}?status`, { form: { status: "OPEN" } });
    expect(opened.status).toBe(302);
    expect(statusOf(portal, id)).toBe("OPEN");
  });

  test("but closes one that is open", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { closesAt: lastDay(portal, -1) });
    const closed = await portal.request("lead", "POST", `/gov/calls/${id}?status`, { form: { status: "CLOSED" } });
    expect([closed.status, statusOf(portal, id)]).toEqual([302, "CLOSED"]);
  });
});

test("the API opens a call past its last day, whether it is new, a draft, scheduled or closed", async () => {
  const portal = await openPortal();
  const json = { ...CONTENT, closesAt: calendarDay(portal, -1), status: "OPEN" };
  expect((await portal.request("lead", "POST", "/api/gov/calls", { json })).status).toBe(201);
  for (const values of [
    { status: "DRAFT" },
    { status: "PENDING", releasesAt: instant(portal, DAY) },
    { status: "CLOSED" },
  ] as const) {
    const id = insertCall(portal, { ...values, closesAt: lastDay(portal, -1) });
    const answer = await portal.request("lead", "PATCH", `/api/gov/calls/${id}`, { json: { status: "OPEN" } });
    expect(answer.body).toEqual({ data: { id, status: "OPEN" } });
  }
});

const SURFACES = [
  ["the list", "lead", () => "/gov/calls?status=OPEN"],
  ["its record", "lead", (id: string) => `/gov/calls/${id}`],
  ["the search", "readonly", () => "/gov/search?q=zephyr"],
  ["its public page", null, (id: string) => `/calls/${id}`],
  ["its public page, to industry", "acmeUser", (id: string) => `/calls/${id}`],
] as const;

test.each(SURFACES)("%s says that the deadline of an open call has passed, once it has", async (_where, as, path) => {
  const portal = await openPortal();
  const released = { status: "PENDING", releasesAt: instant(portal, -DAY) } as const;
  for (const values of [{ status: "OPEN" } as const, released]) {
    const id = insertCall(portal, { title: "Zephyr", closesAt: lastDay(portal, 0), ...values });
    const shown = async () => {
      portal.newSessions();
      const { text } = await portal.request(as, "GET", path(id));
      return [...text.matchAll(/<span class="glip-status [^"]*">([^<]*)</g)].map(([, status]) => status);
    };
    expect(await shown()).toEqual(["Open"]);
    portal.advance(DAY);
    expect(await shown()).toEqual(["Deadline passed"]);
    portal.advance(-DAY);
    portal.db.$client.prepare("DELETE FROM call").run();
  }
});

test("the API's status of such a call stays OPEN", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { title: "Zephyr", closesAt: lastDay(portal, -1) });
  for (const path of [`/api/gov/calls/${id}`, "/api/gov/calls?status=OPEN", "/api/search?q=zephyr"]) {
    expect((await portal.request("lead", "GET", path)).text).toContain('"status":"OPEN"');
  }
});

test("the public page of a call past its last day says when that was, and that it takes no submissions", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { closesAt: lastDay(portal, -1) });
  const words = wordsOf((await portal.request(null, "GET", `/calls/${id}`)).text);
  expect(words).toMatch(/Its deadline was Mar 1, 6:59 PM EST.*No longer takes submissions/);
});
