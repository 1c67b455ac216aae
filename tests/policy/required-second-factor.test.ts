import { describe, expect, test } from "vitest";
import { PAGE_ROUTES } from "~/routes.js";
import { mustRotate } from "../support/arrange";
import { idOf, PASSWORD, type PersonKey } from "../support/cast";
import { outcomeFor } from "../support/pages";
import { openPortal, type Portal } from "../support/portal";
import { addressOf, declaredEndpoints } from "../support/routes";
import { contents } from "../support/scenario";
import { codesOf, insertSecondFactor, keyIn } from "../support/second-factor";

/*
 * People who must have a second factor and have none can only set one up, see their session and sign out. The rule comes
 * from REQUIRE_SECOND_FACTOR, and does not apply while credentials are locked.
 */

const settings = { DEMO_LOCK_CREDENTIALS: "false", REQUIRE_SECOND_FACTOR: "government" };
const PAGE = "/account/second-factor";
/** A passkey is a second factor too. */
const SETUP_PAGES = [PAGE, "/account/passkeys", "/account/passkeys/new"];
const FIRST = { error: "Set up a second factor first" };

const statusOf = async (portal: Portal, person: PersonKey, path: string) =>
  (await portal.request(person, "GET", path)).status;

describe("a government user without a second factor, where one is required,", () => {
  test("is refused by every API route that needs a session, except the session's own", async () => {
    const portal = await openPortal(settings);
    portal.cookieOf("systemAdmin");
    const before = contents(portal);
    for (const { method, path, key, endpoint } of declaredEndpoints) {
      if (endpoint.gate === "public" || path === "api/session") continue;
      const options = method === "GET" || method === "DELETE" ? {} : { json: {} };
      const answer = await portal.request("systemAdmin", method, addressOf(path), options);
      expect([403, ...(key === "GET api/portal/profile" ? [404] : [])], `${key} ${answer.text}`).toContain(
        answer.status,
      );
    }
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual([]);
    expect((await portal.request("systemAdmin", "GET", "/api/notifications")).body).toEqual(FIRST);
    expect(await statusOf(portal, "systemAdmin", "/api/session")).toBe(200);
    expect((await portal.request("systemAdmin", "DELETE", "/api/session")).status).toBe(200);
  });

  test("is redirected by every page that needs a session, except those that add a second factor", async () => {
    const portal = await openPortal(settings);
    for (const { path } of PAGE_ROUTES) {
      if (outcomeFor("nobody", path) !== "sign in") continue;
      const { status, headers } = await portal.request("systemAdmin", "GET", addressOf(path));
      const expected = SETUP_PAGES.includes(`/${path}`) ? [200, null] : [302, PAGE];
      expect([path, status, headers.get("location")]).toEqual([path, ...expected]);
    }
    expect((await portal.request("systemAdmin", "GET", PAGE)).text).toContain("requires a second factor");
    expect(await statusOf(portal, "systemAdmin", "/calls")).toBe(200);
  });

  test("continues in the same session once one is set up", async () => {
    const portal = await openPortal(settings);
    await portal.request("poc", "POST", `${PAGE}?start`, { form: { currentPassword: PASSWORD } });
    const { text } = await portal.request("poc", "GET", PAGE);
    const key = keyIn(text);
    const done = await portal.request("poc", "POST", `${PAGE}?confirm`, { form: { code: codesOf(portal, key)() } });
    expect([done.status, done.text.includes("requires a second factor")]).toEqual([200, false]);
    expect(await statusOf(portal, "poc", "/gov")).toBe(200);
    expect(await statusOf(portal, "poc", "/api/notifications")).toBe(200);
  });

  test("changes a password that someone else chose first", async () => {
    const portal = await openPortal(settings);
    mustRotate(portal, "poc");
    const { headers } = await portal.request("poc", "GET", "/gov");
    expect(headers.get("location")).toBe("/account/password");
  });

  test("is admitted as before while credentials are locked", async () => {
    const portal = await openPortal({ ...settings, DEMO_LOCK_CREDENTIALS: "true" });
    expect(await statusOf(portal, "poc", "/gov")).toBe(200);
  });
});

describe("the requirement", () => {
  test.each([
    ["off", 200, 200],
    ["government", 403, 200],
    ["everyone", 403, 403],
  ])("%s applies to government with %i and to industry with %i", async (value, government, industry) => {
    const portal = await openPortal({ ...settings, REQUIRE_SECOND_FACTOR: value });
    expect(await statusOf(portal, "readonly", "/api/notifications")).toBe(government);
    expect(await statusOf(portal, "acmeUser", "/api/notifications")).toBe(industry);
    for (const person of ["readonly", "acmeUser"] as const) {
      insertSecondFactor(portal, person);
      expect(await statusOf(portal, person, "/api/notifications")).toBe(200);
    }
  });

  test("counts from the request on in which the second factor is gone", async () => {
    const portal = await openPortal(settings);
    insertSecondFactor(portal, "poc");
    expect(await statusOf(portal, "poc", "/gov")).toBe(200);
    const form = { change: "off", currentPassword: PASSWORD };
    expect((await portal.request("poc", "POST", `${PAGE}?change`, { form })).status).toBe(302);
    expect((await portal.request("poc", "GET", "/gov")).headers.get("location")).toBe(PAGE);
    expect(portal.db.query.secondFactor.findMany().sync()).toEqual([]);
    expect(portal.auditRows().at(-1)?.targetId).toBe(idOf("poc"));
  });
});
