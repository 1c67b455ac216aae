import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { IndustryRole } from "#db/enumerations";
import { user } from "#db/schema";
import { notificationsOf, setIndustryRole, setSetting } from "../support/arrange";
import { emailOf, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const PATH = "/api/portal/users";
const change = (as: PersonKey | null, target: PersonKey, industryRole: unknown) =>
  ({ as, method: "PATCH", path: `${PATH}/${idOf(target)}`, json: { industryRole } }) as const;
const changed = { status: 200, events: ["industry_user_role_changed"] } as const;
const guarded = { status: 400, events: ["authorization_failure"] } as const;

const roleOf = (portal: Portal, person: PersonKey) =>
  portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf(person)) }).sync()?.industryRole;
const administratorsOf = (portal: Portal, organization: string) =>
  portal.db.query.user
    .findMany({
      where: (row, { and, eq }) => and(eq(row.organizationId, organization), eq(row.industryRole, "INDUSTRY_ADMIN")),
    })
    .sync();

/** Adds this many people to Acme. @returns their ids. */
function insertColleagues(portal: Portal, count: number, industryRole: IndustryRole): string[] {
  const like = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf("acmeUser")) }).sync();
  if (!like) throw new Error("There is no user of Acme");
  return Array.from({ length: count }, (_unused, index) => {
    const id = `colleague-${index}`;
    portal.db
      .insert(user)
      .values({ ...like, id, email: `${id}@example.test`, name: `Colleague ${index}`, industryRole })
      .run();
    return id;
  });
}

describe("the people of an organization", () => {
  const list = { as: "acmeAdmin", method: "GET", path: PATH } as const;

  test("are listed by name in any case, with five fields, and without other organizations' people", async () => {
    const portal = await openPortal();
    portal.db
      .update(user)
      .set({ name: "anna" })
      .where(eq(user.id, idOf("acmeUser")))
      .run();
    const answer = await perform(portal, { ...list, status: 200 });
    expect(dataOf(answer)).toEqual([
      { id: idOf("acmeUser"), email: emailOf("acmeUser"), name: "anna", industryRole: "INDUSTRY_USER", active: true },
      {
        id: idOf("acmeAdmin"),
        email: emailOf("acmeAdmin"),
        name: "Person acmeAdmin",
        industryRole: "INDUSTRY_ADMIN",
        active: true,
      },
    ]);
  });

  scenarios([
    {
      name: "are the caller's own organization's",
      ...list,
      as: "borealisAdmin",
      status: 200,
      body: { data: [{ id: idOf("borealisAdmin") }] },
    },
    { name: "are not for their users", ...list, as: "acmeUser", status: 403 },
    { name: "are not for government at this address", ...list, as: "systemAdmin", status: 403 },
    { name: "require a session", ...list, as: null, status: 401 },
  ]);
});

