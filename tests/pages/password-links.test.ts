import { expect, test } from "vitest";
import { deactivate, insertPasswordLink } from "../support/arrange";
import { emailOf, idOf, PASSWORD } from "../support/cast";
import { wordsOf } from "../support/markup";
import { HOUR, openPortal, type Portal } from "../support/portal";
import { insertPasskey } from "../support/second-factor";

const UNLOCKED = { DEMO_LOCK_CREDENTIALS: "false" };
const NEW = "Another-Horse-8-Battery";
const sent = { form: { password: NEW } };
const linksIn = ({ db }: Portal) => db.query.accountLink.findMany().sync();

test("the page of a password link shows whose account it is, and opening it uses nothing up", async () => {
  const portal = await openPortal(UNLOCKED);
  const address = `/password/${insertPasswordLink(portal, "acmeUser")}`;
  const before = linksIn(portal);
  for (const method of ["GET", "HEAD", "GET"]) {
    const answer = await portal.request(null, method, address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
    expect(answer.headers.getSetCookie()).toEqual([]);
    if (method === "GET")
      for (const shown of ["Person acmeUser", emailOf("acmeUser")]) expect(wordsOf(answer.text)).toContain(shown);
  }
  expect(linksIn(portal)).toEqual(before);
  expect(portal.auditRows()).toEqual([]);
});

test("sending the form sets the password and leads to signing in, without a session", async () => {
  const portal = await openPortal(UNLOCKED);
  const token = insertPasswordLink(portal, "acmeUser");
  // Someone else is signed in here.
  const answer = await portal.request("borealisAdmin", "POST", `/password/${token}`, sent);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/login"]);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  const cookies = answer.headers.getSetCookie().join("\n");
  expect(cookies).toMatch(/^session=; Max-Age=0/);
  expect(cookies).not.toContain(token);
  expect((await portal.request("borealisAdmin", "GET", "/api/session")).status).toBe(401);
  const credentials = { email: emailOf("acmeUser"), password: NEW };
  expect((await portal.request(null, "POST", "/api/session", { json: credentials })).status).toBe(200);
  expect((await portal.request(null, "GET", `/password/${token}`)).status).toBe(404);
  expect(JSON.stringify([portal.log, portal.auditRows()])).not.toContain(token);
  expect(portal.log.filter(({ path }) => path === "/password/-")).toHaveLength(2);
});

test("an administrator's page offers to remove second factors with the link, and the pages say what remains", async () => {
  const portal = await openPortal(UNLOCKED);
  const page = `/gov/admin/users/${idOf("poc")}`;
  const checkbox = 'name="removeSecondFactor"';
  expect((await portal.request("admin", "GET", page)).text).not.toContain(checkbox);
  for (const ticked of [false, true]) {
    insertPasskey(portal, "poc", `Laptop ${ticked}`);
    expect((await portal.request("admin", "GET", page)).text).toContain(checkbox);
    const form: Record<string, string> = ticked ? { removeSecondFactor: "true" } : {};
    const made = await portal.request("admin", "POST", `${page}?passwordLink`, { form });
    const address = made.text.match(/\/password\/[\w-]{43}/)?.[0] ?? "";
    const shown = wordsOf((await portal.request(null, "GET", address)).text);
    expect(shown.includes("removes the second factor and all passkeys")).toBe(ticked);
    const set = await portal.request(null, "POST", address, sent);
    const headers = {
      cookie: set.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
    };
    const notice = wordsOf((await portal.request(null, "GET", "/login", { headers })).text);
    expect(notice).toContain(ticked ? "second factor and passkeys are removed" : "Your account still has 1 passkey.");
    expect(portal.db.query.passkey.findMany().sync()).toHaveLength(ticked ? 0 : 1);
  }
});

test("a form with a short password comes back with its error and without the password", async () => {
  const portal = await openPortal(UNLOCKED);
  const address = `/password/${insertPasswordLink(portal, "acmeUser")}`;
  const answer = await portal.request(null, "POST", address, { form: { password: "Short-7" } });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('data-error="too_short"');
  expect(answer.text).not.toContain("Short-7");
  expect(linksIn(portal)).toHaveLength(1);
});

test("the page of a link that is not good leads to a new one if links are mailed", async () => {
  const mails = {
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "portal@example.gov",
    PUBLIC_ORIGIN: "https://portal.test",
  };
  for (const [settings, isMailed] of [
    [UNLOCKED, false],
    [{ ...UNLOCKED, ...mails }, true],
    [mails, false],
  ] as const) {
    const portal = await openPortal(settings);
    const { text } = await portal.request(null, "GET", "/password/nonsense");
    expect(text.includes('href="/login/forgot"')).toBe(isMailed);
  }
});

test("every link that is not good gets the same page", async () => {
  const portal = await openPortal(UNLOCKED);
  const expired = insertPasswordLink(portal, "acmeUser");
  portal.advance(HOUR);
  const ofDeactivated = insertPasswordLink(portal, "poc");
  deactivate(portal, "poc");
  const revoked = insertPasswordLink(portal, "lead", { sessionVersion: 7 });
  const pages = await Promise.all(
    [expired, ofDeactivated, revoked, "no-such-token"].map(async (token) => {
      const { status, text } = await portal.request(null, "GET", `/password/${token}`);
      return { status, words: wordsOf(text) };
    }),
  );
  expect(pages[0]).toMatchObject({ status: 404, words: expect.stringContaining("This link is not valid") });
  for (const page of pages) expect(page).toEqual(pages[0]);
});

test("while credentials are locked, the page says so and its form is refused", async () => {
  const portal = await openPortal();
  const address = `/password/${insertPasswordLink(portal, "acmeUser")}`;
  const shown = await portal.request(null, "GET", address);
  expect(wordsOf(shown.text)).toContain("Credential changes are locked on this deployment.");
  expect(shown.text).not.toContain('name="password"');
  const answer = await portal.request(null, "POST", address, sent);
  expect(answer.status).toBe(403);
  const credentials = { email: emailOf("acmeUser"), password: PASSWORD };
  expect((await portal.request(null, "POST", "/api/session", { json: credentials })).status).toBe(200);
});
