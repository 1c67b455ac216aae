import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { organization } from "#db/schema";
import { setActive } from "../support/administration";
import { emailOf, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal } from "../support/portal";

const PLACES: [as: PersonKey, list: string, person: PersonKey][] = [
  ["lead", "/gov/admin/users", "poc"],
  ["systemAdmin", "/gov/admin/industry-users", "acmeUser"],
  ["acmeAdmin", "/portal/users", "acmeUser"],
];

describe.each(PLACES)("%s", (as, list, person) => {
  const address = `${list}/${idOf(person)}`;

  test(`deactivates and reactivates someone from ${list}, and the lists say so`, async () => {
    const portal = await openPortal();
    expect((await portal.request(as, "GET", list)).text).toContain(`href="${address}"`);
    const before = wordsOf((await portal.request(as, "GET", address)).text);
    for (const part of [emailOf(person), "Last sign-in Never", "deactivate the account"])
      expect(before).toContain(part);
    expect((await portal.request(as, "GET", `${address}/deactivate`)).text).toContain("Deactivate account");

    const done = await portal.request(as, "POST", `${address}/deactivate`, { form: { active: "false" } });
    expect([done.status, done.headers.get("location")]).toEqual([302, address]);
    expect((await portal.request(person, "GET", "/api/session")).status).toBe(401);
    const inactive = wordsOf((await portal.request(as, "GET", `${list}?state=INACTIVE`)).text);
    expect(inactive).toContain(`Person ${person} Inactive`);
    expect((await portal.request(as, "GET", `${address}/deactivate`)).text).toContain("Hand over the work of");

    const again = await portal.request(as, "POST", `${address}?reactivate`, { form: { active: "true" } });
    expect([again.status, again.headers.get("location")]).toEqual([302, address]);
    expect(wordsOf((await portal.request(as, "GET", `${list}?state=INACTIVE`)).text)).not.toContain(`Person ${person}`);
    expect(portal.auditRows().map(({ event }) => event.replace(/^(gov|industry)_user_/, ""))).toEqual([
      "deactivated",
      "reactivated",
    ]);
  });
});

test.each([
  ["systemAdmin", "/gov/admin/users", "systemAdmin", "You cannot deactivate your own account"],
  ["systemAdmin", "/gov/admin/industry-users", "borealisAdmin", "the organization's only active administrator"],
  ["acmeAdmin", "/portal/users", "acmeAdmin", "You cannot deactivate your own account"],
] as const)("%s sees on a page of %s why %s must stay active", async (as, list, person, reason) => {
  const portal = await openPortal();
  for (const page of ["", "/deactivate"]) {
    const { text } = await portal.request(as, "GET", `${list}/${idOf(person)}${page}`);
    expect(wordsOf(text).replaceAll("&#x27;", "'")).toContain(reason);
    expect(text).not.toContain("Deactivate account");
  }
  const refused = await portal.request(as, "POST", `${list}/${idOf(person)}/deactivate`, { form: { active: "false" } });
  expect(refused.status).toBe(400);
  expect(portal.auditRows().map(({ event }) => event)).toEqual(["authorization_failure"]);
});

