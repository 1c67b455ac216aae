import { describe, expect, test } from "vitest";
import { setActive } from "../support/administration";
import { insertInvitation, notificationsOf, setIndustryRole } from "../support/arrange";
import { emailOf, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { holdRequest, jsonBody } from "../support/held-request";
import { openPortal, type Portal } from "../support/portal";

/*
 * What is under way while an account is deactivated through the API. There are also held requests of every kind
 * (tests/server/races-held-requests.test.ts), downloads and exports (revoked-downloads.test.ts), uploads
 * (upload-races.test.ts), sign-ins and second factors (ceremony-races.test.ts) and single sign-on
 * (provider-visit-races.test.ts).
 */

const isActive = (portal: Portal, person: PersonKey) =>
  portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf(person)) }).sync()?.active;

const accept = (portal: Portal, token: string) =>
  portal.request(null, "POST", "/api/portal/invitations/accept", {
    json: { token, name: "Nina Colleague", password: PASSWORD },
  });

describe("while an account is deactivated", () => {
  test("every session of it ends, and a new session cannot begin", async () => {
    const portal = await openPortal();
    const json = { email: emailOf("poc"), password: PASSWORD };
    const [done, ...signIns] = await Promise.all([
      setActive(portal, "admin", "poc", false),
      ...Array.from({ length: 4 }, () => portal.request(null, "POST", "/api/session", { json })),
    ]);
    expect(done?.status).toBe(200);
    for (const { status } of signIns) expect([200, 401]).toContain(status);
    expect(portal.db.query.session.findMany({ where: (row, { eq }) => eq(row.userId, idOf("poc")) }).sync()).toEqual(
      [],
    );
    expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(401);
  });

  test("a sign-in whose password is being checked fails", async () => {
    const portal = await openPortal();
    const { passwords } = portal.services;
    const { verify } = passwords;
    passwords.verify = async (...given) => {
      const matches = await verify(...given);
      expect((await setActive(portal, "admin", "poc", false)).status).toBe(200);
      return matches;
    };
    const json = { email: emailOf("poc"), password: PASSWORD };
    expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(401);
    expect(portal.db.query.session.findMany({ where: (row, { eq }) => eq(row.userId, idOf("poc")) }).sync()).toEqual(
      [],
    );
  });

  test("an invitation that it sent cannot be accepted, even while the new password is hashed", async () => {
    const portal = await openPortal();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const [held, later] = [1, 2].map(() => insertInvitation(portal, { invitedBy: idOf("acmeUser") }));
    const { passwords } = portal.services;
    const { hash } = passwords;
    passwords.hash = async (...given) => {
      const made = await hash(...given);
      expect((await setActive(portal, "acmeAdmin", "acmeUser", false)).status).toBe(200);
      return made;
    };
    expect((await accept(portal, held?.token ?? "")).status).toBe(400);
    passwords.hash = hash;
    expect((await accept(portal, later?.token ?? "")).status).toBe(400);
    expect((await setActive(portal, "acmeAdmin", "acmeUser", true)).status).toBe(200);
    for (const invited of [held, later]) expect((await accept(portal, invited?.token ?? "")).status).toBe(400);
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });

  test("an invitation that it was about to send is refused", async () => {
    const portal = await openPortal();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const json = { email: "friend@example.test", industryRole: "INDUSTRY_USER" };
    const held = await holdRequest(portal, "acmeUser", ["POST", "/api/portal/invitations"], jsonBody(json));
    expect((await setActive(portal, "acmeAdmin", "acmeUser", false)).status).toBe(200);
    expect((await held.finish()).status).toBe(401);
    expect(portal.db.query.invitation.findMany().sync()).toEqual([]);
  });

  test("its own request to deactivate someone else is refused", async () => {
    const portal = await openPortal();
    const body = jsonBody({ userId: idOf("poc"), active: false });
    const held = await holdRequest(portal, "admin", ["PATCH", "/api/gov/admin/users"], body);
    expect((await setActive(portal, "systemAdmin", "admin", false)).status).toBe(200);
    expect((await held.finish()).status).toBe(401);
    expect(isActive(portal, "poc")).toBe(true);
  });
});

describe("two requests at once", () => {
  test("cannot deactivate both system administrators", async () => {
    const portal = await openPortal();
    portal.db.$client.prepare("UPDATE user SET role = 'GOV_SYSTEM_ADMIN' WHERE id = ?").run(idOf("admin"));
    const held = await holdRequest(
      portal,
      "admin",
      ["PATCH", "/api/gov/admin/users"],
      jsonBody({ userId: idOf("systemAdmin"), active: false }),
    );
    expect((await setActive(portal, "systemAdmin", "admin", false)).status).toBe(200);
    expect((await held.finish()).status).toBe(401);
    expect([isActive(portal, "admin"), isActive(portal, "systemAdmin")]).toEqual([false, true]);
  });

  test("cannot deactivate both administrators of an organization, or demote one and deactivate the other", async () => {
    const portal = await openPortal();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const path = `/api/portal/users/${idOf("acmeAdmin")}`;
    const held = await holdRequest(portal, "acmeUser", ["PATCH", path], jsonBody({ active: false }));
    expect((await setActive(portal, "acmeAdmin", "acmeUser", false)).status).toBe(200);
    expect((await held.finish()).status).toBe(401);
    // A system administrator who opened the page before the other one left.
    expect((await setActive(portal, "systemAdmin", "acmeAdmin", false)).status).toBe(400);
    expect(isActive(portal, "acmeAdmin")).toBe(true);
    expect(portal.auditRows().at(-1)).toMatchObject({
      event: "authorization_failure",
      organizationId: ORGANIZATIONS.acme,
    });
  });

  test("cannot name each other as successors", async () => {
    const portal = await openPortal();
    const answers = await Promise.all([
      setActive(portal, "admin", "poc", false, { successorId: idOf("readonly") }),
      setActive(portal, "systemAdmin", "readonly", false, { successorId: idOf("poc") }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
