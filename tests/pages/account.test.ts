import { expect, test } from "vitest";
import { insertNotification } from "../support/arrange";
import { emailOf, idOf, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { HOUR, MINUTE, openPortal, type Portal } from "../support/portal";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const sessionsOf = (portal: Portal, person: PersonKey) =>
  portal.db.query.session
    .findMany({
      where: (row, { eq }) => eq(row.userId, idOf(person)),
      orderBy: (row, { asc }) => asc(row.createdAt),
    })
    .sync();

/** Opens this many sessions of a person, a minute apart. @returns their cookies, oldest first. */
function openSessions(portal: Portal, person: PersonKey, count: number): string[] {
  return Array.from({ length: count }, () => {
    portal.advance(MINUTE);
    portal.newSessions();
    return portal.cookieOf(person);
  });
}

const statusOf = async (portal: Portal, cookie: string) =>
  (await portal.request(null, "GET", "/api/session", { headers: { cookie } })).status;

test("the account page shows the user's name, role and organization or command", async () => {
  const portal = await openPortal();
  const industry = wordsOf((await portal.request("acmeUser", "GET", "/account")).text);
  for (const part of [emailOf("acmeUser"), "Organization user", "acme industries"]) expect(industry).toContain(part);
  const government = wordsOf((await portal.request("poc", "GET", "/account")).text);
  for (const part of [emailOf("poc"), "Government point of contact", "Command alpha"]) {
    expect(government).toContain(part);
  }
  expect(wordsOf((await portal.request("systemAdmin", "GET", "/account")).text)).toMatch(/Command None/);
});

test("it has a form to change the password, or says that credentials are locked", async () => {
  const locked = await (await openPortal()).request("poc", "GET", "/account");
  expect(locked.text).toContain("Credential changes are locked on this deployment.");
  expect(locked.text).not.toContain('href="/account/password"');
  const unlocked = await (await openPortal({ DEMO_LOCK_CREDENTIALS: "false" })).request("poc", "GET", "/account");
  expect(unlocked.text).toContain('href="/account/password"');
});

test("it lists the user's active sessions, this one first, and no one else's, and no token or hash", async () => {
  const portal = await openPortal();
  openSessions(portal, "poc", 2);
  // The first two idle out. The lead's session is someone else's.
  portal.advance(HOUR);
  portal.cookieOf("lead");
  const [, current = ""] = openSessions(portal, "poc", 2);
  const answer = await portal.request(null, "GET", "/account", { headers: { cookie: current } });
  const words = wordsOf(answer.text);
  expect(words).toContain("2 open sessions");
  expect(words.match(/This session/g)).toHaveLength(1);
  const rows = sessionsOf(portal, "poc");
  for (const { tokenHash } of rows) {
    expect(answer.text).not.toContain(tokenHash.toString("hex"));
    expect(answer.text).not.toContain(tokenHash.toString("base64"));
  }
  expect(answer.text).not.toContain(current.split("=")[1] ?? "");
});

test("it lists this session first, then the most recently used", async () => {
  const portal = await openPortal();
  const [current = "", second = ""] = openSessions(portal, "poc", 3);
  const [, ...others] = sessionsOf(portal, "poc").map(({ id }) => id);
  // The server updates last-seen times once a minute, so this session looks older than the second.
  portal.advance(2 * MINUTE);
  await statusOf(portal, current);
  portal.advance(MINUTE / 2);
  await statusOf(portal, second);
  const { text } = await portal.request(null, "GET", "/account", { headers: { cookie: current } });
  const ends = [...text.matchAll(/name="sessionId" value="([^"]+)"/g)];
  expect(ends.map(([, id]) => id)).toEqual(others);
  expect(text.indexOf("This session")).toBeLessThan(ends[0]?.index ?? 0);
});

test("it names the browser of each session, or the program's own name for itself", async () => {
  const portal = await openPortal();
  const cookie = portal.cookieOf("poc");
  for (const [userAgent, words] of [
    [FIREFOX, "Firefox 140 on Linux"],
    ["nightly <b>import</b>", "nightly &lt;b&gt;import&lt;/b&gt;"],
    // At most 80 characters of it, and never half of one.
    [`${"a".repeat(79)}\u{1f680} import`, `>${"a".repeat(79)}\ufffd<`],
    [null, "A program that does not say what it is"],
  ] as const) {
    portal.db.$client.prepare("UPDATE session SET user_agent = ?").run(userAgent);
    expect((await portal.request(null, "GET", "/account", { headers: { cookie } })).text).toContain(words);
  }
});

test("ending a session ends only that one, and is audited as a sign-out", async () => {
  const portal = await openPortal();
  const [first = "", second = "", third = ""] = openSessions(portal, "poc", 3);
  const id = sessionsOf(portal, "poc")[0]?.id ?? "";
  const answer = await portal.request(null, "POST", "/account?end", {
    form: { sessionId: id },
    headers: { cookie: third },
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/account"]);
  expect(await Promise.all([first, second, third].map((cookie) => statusOf(portal, cookie)))).toEqual([401, 200, 200]);
  expect(portal.auditRows()).toMatchObject([
    { event: "sign_out", outcome: "SUCCESS", actorId: idOf("poc"), targetType: "session", targetId: id },
  ]);
});

test("a user cannot end another person's session", async () => {
  const portal = await openPortal();
  portal.cookieOf("lead");
  const id = sessionsOf(portal, "lead")[0]?.id ?? "";
  expect((await portal.request("poc", "POST", "/account?end", { form: { sessionId: id } })).status).toBe(404);
  expect((await portal.request("poc", "POST", "/account?end", { form: { sessionId: "none" } })).status).toBe(404);
  expect(sessionsOf(portal, "lead")).toHaveLength(1);
  expect(portal.auditRows()).toEqual([]);
});

test("ending all others keeps the session that asks, and other people's", async () => {
  const portal = await openPortal();
  const lead = portal.cookieOf("lead");
  const cookies = openSessions(portal, "poc", 4);
  const [current = ""] = cookies.slice(-1);
  await portal.request(null, "POST", "/account?endOthers", { form: {}, headers: { cookie: current } });
  expect(await Promise.all(cookies.map((cookie) => statusOf(portal, cookie)))).toEqual([401, 401, 401, 200]);
  expect(await statusOf(portal, lead)).toBe(200);
  expect(portal.auditRows()).toMatchObject([{ event: "sign_out", details: expect.stringContaining('"ended":3') }]);
  // With no other session there is no audit row and no button.
  await portal.request(null, "POST", "/account?endOthers", { form: {}, headers: { cookie: current } });
  expect(portal.auditRows()).toHaveLength(1);
  const page = await portal.request(null, "GET", "/account", { headers: { cookie: current } });
  expect(page.text).not.toContain("endOthers");
});

test("the requests that a page makes by itself do not keep a session from idling out", async () => {
  const portal = await openPortal();
  const cookie = portal.cookieOf("poc");
  const ask = (headers: Record<string, string>) =>
    portal.request(null, "GET", "/api/notifications/unread-count", { headers: { cookie, ...headers } });
  for (let minutes = 0; minutes < 29; minutes += 1) {
    portal.advance(MINUTE);
    expect((await ask({ "x-background-request": "bell" })).status).toBe(200);
  }
  portal.advance(MINUTE);
  expect((await ask({ "x-background-request": "bell" })).status).toBe(401);

  portal.newSessions();
  const used = portal.cookieOf("poc");
  for (let minutes = 0; minutes < 40; minutes += 1) {
    portal.advance(MINUTE);
    expect(await statusOf(portal, used)).toBe(200);
  }
});

test("the page offers to mark all as read when something is unread", async () => {
  const portal = await openPortal();
  const offers = async () => (await portal.request("poc", "GET", "/notifications")).text.includes("Mark all as read");
  expect(await offers()).toBe(false);
  insertNotification(portal, "poc", { read: true });
  insertNotification(portal, "lead");
  expect(await offers()).toBe(false);
  insertNotification(portal, "poc");
  expect(await offers()).toBe(true);
});