test("a handover offers colleagues who can do the work, with their roles, and tags only if there are some", async () => {
  const portal = await openPortal();
  const address = `/gov/admin/users/${idOf("poc")}/deactivate`;
  const { text } = await portal.request("systemAdmin", "GET", address);
  expect(text).toMatch(/Person admin, Government administrator \(/);
  expect(text).not.toContain("Person readonly");
  expect(text).not.toContain('name="handOverTags"');
  const settings = [{ kind: "SUBMISSION_MATCH", enabled: true, techTags: "sonar" }];
  await portal.request("poc", "PUT", "/api/notifications/settings", { json: { settings } });
  expect((await portal.request("systemAdmin", "GET", address)).text).toContain('name="handOverTags"');
  // A program may choose a read-only user. The page then shows who it is.
  const successorId = idOf("readonly");
  expect((await setActive(portal, "systemAdmin", "poc", false, { successorId })).status).toBe(200);
  expect((await portal.request("systemAdmin", "GET", address)).text).toMatch(/selected="">Person readonly, /);
});

test("an account is found only on the page for its kind", async () => {
  const portal = await openPortal();
  for (const address of [
    `/gov/admin/users/${idOf("acmeUser")}`,
    `/gov/admin/industry-users/${idOf("poc")}`,
    "/gov/admin/users/nobody",
  ]) {
    expect((await portal.request("systemAdmin", "GET", address)).status, address).toBe(404);
  }
  expect((await portal.request("lead", "GET", `/gov/admin/users/${idOf("bravoPoc")}`)).status).toBe(403);
});

test("signing in records when, and the lists show it", async () => {
  const portal = await openPortal();
  portal.cookieOf("poc");
  const json = { email: emailOf("poc"), password: "Correct-Horse-7-Battery" };
  expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(200);
  const { text } = await portal.request("lead", "GET", "/gov/admin/users?sort=-lastSignInAt");
  expect(text).toContain(`dateTime="${portal.now().toISOString()}"`);
});

test("the page of an account lists its sessions and ends one or all", async () => {
  const portal = await openPortal();
  const address = `/portal/users/${idOf("acmeUser")}`;
  expect(wordsOf((await portal.request("acmeAdmin", "GET", address)).text)).toContain("is not signed in");
  await portal.request("acmeUser", "GET", "/portal");
  const { text } = await portal.request("acmeAdmin", "GET", address);
  const sessionId = text.match(/name="sessionId" value="([^"]+)"/)?.[1] ?? "";
  const one = await portal.request("acmeAdmin", "POST", `${address}?endSession`, { form: { sessionId } });
  expect(one.headers.get("location")).toBe(address);
  expect((await portal.request("acmeUser", "GET", "/api/session")).status).toBe(401);

  portal.newSessions();
  await portal.request("acmeUser", "GET", "/portal");
  await portal.request("acmeAdmin", "POST", `${address}?endSessions`, { form: {} });
  expect((await portal.request("acmeUser", "GET", "/api/session")).status).toBe(401);
  expect(portal.auditRows().map(({ event, targetId }) => [event, targetId])).toEqual([
    ["account_sessions_ended", idOf("acmeUser")],
    ["account_sessions_ended", idOf("acmeUser")],
  ]);
});

test("a system administrator releases an email, and an organization's name and codes, on pages", async () => {
  const portal = await openPortal();
  const account = `/gov/admin/industry-users/${idOf("acmeUser")}`;
  expect((await portal.request("systemAdmin", "GET", account)).text).toContain(`href="${account}/release"`);
  const email = "released-1@example.invalid";
  const empty = await portal.request("systemAdmin", "POST", `${account}/release`, { form: { email: "" } });
  expect(empty.status).toBe(400);
  const freed = await portal.request("systemAdmin", "POST", `${account}/release`, { form: { email } });
  expect([freed.status, freed.headers.get("location")]).toEqual([302, account]);

  const record = `/gov/organizations/${ORGANIZATIONS.acme}`;
  portal.db.update(organization).set({ uei: "J9K4LMN2PQR7" }).where(eq(organization.id, ORGANIZATIONS.acme)).run();
  expect((await portal.request("systemAdmin", "GET", record)).text).toContain(`href="${record}/release"`);
  expect((await portal.request("admin", "GET", record)).text).not.toContain("/release");
  const form = { name: "Released name 1", uei: "", cageCode: "" };
  const released = await portal.request("systemAdmin", "POST", `${record}/release`, { form });
  expect([released.status, released.headers.get("location")]).toEqual([302, record]);
  expect(portal.auditRows().map(({ event, details }) => [event, Object.keys(JSON.parse(details ?? "").after)])).toEqual(
    [
      ["industry_user_email_changed", ["email"]],
      ["organization_identity_changed", ["name", "uei"]],
    ],
  );
});
