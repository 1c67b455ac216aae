import { describe, expect, test } from "vitest";
import { PAGE_ROUTES } from "~/routes.js";
import { mustRotate } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { openPortal } from "../support/portal";
import { addressOf, declaredEndpoints } from "../support/routes";
import { contents } from "../support/scenario";

/*
 * Whoever must change a password does nothing else before: every API route but two is 403, and every page leads to the
 * one where it is changed. It all stands down while credentials are locked, since nobody could then change one.
 */

const OPEN_ROUTES = ["api/session", "api/account/password"];
/** The page itself; leaving; and what is no page. */
const OPEN_PAGES = ["account/password", "logout", "*"];
const MARKED = ["systemAdmin", "acmeAdmin"] as const satisfies readonly PersonKey[];

describe.each(MARKED)("%s, who must change the password,", (person) => {
  test("is refused by every API route but those of the session and the password", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    mustRotate(portal, person);
    portal.cookieOf(person);
    const before = contents(portal);
    for (const { method, path, key } of declaredEndpoints.filter((declared) => !OPEN_ROUTES.includes(declared.path))) {
      const options = method === "GET" || method === "DELETE" ? {} : { json: {} };
      const answer = await portal.request(person, method, addressOf(path), options);
      // A route that hides what it guards hides it from these too.
      expect([403, ...(key === "GET api/portal/profile" ? [404] : [])], `${key} ${answer.text}`).toContain(
        answer.status,
      );
    }
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual([]);
  });

  test("is led by every page to where it is changed", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    mustRotate(portal, person);
    for (const { path } of PAGE_ROUTES.filter((route) => !OPEN_PAGES.includes(route.path))) {
      const answer = await portal.request(person, "GET", addressOf(path));
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/account/password"]);
    }
  });

  test("ends no session, changes no role and invites nobody by the forms of pages", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    mustRotate(portal, person);
    portal.cookieOf(person);
    portal.newSessions();
    const [other] = portal.db.query.session.findMany().sync();
    portal.cookieOf(person);
    const before = contents(portal);
    const forms: [path: string, form: Record<string, string>][] = [
      ["/account?end", { sessionId: other?.id ?? "" }],
      ["/account?endOthers", {}],
      ["/portal/users?role", { id: idOf("acmeUser"), industryRole: "INDUSTRY_ADMIN" }],
      ["/portal/users?invite", { email: "nina@acme.test", industryRole: "INDUSTRY_USER" }],
    ];
    for (const [path, form] of forms) {
      const { status, headers } = await portal.request(person, "POST", path, { form });
      expect(
        [
          [403, null],
          [302, "/account/password"],
        ],
        path,
      ).toContainEqual([status, headers.get("location")]);
    }
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual([]);
  });

  test("is let in everywhere as before while credentials are locked", async () => {
    const portal = await openPortal();
    mustRotate(portal, person);
    expect((await portal.request(person, "GET", "/api/notifications")).status).toBe(200);
    expect((await portal.request(person, "GET", person === "systemAdmin" ? "/gov" : "/portal")).status).toBe(200);
  });
});
