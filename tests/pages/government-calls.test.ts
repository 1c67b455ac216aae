import { expect, test } from "vitest";
import { insertCall, insertSubmission, instant, setSetting } from "../support/arrange";
import { errorsIn } from "../support/markup";
import { DAY, HOUR, openPortal, type Portal } from "../support/portal";

const NEW = "/gov/calls/new";
const CONTENT = { title: "Quiet rotors", description: "We look for quiet rotors." };
const callRow = (portal: Portal, id?: string) =>
  portal.db.query.call.findFirst({ where: (row, { eq }) => (id ? eq(row.id, id) : undefined) }).sync();
const eventsOf = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const countNotifications = (portal: Portal) => portal.db.query.notification.findMany().sync().length;

/** A page's words, without its markup and scripts. */
const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");
const read = async (portal: Portal, as: "readonly" | "lead", path: string) =>
  (await portal.request(as, "GET", path)).text;

test("a new call is a draft by default, and leads to its page", async () => {
  const portal = await openPortal();
  const page = await read(portal, "lead", NEW);
  expect(page).toMatch(/<option value="DRAFT" selected="">Draft/);
  const form = { ...CONTENT, techTags: "Rotors, HULLS", closesAt: "2026-04-01", noticeType: "", status: "DRAFT" };
  const answer = await portal.request("lead", "POST", NEW, { form: { ...form, releasesAt: "" } });
  const row = callRow(portal);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/gov/calls/${row?.id}`]);
  expect(row).toMatchObject({ ...CONTENT, status: "DRAFT", techTags: "rotors,hulls", noticeType: null });
  expect(eventsOf(portal)).toEqual(["call_created"]);
});

test("the form of a new call has every field that the API accepts", async () => {
  const portal = await openPortal();
  const { newCallSchema } = await import("~/domain/call/schema");
  const fieldsOn = async (path: string) => {
    const [, main = ""] = (await read(portal, "lead", path)).split("<main");
    const names = [...main.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
    // Fields of the page only, which no operation uses.
    return names.filter((name) => name !== "formKey" && name !== "readAt");
  };
  const named = await fieldsOn(NEW);
  expect(named.sort()).toEqual(Object.keys(newCallSchema.shape).sort());
  const edited = await fieldsOn(`/gov/calls/${insertCall(portal, { status: "DRAFT" })}/edit`);
  expect([...edited, "releasesAt", "status"].sort()).toEqual(named);
});

test("the form of a new call shows the most people that opening it can notify, and opening notifies them", async () => {
  const portal = await openPortal();
  setSetting(portal, "acmeAdmin", "CALL_OPENED", { enabled: false });
  setSetting(portal, "acmeUser", "CALL_OPENED", { techTags: "hulls" });
  expect(await read(portal, "lead", NEW)).toContain("notify up to 2 people in industry");
  const form = { ...CONTENT, techTags: "rotors", status: "OPEN" };
  expect((await portal.request("lead", "POST", NEW, { form })).status).toBe(302);
  expect(countNotifications(portal)).toBe(1);
});

test.each([
  ["2026-03-03T17:00", "2026-03-03T22:00:00.000Z"],
  ["2026-03-03T17:00:30", "2026-03-03T22:00:30.000Z"],
  ["2026-07-03T17:00", "2026-07-03T21:00:00.000Z"],
  ["2026-03-03T17:00:00+01:00", "2026-03-03T16:00:00.000Z"],
])("a release typed as %s is stored as %s", async (releasesAt, kept) => {
  const portal = await openPortal();
  const form = { ...CONTENT, status: "PENDING", releasesAt };
  expect((await portal.request("lead", "POST", NEW, { form })).status).toBe(302);
  expect(callRow(portal)).toMatchObject({ status: "PENDING", releasesAt: kept });
});

test("a refused call keeps what was typed, including the release, and reports each problem", async () => {
  const portal = await openPortal();
  const form = {
    ...CONTENT,
    naicsCode: "123",
    officeName: "Contracting",
    noticeType: "SOLICITATION",
    status: "PENDING",
    releasesAt: "2026-03-01T17:00",
  };
  const schema = await portal.request("lead", "POST", NEW, { form });
  expect(schema.status).toBe(400);
  expect(errorsIn(schema.text)).toEqual({ naicsCode: ["invalid"] });
  const { naicsCode: _wrong, ...rest } = form;
  const rule = await portal.request("lead", "POST", NEW, { form: rest });
  expect(rule.status).toBe(400);
  expect(errorsIn(rule.text)).toEqual({ releasesAt: ["out_of_range"] });
  for (const { text } of [schema, rule]) {
    expect(text).toContain('value="2026-03-01T17:00"');
    expect(text).toContain('value="Contracting"');
    expect(text).toMatch(/<option value="SOLICITATION" selected="">/);
    expect(text).toMatch(/<option value="PENDING" selected="">/);
    expect(text).toContain("We look for quiet rotors.</textarea>");
  }
  expect(callRow(portal)).toBeUndefined();
});

test("an edit starts with the current values, saves it, and clears emptied fields", async () => {
  const portal = await openPortal();
  const values = {
    techTags: "rotors",
    closesAt: "2026-04-01T23:59:59.999Z",
    setAside: "WOSB",
    pocName: "Ann",
  } as const;
  const id = insertCall(portal, { status: "PENDING", releasesAt: instant(portal, DAY), ...values });
  const path = `/gov/calls/${id}/edit`;
  const page = await read(portal, "lead", path);
  expect(page).toContain('value="2026-04-01"');
  expect(page).toContain('value="Ann"');
  expect(page).toMatch(/<option value="WOSB" selected="">/);
  const form = {
    ...CONTENT,
    title: "Loud rotors",
    techTags: "rotors",
    closesAt: "2026-04-02",
    setAside: "",
    pocName: "",
  };
  const answer = await portal.request("lead", "POST", path, { form });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/gov/calls/${id}`]);
  expect(callRow(portal, id)).toMatchObject({
    title: "Loud rotors",
    closesAt: "2026-04-02T23:59:59.999Z",
    setAside: null,
    pocName: null,
    status: "PENDING",
    releasesAt: instant(portal, DAY),
  });
  expect(eventsOf(portal)).toEqual(["call_updated"]);
});

