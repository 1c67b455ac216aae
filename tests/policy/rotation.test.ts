import { describe, expect, test } from "vitest";
import { PAGE_ROUTES } from "~/routes.js";
import { insertAnnouncement, insertCall, mustRotate } from "../support/arrange";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { outcomeFor } from "../support/pages";
import { openPortal } from "../support/portal";
import { addressOf, declaredEndpoints } from "../support/routes";
import { contents } from "../support/scenario";

/*
 * People who must change their password can do nothing else that needs a session. All such API routes except two return
 * 403, and all such pages redirect to the password page. Public routes and pages work as for anyone. The rule does not apply
 * while credentials are locked, because nobody could then change a password.
 */

/** Routes that need no session, and the routes for the session and the password. */
const OPEN_ROUTES = [
  "api/session",
  "api/account/password",
  "api/account/password-link",
  "api/account/password-link/use",
  "api/portal/calls",
  "api/portal/announcements",
  "api/portal/register",
  "api/portal/invitations/accept",
  "api/analytics/pageview",
  "api/openapi.json",
  "api/search/ledger",
  "api/search/suggestions",
  "api/classification-codes",
];
const isOpen = (path: string) => OPEN_ROUTES.includes(path) || path.startsWith("api/feeds/");
/** The page itself. */
const PASSWORD_PAGE = "account/password";
const MARKED = ["systemAdmin", "acmeAdmin"] as const satisfies readonly PersonKey[];

describe.each(MARKED)("%s, who must change the password,", (person) => {
  test("is refused by every API route except the public ones and those for the session and the password", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    mustRotate(portal, person);
    portal.cookieOf(person);
    const before = contents(portal);
    for (const { method, path, key } of declaredEndpoints.filter((declared) => !isOpen(declared.path))) {
      const options = method === "GET" || method === "DELETE" ? {} : { json: {} };
      const answer = await portal.request(person, method, addressOf(path), options);
      // A route that hides what it guards hides it from these users too.
      expect([403, ...(key === "GET api/portal/profile" ? [404] : [])], `${key} ${answer.text}`).toContain(
        answer.status,
      );
    }
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual([]);
  });

  test("uses the public routes as anyone does", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    mustRotate(portal, person);
    const call = insertCall(portal);
    const announcement = insertAnnouncement(portal);
    for (const [path, id] of Object.entries({ calls: call, announcements: announcement })) {
      const answer = await portal.request(person, "GET", `/api/portal/${path}`);
      expect([answer.status, answer.body]).toEqual([200, { data: [expect.objectContaining({ id })] }]);
    }
    const feeds = declaredEndpoints.filter(({ path }) => path.startsWith("api/feeds/") && !path.includes(":"));
    for (const { path } of feeds) {
      expect([path, (await portal.request(person, "GET", `/${path}`)).status]).toEqual([path, 200]);
    }
    const pageview = await portal.request(person, "POST", "/api/analytics/pageview", { json: { path: "/calls" } });
    expect([pageview.status, pageview.body]).toEqual([201, { ok: true }]);
    expect(portal.auditRows()).toMatchObject([{ event: "pageview", actorEmail: emailOf(person) }]);
    const json = {
      orgName: "Coriolis Works",
      orgType: "COMPANY",
      contactName: "Cora Oriole",
      email: "cora@coriolis.test",
      password: PASSWORD,
    };
    expect((await portal.request(person, "POST", "/api/portal/register", { json })).status).toBe(201);
  });

  test("is redirected by every page that needs a session to the password page, and sees the others", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const see = async (path: string) => {
      const { status, headers } = await portal.request(person, "GET", addressOf(path));
      return [path, status, headers.get("location")];
    };
    const paths = PAGE_ROUTES.map(({ path }) => path).filter((path) => path !== PASSWORD_PAGE);
    const isPublic = (path: string) => outcomeFor("nobody", path) !== "sign in";
    const before = new Map<string, unknown>();
    for (const path of paths.filter(isPublic)) before.set(path, await see(path));
    mustRotate(portal, person);
    for (const path of paths) {
      expect(await see(path)).toEqual(before.get(path) ?? [path, 302, "/account/password"]);
    }
  });

  test("cannot end a session, change a role or invite anyone through a page's form", async () => {
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

  test("is admitted everywhere as before while credentials are locked", async () => {
    const portal = await openPortal();
    mustRotate(portal, person);
    expect((await portal.request(person, "GET", "/api/notifications")).status).toBe(200);
    expect((await portal.request(person, "GET", person === "systemAdmin" ? "/gov" : "/portal")).status).toBe(200);
  });
});
