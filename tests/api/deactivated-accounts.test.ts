import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { hasSystemAdministrator } from "~/domain/account-administration/administrators.server";
import { setActive } from "../support/administration";
import {
  deactivate,
  insertCall,
  insertSubmission,
  notificationsOf,
  setIndustryRole,
  setInterests,
} from "../support/arrange";
import { emailOf, idOf, PASSWORD } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const WHO = { method: "GET", path: "/api/session" } as const;
const SIGN_IN = { as: null, method: "POST", path: "/api/session" } as const;

test("a session of a deactivated account is invalid, and stays so after a reactivation", async () => {
  const portal = await openPortal();
  await perform(portal, { ...WHO, as: "poc", status: 200 });
  expect((await setActive(portal, "admin", "poc", false)).status).toBe(200);
  await perform(portal, { ...WHO, as: "poc", status: 401 });
  await perform(portal, { as: "poc", method: "GET", path: "/api/gov/calls", status: 401 });
  expect((await portal.request("poc", "GET", "/gov")).headers.get("location")).toMatch(/^\/login/);
  expect((await setActive(portal, "admin", "poc", true)).status).toBe(200);
  await perform(portal, { ...WHO, as: "poc", status: 401 });
  portal.newSessions();
  await perform(portal, { ...WHO, as: "poc", status: 200 });
});

describe("signing in to a deactivated account", () => {
  scenarios([
    {
      name: "gets the same response as a wrong password, and counts as a failure",
      ...SIGN_IN,
      json: { email: emailOf("poc"), password: PASSWORD },
      given: (portal) => {
        deactivate(portal, "poc");
        return undefined;
      },
      status: 401,
      events: ["sign_in_failure"],
      after: async (portal, answer) => {
        const json = { email: emailOf("lead"), password: "Wrong-Horse-7-Battery" };
        const wrong = await perform(portal, { ...SIGN_IN, json, status: 401, events: ["sign_in_failure"] });
        expect(answer.text).toBe(wrong.text);
      },
    },
  ]);

  test("also fails if the account is deactivated while the server checks the password", async () => {
    const portal = await openPortal();
    const { passwords } = portal.services;
    const { verify } = passwords;
    passwords.verify = async (...given) => {
      const matches = await verify(...given);
      deactivate(portal, "poc");
      return matches;
    };
    const answer = await portal.request(null, "POST", "/api/session", {
      json: { email: emailOf("poc"), password: PASSWORD },
    });
    expect(answer.status).toBe(401);
    expect(portal.db.query.session.findMany().sync()).toEqual([]);
  });
});

describe("routing", () => {
  const reroute = (portal: Portal, totalMatches: number) =>
    perform(portal, {
      as: "admin",
      method: "POST",
      path: "/api/notifications/reroute",
      status: 200,
      events: totalMatches > 0 ? ["submission_routed", "reroute_run"] : ["reroute_run"],
      body: { data: { totalMatches } },
    });

  test("does not match a deactivated account, either by interests or as the call's author", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    const callId = insertCall(portal, { authorId: idOf("lead") });
    insertSubmission(portal, { techTags: "rotors", callId });
    deactivate(portal, "poc");
    deactivate(portal, "lead");
    await reroute(portal, 0);
    portal.db
      .update(user)
      .set({ active: true })
      .where(eq(user.id, idOf("lead")))
      .run();
    await reroute(portal, 1);
    expect(notificationsOf(portal, "poc")).toEqual([]);
    expect(notificationsOf(portal, "lead")).toHaveLength(1);
  });

  test("a published announcement notifies no deactivated account", async () => {
    const portal = await openPortal();
    deactivate(portal, "acmeUser");
    await perform(portal, {
      as: "lead",
      method: "POST",
      path: "/api/gov/announcements",
      json: { title: "Forum", body: "In May." },
      status: 201,
      events: ["announcement_published"],
    });
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
    expect(notificationsOf(portal, "acmeAdmin")).toHaveLength(1);
  });
});

describe("the last administrator", () => {
  const demoteSystemAdmin = {
    as: "systemAdmin",
    method: "PATCH",
    path: "/api/gov/admin/users",
    json: { userId: idOf("systemAdmin"), role: "GOV_ADMIN" },
  } as const;

  test("of the service is the last one whose account is active", async () => {
    const portal = await openPortal();
    portal.db
      .update(user)
      .set({ role: "GOV_SYSTEM_ADMIN" })
      .where(eq(user.id, idOf("admin")))
      .run();
    deactivate(portal, "admin");
    await perform(portal, { ...demoteSystemAdmin, status: 400, fields: ["role"], events: ["authorization_failure"] });
    expect(hasSystemAdministrator(portal.db)).toBe(true);
    deactivate(portal, "systemAdmin");
    expect(hasSystemAdministrator(portal.db)).toBe(false);
  });

  test("of an organization is the last one whose account is active", async () => {
    const portal = await openPortal();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    deactivate(portal, "acmeUser");
    await perform(portal, {
      as: "acmeAdmin",
      method: "PATCH",
      path: `/api/portal/users/${idOf("acmeAdmin")}`,
      json: { industryRole: "INDUSTRY_USER" },
      status: 400,
      events: ["authorization_failure"],
    });
    expect(portal.auditRows()[0]?.details).toContain("last administrator");
  });
});

test("a program that synchronizes the list of users sees that an account was deactivated", async () => {
  const portal = await openPortal();
  const list = (since: string) =>
    perform(portal, { as: "lead", method: "GET", path: `/api/gov/admin/users?updatedSince=${since}`, status: 200 });
  const { next } = dataOf<{ next: string }>(await list("2020-01-01T00:00:00.000Z"));
  deactivate(portal, "poc");
  expect(dataOf(await list(next))).toMatchObject({ items: [{ id: idOf("poc") }] });
});