test("a published call cannot be edited, which its page explains, and a late edit keeps what was typed", async () => {
  const portal = await openPortal();
  const released = insertCall(portal, { status: "PENDING", releasesAt: instant(portal, HOUR) });
  const path = `/gov/calls/${released}/edit`;
  expect(await read(portal, "lead", path)).not.toContain("can no longer be edited");
  portal.newSessions();
  portal.advance(HOUR);
  for (const id of [released, insertCall(portal), insertCall(portal, { status: "CLOSED" })]) {
    const page = await portal.request("lead", "GET", `/gov/calls/${id}/edit`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("You can no longer edit this call");
    expect(page.text).not.toContain("<textarea");
    expect(await read(portal, "lead", `/gov/calls/${id}`)).not.toContain(`/gov/calls/${id}/edit`);
  }
  const late = await portal.request("lead", "POST", path, { form: { ...CONTENT, title: "Too late" } });
  expect(late.status).toBe(400);
  expect(late.text).toContain("A call that is open can no longer be edited.");
  expect(late.text).toContain('value="Too late"');
  expect((await portal.request("lead", "GET", "/gov/calls/none/edit")).status).toBe(404);
});

const MOVES = [">Open call<", "Reopen<", ">Close<", "Return to draft", ">Schedule<", "Reschedule"];
const OFFERED: [state: string, values: (portal: Portal) => Parameters<typeof insertCall>[1], offered: string[]][] = [
  ["a draft", () => ({ status: "DRAFT" }), [">Open call<", ">Schedule<"]],
  [
    "a scheduled call",
    (portal) => ({ status: "PENDING", releasesAt: instant(portal, 1) }),
    [">Open call<", "Return to draft", "Reschedule"],
  ],
  ["a released call", (portal) => ({ status: "PENDING", releasesAt: instant(portal) }), [">Close<"]],
  ["an open call", () => ({}), [">Close<"]],
  ["a closed call", () => ({ status: "CLOSED" }), ["Reopen<"]],
];
test.each(OFFERED)("the page of %s offers the possible moves, only to a publisher", async (_, values, offered) => {
  const portal = await openPortal();
  const path = `/gov/calls/${insertCall(portal, values(portal))}`;
  const page = await read(portal, "lead", path);
  expect(MOVES.filter((move) => page.includes(move)).sort()).toEqual([...offered].sort());
  const reader = await read(portal, "readonly", path);
  expect(MOVES.filter((move) => reader.includes(move))).toEqual([]);
  expect(reader).not.toContain(`${path}/edit`);
  const forced = await portal.request("readonly", "POST", `${path}?status`, { form: { status: "CLOSED" } });
  expect(forced.status).toBe(403);
});

test("opening a draft shows exactly how many people its tags notify, and notifies them", async () => {
  const portal = await openPortal();
  setSetting(portal, "acmeUser", "CALL_OPENED", { techTags: "hulls" });
  const path = `/gov/calls/${insertCall(portal, { status: "DRAFT", techTags: "rotors" })}`;
  expect(wordsOf(await read(portal, "lead", path))).toContain("This notifies 2 people in industry.");
  const answer = await portal.request("lead", "POST", `${path}?status`, { form: { status: "OPEN" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
  expect(countNotifications(portal)).toBe(2);
  const page = wordsOf(await read(portal, "lead", path));
  expect(page).not.toContain("This notifies");
  expect(page).toContain("Closing does not notify anyone.");
});

test("closing and reopening in the form notify nobody, and say so", async () => {
  const portal = await openPortal();
  const path = `/gov/calls/${insertCall(portal)}`;
  expect((await portal.request("lead", "POST", `${path}?status`, { form: { status: "CLOSED" } })).status).toBe(302);
  expect(await read(portal, "lead", path)).toContain("Reopening does not notify anyone.");
  expect((await portal.request("lead", "POST", `${path}?status`, { form: { status: "OPEN" } })).status).toBe(302);
  expect(countNotifications(portal)).toBe(0);
  const again = await portal.request("lead", "POST", `${path}?status`, { form: { status: "OPEN" } });
  expect(again.status).toBe(400);
  expect(again.text).toContain("A call that is open cannot become open.");
});

test("a draft can be scheduled, rescheduled and unscheduled in the form", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { status: "DRAFT" });
  const path = `/gov/calls/${id}`;
  const schedule = (form: Record<string, string>) => portal.request("lead", "POST", `${path}?schedule`, { form });

  const past = await schedule({ status: "PENDING", releasesAt: "2026-03-02T10:00" });
  expect(past.status).toBe(400);
  expect(errorsIn(past.text)).toEqual({ releasesAt: ["out_of_range"] });
  expect(past.text).toContain('value="2026-03-02T10:00"');
  const empty = await schedule({ status: "PENDING", releasesAt: "" });
  expect(errorsIn(empty.text)).toEqual({ releasesAt: ["required"] });

  expect((await schedule({ status: "PENDING", releasesAt: "2026-03-02T10:01" })).status).toBe(302);
  expect(callRow(portal, id)).toMatchObject({ status: "PENDING", releasesAt: "2026-03-02T15:01:00.000Z" });
  expect(await read(portal, "lead", path)).toContain('value="2026-03-02T10:01"');
  expect((await schedule({ releasesAt: "2026-03-05T08:30" })).status).toBe(302);
  expect(callRow(portal, id)).toMatchObject({ status: "PENDING", releasesAt: "2026-03-05T13:30:00.000Z" });
  expect((await portal.request("lead", "POST", `${path}?status`, { form: { status: "DRAFT" } })).status).toBe(302);
  expect(callRow(portal, id)).toMatchObject({ status: "DRAFT", releasesAt: null });
  expect(eventsOf(portal)).toEqual(["call_status_changed", "call_updated", "call_status_changed"]);
  expect(countNotifications(portal)).toBe(0);
});

test("a page's form lists choices by their labels, and shows tags with spaces after the commas", async () => {
  const portal = await openPortal();
  const form = { ...CONTENT, status: "CLOSED", noticeType: "LOUD" };
  const words = wordsOf((await portal.request("lead", "POST", NEW, { form })).text);
  expect(words).toContain("Status: Choose one of these: Draft, Pending, Open.");
  expect(words).toContain("Notice type: Choose one of these: Sources sought, Presolicitation,");
  expect(words).not.toMatch(/OPEN|SOURCES_SOUGHT/);
  const id = insertCall(portal, { status: "DRAFT", techTags: "rotors,quiet hulls" });
  expect(await read(portal, "lead", `/gov/calls/${id}/edit`)).toContain('value="rotors, quiet hulls"');
});

test("the list shows the effective status, keeps its filters, and offers a new call only to publishers", async () => {
  const portal = await openPortal();
  insertCall(portal, { title: "Released hulls", status: "PENDING", releasesAt: instant(portal) });
  insertCall(portal, { title: "Later hulls", status: "PENDING", releasesAt: instant(portal, DAY) });
  const open = await read(portal, "readonly", "/gov/calls?status=OPEN&noticeType=&setAside=&tag=&q=HULLS");
  expect(open).toContain("Released hulls");
  expect(open).not.toContain("Later hulls");
  expect(open).toContain('value="HULLS"');
  expect(open).not.toContain(NEW);
  const pending = wordsOf(await read(portal, "lead", "/gov/calls?status=PENDING"));
  expect(pending).toContain("Opens Mar 3");
  expect(await read(portal, "lead", "/gov/calls?q=none")).toContain("No matching calls");
});

test("a call's page links to its submissions, and that list names the call and links to all submissions", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { title: "Quiet rotors" });
  insertSubmission(portal, { title: "An answer", callId: id });
  insertSubmission(portal, { title: "Something else" });
  expect(await read(portal, "readonly", `/gov/calls/${id}`)).toContain(`href="/gov/submissions?callId=${id}">1</a>`);
  const list = await read(portal, "readonly", `/gov/submissions?callId=${id}&status=SUBMITTED&page=1`);
  expect(list).toContain("An answer");
  expect(list).not.toContain("Something else");
  expect(wordsOf(list)).toContain("Call: Quiet rotors");
  expect(list).toContain('href="/gov/submissions?status=SUBMITTED"');
  expect(list).toMatch(new RegExp(`type="hidden" name="callId" value="${id}"`));
  const gone = await portal.request("readonly", "GET", "/gov/submissions?callId=none");
  expect(gone.status).toBe(200);
  expect(wordsOf(gone.text)).toContain("Call: none");
});

test("every page with a scheduled call shows its release on time", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { title: "Scheduled hulls", status: "PENDING", releasesAt: instant(portal, 1) });
  const surfaces = [
    [null, "/"],
    [null, "/calls"],
    [null, "/api/portal/calls"],
    ["acmeUser", "/portal/submissions/new"],
    [null, `/calls/${id}`],
  ] as const;
  for (const [person, path] of surfaces) {
    expect((await portal.request(person, "GET", path)).text, path).not.toContain("Scheduled hulls");
  }
  expect((await portal.request(null, "GET", `/calls/${id}`)).status).toBe(404);
  expect(wordsOf(await read(portal, "readonly", `/gov/calls/${id}`))).toContain("Pending");
  portal.advance(1);
  for (const [person, path] of surfaces) {
    expect((await portal.request(person, "GET", path)).text, path).toContain("Scheduled hulls");
  }
  for (const text of [
    await read(portal, "readonly", `/gov/calls/${id}`),
    await read(portal, "readonly", "/gov/calls"),
  ]) {
    expect(text).toContain('glip-status--positive">Open<');
  }
  expect(countNotifications(portal)).toBe(0);
});