describe("changing a colleague's role", () => {
  test("returns the roles before and after, audits them and notifies the person", async () => {
    const portal = await openPortal();
    const answer = await perform(portal, { ...change("acmeAdmin", "acmeUser", "INDUSTRY_ADMIN"), ...changed });
    expect(dataOf(answer)).toEqual({
      id: idOf("acmeUser"),
      email: emailOf("acmeUser"),
      industryRole: "INDUSTRY_ADMIN",
      active: true,
    });
    expect(portal.auditRows()[0]).toMatchObject({
      actorId: idOf("acmeAdmin"),
      organizationId: ORGANIZATIONS.acme,
      targetType: "user",
      targetId: idOf("acmeUser"),
      details: JSON.stringify({
        before: { industryRole: "INDUSTRY_USER" },
        after: { industryRole: "INDUSTRY_ADMIN" },
      }),
    });
    expect(notificationsOf(portal, "acmeUser")).toMatchObject([
      {
        kind: "SYSTEM",
        title: "Your role changed",
        body: "You are now an administrator of acme industries.",
        linkUrl: "/account",
      },
    ]);
    expect(notificationsOf(portal, "acmeAdmin")).toEqual([]);
  });

  test("applies from the person's next request on, in both directions", async () => {
    const portal = await openPortal();
    const list = { as: "acmeUser", method: "GET", path: PATH } as const;
    await perform(portal, { ...list, status: 403 });
    await perform(portal, { ...change("acmeAdmin", "acmeUser", "INDUSTRY_ADMIN"), ...changed });
    await perform(portal, { ...list, status: 200 });
    await perform(portal, { ...change("acmeAdmin", "acmeUser", "INDUSTRY_USER"), ...changed });
    await perform(portal, { ...list, status: 403 });
  });

  test("notifies nobody who turned such notifications off", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "SYSTEM", { enabled: false });
    await perform(portal, { ...change("acmeAdmin", "acmeUser", "INDUSTRY_ADMIN"), ...changed });
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });

  test("to the same role changes nothing, notifies nobody and is not audited", async () => {
    const portal = await openPortal();
    for (const [person, role] of [
      ["acmeUser", "INDUSTRY_USER"],
      ["acmeAdmin", "INDUSTRY_ADMIN"],
    ] as const) {
      const answer = await perform(portal, { ...change("acmeAdmin", person, role), status: 200 });
      expect(dataOf(answer)).toEqual({ id: idOf(person), email: emailOf(person), industryRole: role, active: true });
      expect(notificationsOf(portal, person)).toEqual([]);
    }
  });

  scenarios([
    {
      name: "may take it from another administrator",
      ...change("acmeAdmin", "acmeUser", "INDUSTRY_USER"),
      given: (portal) => void setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN"),
      ...changed,
    },
    {
      name: "is not for oneself, even with other administrators, and the attempt is audited",
      ...change("acmeAdmin", "acmeAdmin", "INDUSTRY_USER"),
      given: (portal) => void setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN"),
      ...guarded,
      after: (portal) =>
        expect(portal.auditRows()[0]).toMatchObject({
          outcome: "DENIED",
          targetId: idOf("acmeAdmin"),
          details: JSON.stringify({ reason: "own role" }),
        }),
    },
    {
      name: "is not for the last administrator, and the attempt is audited",
      ...change("acmeAdmin", "acmeAdmin", "INDUSTRY_USER"),
      ...guarded,
      after: (portal) =>
        expect(portal.auditRows()[0]).toMatchObject({ details: JSON.stringify({ reason: "last administrator" }) }),
    },
    {
      name: "does not explain a refusal that protects an administrator",
      ...change("acmeAdmin", "acmeAdmin", "INDUSTRY_USER"),
      ...guarded,
      body: { error: "You cannot change this role" },
    },
    {
      name: "does not count administrators of other organizations",
      ...change("borealisAdmin", "borealisAdmin", "INDUSTRY_USER"),
      ...guarded,
      after: (portal) =>
        expect(portal.auditRows()[0]).toMatchObject({ details: JSON.stringify({ reason: "last administrator" }) }),
    },
    {
      name: "finds no user of another organization",
      ...change("borealisAdmin", "acmeUser", "INDUSTRY_ADMIN"),
      status: 404,
    },
    { name: "finds no government user", ...change("acmeAdmin", "poc", "INDUSTRY_ADMIN"), status: 404 },
    {
      name: "finds no missing user",
      ...change("acmeAdmin", "acmeUser", "INDUSTRY_ADMIN"),
      path: `${PATH}/none`,
      status: 404,
    },
    {
      name: "uses the user in the path, whatever the body names",
      ...change("acmeAdmin", "acmeUser", "INDUSTRY_ADMIN"),
      json: { id: idOf("acmeAdmin"), industryRole: "INDUSTRY_ADMIN", name: "Other", organizationId: "other" },
      ...changed,
      body: { data: { id: idOf("acmeUser") } },
    },
    ...[undefined, null, "", "INDUSTRY", "GOV_ADMIN", "industry_admin", 1, ["INDUSTRY_ADMIN"]].map((role) => ({
      name: `refuses the role ${JSON.stringify(role)}`,
      ...change("acmeAdmin", "acmeUser", role),
      status: 400,
      fields: ["industryRole"],
    })),
    { name: "is not for a user", ...change("acmeUser", "acmeUser", "INDUSTRY_ADMIN"), status: 403 },
    { name: "is not for government", ...change("systemAdmin", "acmeUser", "INDUSTRY_ADMIN"), status: 403 },
    { name: "requires a session", ...change(null, "acmeUser", "INDUSTRY_ADMIN"), status: 401 },
    {
      name: "accepts only JSON",
      as: "acmeAdmin",
      method: "PATCH",
      path: `${PATH}/${idOf("acmeUser")}`,
      form: { industryRole: "INDUSTRY_ADMIN" },
      status: 400,
    },
  ]);

  test.each([
    ["POST", PATH, "GET, HEAD"],
    ["DELETE", `${PATH}/${idOf("acmeUser")}`, "PATCH"],
    ["GET", `${PATH}/${idOf("acmeUser")}`, "PATCH"],
  ])("%s %s is not an allowed method", async (method, path, allow) => {
    const portal = await openPortal();
    const answer = await perform(portal, { as: "acmeAdmin", method, path, status: 405 });
    expect(answer.headers.get("allow")).toBe(allow);
  });
});

describe("two or more administrators who demote each other at the same time", () => {
  test("two: exactly one stays an administrator", { tags: "race" }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const portal = await openPortal();
      setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
      const send = (as: PersonKey, target: PersonKey) => {
        const { method, path, json } = change(as, target, "INDUSTRY_USER");
        return portal.request(as, method, path, { json });
      };
      const answers = await Promise.all([send("acmeAdmin", "acmeUser"), send("acmeUser", "acmeAdmin")]);
      expect(administratorsOf(portal, ORGANIZATIONS.acme)).toHaveLength(1);
      // The second one has lost the role by the time of the write.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(portal.auditRows().map(({ event }) => event)).toEqual(["industry_user_role_changed"]);
    }
  });

  test("many: at least one stays an administrator", { tags: "race" }, async () => {
    const portal = await openPortal();
    const ids = insertColleagues(portal, 20, "INDUSTRY_ADMIN");
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const all = [...ids, idOf("acmeAdmin"), idOf("acmeUser")];
    const json = { industryRole: "INDUSTRY_USER" };
    const answers = await Promise.all(
      all.flatMap((id) =>
        (["acmeAdmin", "acmeUser"] as const).map((as) => portal.request(as, "PATCH", `${PATH}/${id}`, { json })),
      ),
    );
    const left = administratorsOf(portal, ORGANIZATIONS.acme);
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const demotions = portal.auditRows().filter(({ event }) => event === "industry_user_role_changed");
    expect(demotions).toHaveLength(all.length - left.length);
  });

  test("one who loses the role during a request cannot take it back with that request", { tags: "race" }, async () => {
    const portal = await openPortal();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const down = change("acmeAdmin", "acmeUser", "INDUSTRY_USER");
    const up = change("acmeUser", "acmeUser", "INDUSTRY_ADMIN");
    const [lowered, raised] = await Promise.all([
      portal.request(down.as, down.method, down.path, { json: down.json }),
      portal.request(up.as, up.method, up.path, { json: up.json }),
    ]);
    expect([lowered?.status, raised?.status]).toEqual([200, 403]);
    expect(roleOf(portal, "acmeUser")).toBe("INDUSTRY_USER");
  });
});
