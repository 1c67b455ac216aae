import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { GOVERNMENT_ROLES, type GovernmentRole } from "#db/enumerations";
import { user } from "#db/schema";
import { mustRotate } from "../support/arrange";
import { COMMANDS, emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const PATH = "/api/gov/admin/users";
const NEWCOMER = { email: "new@example.test", name: "New Person", password: PASSWORD, role: "GOV_POC" };
const create = { as: "admin", method: "POST", path: PATH } as const;
const created = { status: 201, events: ["gov_user_created"] } as const;
const change = (as: PersonKey | null, json: object) => ({ as, method: "PATCH", path: PATH, json }) as const;
const roleChanged = { status: 200, events: ["gov_user_role_changed"] } as const;
const updated = { status: 200, events: ["gov_user_updated"] } as const;

/** Which roles each tier assigns (decisions, "Roles, gates, reach"). */
const ASSIGNS: [as: PersonKey, roles: readonly GovernmentRole[]][] = [
  ["readonly", []],
  ["poc", []],
  ["lead", ["GOV_READONLY", "GOV_POC"]],
  ["admin", ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN"]],
  ["systemAdmin", GOVERNMENT_ROLES],
  ["acmeAdmin", []],
];

const setRole = (portal: Portal, person: PersonKey, role: GovernmentRole) =>
  portal.db
    .update(user)
    .set({ role })
    .where(eq(user.id, idOf(person)))
    .run();

/** Users who administer users see what is wrong with the assignment. Others get 403. */
const refusalOf = (as: PersonKey, field: string) =>
  ASSIGNS.some(([person, roles]) => person === as && roles.length > 0)
    ? { status: 400, fields: [field] }
    : { status: 403 };

describe("assigning roles", () => {
  for (const [as, assignable] of ASSIGNS) {
    for (const role of GOVERNMENT_ROLES) {
      const may = assignable.includes(role);
      test(`${as} ${may ? "may" : "may not"} create a ${role}`, async () => {
        const portal = await openPortal();
        const json = { ...NEWCOMER, role, commandId: COMMANDS.alpha };
        const refusal = refusalOf(as, "role");
        await perform(portal, { ...create, as, json, ...(may ? created : refusal) });
      });
      test(`${as} ${may ? "may" : "may not"} make a POC of its command a ${role}`, async () => {
        const portal = await openPortal();
        const same = role === "GOV_POC" ? { status: 200, events: [] } : roleChanged;
        // A command lead and anyone above may change a POC, so the server refuses the role in the body.
        await perform(portal, {
          ...change(as, { userId: idOf("poc"), role }),
          ...(may ? same : refusalOf(as, "role")),
        });
      });
      test(`${as} ${may ? "may" : "may not"} change a ${role}`, async () => {
        const portal = await openPortal();
        const other = as === "poc" ? "readonly" : "poc";
        setRole(portal, other, role);
        const json = { userId: idOf(other), title: "Officer" };
        await perform(portal, { ...change(as, json), ...(may ? updated : { status: 403 }) });
      });
    }
  }
});

describe("a command lead's reach", () => {
  const mine = { ...NEWCOMER, commandId: COMMANDS.alpha };
  const notMine = { status: 400, fields: ["commandId"] };
  scenarios([
    { name: "includes creating users in its own command", ...create, as: "lead", json: mine, ...created },
    {
      name: "does not include creating a user in another",
      ...create,
      as: "lead",
      json: { ...mine, commandId: COMMANDS.bravo },
      ...notMine,
    },
    { name: "does not include creating a user without a command", ...create, as: "lead", json: NEWCOMER, ...notMine },
    {
      name: "can include changing only a title",
      ...change("lead", { userId: idOf("poc"), title: "Officer" }),
      ...updated,
      body: { data: { title: "Officer", role: "GOV_POC", commandId: COMMANDS.alpha } },
    },
    {
      name: "may name the command that the user already has",
      ...change("lead", { userId: idOf("poc"), commandId: COMMANDS.alpha, role: "GOV_READONLY" }),
      ...roleChanged,
    },
    {
      name: "does not include the lead",
      ...change("lead", { userId: idOf("lead"), title: "Chief" }),
      status: 403,
    },
    {
      name: "does not include an admin of the same command",
      ...change("lead", { userId: idOf("admin"), title: "Officer" }),
      given: (portal) =>
        void portal.db
          .update(user)
          .set({ commandId: COMMANDS.alpha })
          .where(eq(user.id, idOf("admin")))
          .run(),
      status: 403,
    },
    {
      name: "does not include users without a command, even if the lead has none",
      ...change("lead", { userId: idOf("poc"), title: "Officer" }),
      given: (portal) => void portal.db.update(user).set({ commandId: null }).run(),
      status: 403,
    },
    {
      name: "does not create a user without a command, even if the lead has none",
      ...create,
      as: "lead",
      given: (portal) => void portal.db.update(user).set({ commandId: null }).run(),
      json: NEWCOMER,
      ...notMine,
    },
    {
      name: "a lead sees that a user is outside its reach before it sees problems with the command",
      ...change("lead", { userId: idOf("bravoPoc"), commandId: "none" }),
      status: 403,
    },
    {
      name: "does not change a user of another command",
      ...change("lead", { userId: idOf("bravoPoc"), title: "Officer" }),
      status: 403,
    },
    {
      name: "does not move its own user to another command",
      ...change("lead", { userId: idOf("poc"), commandId: COMMANDS.bravo }),
      ...notMine,
    },
    {
      name: "does not remove its own user from every command",
      ...change("lead", { userId: idOf("poc"), commandId: null }),
      ...notMine,
    },
    {
      name: "includes nobody if the lead has no command",
      ...create,
      as: "lead",
      given: (portal) =>
        void portal.db
          .update(user)
          .set({ commandId: null })
          .where(eq(user.id, idOf("lead")))
          .run(),
      json: mine,
      ...notMine,
    },
  ]);
});

describe("listing government users", () => {
  const list = { as: "lead", method: "GET", path: PATH } as const;
  test("lists users of every command with eight fields, by name in any case, and no industry user", async () => {
    const portal = await openPortal();
    for (const [person, name] of [
      ["poc", "zoe"],
      ["admin", "Yannick"],
      ["bravoPoc", "adam"],
    ] as const) {
      portal.db
        .update(user)
        .set({ name, title: "Officer" })
        .where(eq(user.id, idOf(person)))
        .run();
    }
    const answer = await perform(portal, { ...list, status: 200 });
    const users = dataOf<{ name: string; id: string }[]>(answer);
    expect(users.map(({ name }) => name)).toEqual([
      "adam",
      "Person lead",
      "Person readonly",
      "Person systemAdmin",
      "Yannick",
      "zoe",
    ]);
    expect(users[0]).toEqual({
      id: idOf("bravoPoc"),
      email: emailOf("bravoPoc"),
      name: "adam",
      role: "GOV_POC",
      commandId: COMMANDS.bravo,
      title: "Officer",
      active: true,
      lastSignInAt: null,
    });
  });

  scenarios([
    { name: "is for an admin", ...list, as: "admin", status: 200 },
    { name: "is for a system admin", ...list, as: "systemAdmin", status: 200 },
    { name: "is not for a point of contact", ...list, as: "poc", status: 403 },
    { name: "is not for a read-only user", ...list, as: "readonly", status: 403 },
    { name: "is not for industry", ...list, as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list, as: null, status: 401 },
  ]);
});

describe("creating a government user", () => {
  test("returns the user without secrets, who must change the password", async () => {
    const portal = await openPortal();
    const json = { ...NEWCOMER, email: " New@Example.TEST ", commandId: COMMANDS.bravo, title: " Officer " };
    const answer = await perform(portal, { ...create, json, ...created });
    expect(dataOf(answer)).toEqual({
      id: expect.stringMatching(/\S/),
      email: "new@example.test",
      name: "New Person",
      role: "GOV_POC",
      commandId: COMMANDS.bravo,
      title: "Officer",
      active: true,
      lastSignInAt: null,
      mustChangePassword: true,
      createdAt: portal.now().toISOString(),
    });
    expect(JSON.stringify(portal.auditRows())).not.toContain(PASSWORD);
  });

  const a = (length: number) => "a".repeat(length);
  const refused = (name: string, json: object, field: string) => ({
    name,
    ...create,
    json: { ...NEWCOMER, ...json },
    status: 400,
    fields: [field],
  });
  scenarios([
    refused("needs an email", { email: "" }, "email"),
    refused("needs a well-formed email", { email: "someone" }, "email"),
    refused("needs a name", { name: " " }, "name"),
    refused("takes no name of 201 characters", { name: a(201) }, "name"),
    { name: "accepts a name of 200", ...create, json: { ...NEWCOMER, name: a(200) }, ...created },
    refused("takes no weak password", { password: "correct-horse-7-battery" }, "password"),
    refused("takes no role of industry", { role: "INDUSTRY" }, "role"),
    refused("needs a role", { role: undefined }, "role"),
    refused("needs a password", { password: undefined }, "password"),
    refused("takes no password of 13 characters", { password: `${"a".repeat(10)}A1!` }, "password"),
    refused("takes no password of 129 characters", { password: `${"a".repeat(126)}A1!` }, "password"),
    refused("takes no password without an upper case letter", { password: `${"a".repeat(14)}1!` }, "password"),
    refused("takes no password without a lower case letter", { password: `${"A".repeat(14)}1!` }, "password"),
    refused("takes no password without a digit", { password: `${"a".repeat(14)}A!` }, "password"),
    refused("takes no password without a special character", { password: `${"a".repeat(14)}A1` }, "password"),
    {
      name: "accepts a password of 14 characters",
      ...create,
      json: { ...NEWCOMER, password: `${"a".repeat(11)}A1!` },
      ...created,
    },
    {
      name: "accepts a password of 128 characters",
      ...create,
      json: { ...NEWCOMER, password: `${"a".repeat(125)}A1!` },
      ...created,
    },
    refused("takes no email of 256 characters", { email: `${"a".repeat(243)}@example.test` }, "email"),
    refused("takes no role that there is not", { role: "GOV_KING" }, "role"),
    refused("takes no command that is not there", { commandId: "none" }, "commandId"),
    refused("takes no empty command", { commandId: "" }, "commandId"),
    refused("takes no command of 256 characters", { commandId: a(256) }, "commandId"),
    refused("takes no title of 201 characters", { title: a(201) }, "title"),
    { name: "accepts a title of 200", ...create, json: { ...NEWCOMER, title: a(200) }, ...created },
    {
      name: "accepts null for optional fields",
      ...create,
      json: { ...NEWCOMER, commandId: null, title: null },
      ...created,
    },
    { name: "requires a session", ...create, as: null, json: NEWCOMER, status: 401 },
    {
      name: "refuses an email that already has an account, in any case",
      ...create,
      json: { ...NEWCOMER, email: emailOf("acmeUser").toUpperCase() },
      status: 409,
      fields: ["email"],
    },
  ]);
});

describe("changing a government user", () => {
  test("changes role, command and title, and audits each", async () => {
    const portal = await openPortal();
    const json = { userId: idOf("poc"), role: "GOV_COMMAND_LEAD", commandId: COMMANDS.bravo, title: "Lead" };
    const answer = await perform(portal, {
      ...change("systemAdmin", json),
      status: 200,
      events: ["gov_user_role_changed", "gov_user_updated"],
    });
    const { userId, ...now } = json;
    expect(dataOf(answer)).toMatchObject({ id: userId, ...now });
    expect(answer.text).not.toContain("passwordHash");
    expect(portal.auditRows()[0]).toMatchObject({
      targetId: userId,
      details: JSON.stringify({ before: { role: "GOV_POC" }, after: { role: "GOV_COMMAND_LEAD" } }),
    });
  });

  test("keeps fields that are not sent, and null clears a field", async () => {
    const portal = await openPortal();
    await perform(portal, { ...change("admin", { userId: idOf("poc"), title: "Officer" }), ...updated });
    await perform(portal, {
      ...change("admin", { userId: idOf("poc"), commandId: null }),
      ...updated,
      body: { data: { title: "Officer", commandId: null, role: "GOV_POC" } },
    });
  });

  scenarios([
    { name: "requires a user", ...change("admin", { title: "x" }), status: 400, fields: ["userId"] },
    { name: "finds nobody", ...change("admin", { userId: "none", title: "x" }), status: 404 },
    { name: "finds no industry user", ...change("systemAdmin", { userId: idOf("acmeUser"), title: "x" }), status: 404 },
    { name: "requires a session", ...change(null, { userId: idOf("poc"), title: "x" }), status: 401 },
    { name: "refuses an empty user", ...change("admin", { userId: "", title: "x" }), status: 400, fields: ["userId"] },
    {
      name: "refuses a user of 256 characters",
      ...change("admin", { userId: "a".repeat(256), title: "x" }),
      status: 400,
      fields: ["userId"],
    },
    {
      name: "refuses a role of null",
      ...change("admin", { userId: idOf("poc"), role: null }),
      status: 400,
      fields: ["role"],
    },
    {
      name: "refuses an empty command",
      ...change("admin", { userId: idOf("poc"), commandId: "" }),
      status: 400,
      fields: ["commandId"],
    },
    {
      name: "refuses a title of 201 characters",
      ...change("admin", { userId: idOf("poc"), title: "a".repeat(201) }),
      status: 400,
      fields: ["title"],
    },
    { name: "accepts a title of 200", ...change("admin", { userId: idOf("poc"), title: "a".repeat(200) }), ...updated },
    {
      name: "of nothing changes nothing and is not audited",
      ...change("admin", { userId: idOf("poc") }),
      status: 200,
      body: { data: { role: "GOV_POC", commandId: COMMANDS.alpha, title: null } },
    },
    {
      name: "does not touch email, name, password or rotation, whatever is sent",
      ...change("systemAdmin", {
        userId: idOf("poc"),
        email: "other@example.test",
        name: "Other",
        password: PASSWORD,
        mustChangePassword: true,
        sessionVersion: 9,
      }),
      status: 200,
      body: { data: { email: emailOf("poc"), name: "Person poc", mustChangePassword: false } },
    },
    {
      name: "an admin may lower its own role",
      ...change("admin", { userId: idOf("admin"), role: "GOV_READONLY" }),
      ...roleChanged,
    },
    {
      name: "an admin may not raise its own role above its tier",
      ...change("admin", { userId: idOf("admin"), role: "GOV_SYSTEM_ADMIN" }),
      status: 400,
      fields: ["role"],
    },
    {
      name: "an admin may not lower a system administrator",
      ...change("admin", { userId: idOf("systemAdmin"), role: "GOV_POC" }),
      status: 403,
    },
    {
      name: "cannot make anyone an industry user",
      ...change("systemAdmin", { userId: idOf("poc"), role: "INDUSTRY" }),
      status: 400,
      fields: ["role"],
    },
    {
      name: "refuses a missing command",
      ...change("admin", { userId: idOf("poc"), commandId: "none" }),
      status: 400,
      fields: ["commandId"],
    },
    {
      name: "the last system administrator stays one, and the attempt is audited",
      ...change("systemAdmin", { userId: idOf("systemAdmin"), role: "GOV_ADMIN" }),
      status: 400,
      fields: ["role"],
      events: ["authorization_failure"],
      after: (portal) =>
        expect(portal.auditRows()[0]).toMatchObject({ targetId: idOf("systemAdmin"), outcome: "DENIED" }),
    },
    {
      name: "one of two system administrators can change",
      ...change("systemAdmin", { userId: idOf("systemAdmin"), role: "GOV_ADMIN" }),
      given: (portal) => void setRole(portal, "admin", "GOV_SYSTEM_ADMIN"),
      ...roleChanged,
    },
    {
      name: "the last system administrator may be given a title",
      ...change("systemAdmin", { userId: idOf("systemAdmin"), role: "GOV_SYSTEM_ADMIN", title: "Chief" }),
      ...updated,
    },
  ]);
});

describe("the live session of a changed user", () => {
  const session = { as: "poc", method: "GET", path: "/api/session", status: 200 } as const;
  const users = { as: "poc", method: "GET", path: PATH } as const;

  test("gains and loses the new role and command from the next request on", async () => {
    const portal = await openPortal();
    await perform(portal, { ...users, status: 403 });
    await perform(portal, {
      ...change("admin", { userId: idOf("poc"), role: "GOV_COMMAND_LEAD", commandId: COMMANDS.bravo }),
      status: 200,
      events: ["gov_user_role_changed", "gov_user_updated"],
    });
    await perform(portal, { ...session, body: { data: { role: "GOV_COMMAND_LEAD", commandId: COMMANDS.bravo } } });
    await perform(portal, { ...users, status: 200 });
    await perform(portal, { ...change("poc", { userId: idOf("bravoPoc"), title: "Officer" }), ...updated });
    await perform(portal, { ...change("admin", { userId: idOf("poc"), role: "GOV_READONLY" }), ...roleChanged });
    await perform(portal, { ...users, status: 403 });
    await perform(portal, { ...change("poc", { userId: idOf("bravoPoc"), title: "Chief" }), status: 403 });
  });

  test("of an administrator who lowered their own role no longer administers anything", async () => {
    const portal = await openPortal();
    await perform(portal, { ...change("admin", { userId: idOf("admin"), role: "GOV_POC" }), ...roleChanged });
    await perform(portal, { ...change("admin", { userId: idOf("admin"), role: "GOV_ADMIN" }), status: 403 });
  });
});

describe("a user who must change the password", () => {
  const unlocked = { DEMO_LOCK_CREDENTIALS: "false" };
  const given = (portal: Portal) => void mustRotate(portal, "poc");
  const who = { as: "poc", method: "GET" } as const;
  scenarios([
    { name: "reads nothing before that", ...who, path: "/api/notifications", settings: unlocked, given, status: 403 },
    {
      name: "reads the public feeds as anyone does",
      ...who,
      path: "/api/portal/calls",
      settings: unlocked,
      given,
      status: 200,
      body: { data: [] },
    },
    {
      name: "writes nothing before that",
      ...who,
      method: "POST",
      path: "/api/notifications/read",
      json: { all: true },
      settings: unlocked,
      given,
      status: 403,
    },
    {
      name: "may read the session, which reports that",
      ...who,
      path: "/api/session",
      settings: unlocked,
      given,
      status: 200,
      body: { data: { mustChangePassword: true } },
    },
    {
      name: "may sign out",
      ...who,
      method: "DELETE",
      path: "/api/session",
      settings: unlocked,
      given,
      status: 200,
      events: ["sign_out"],
    },
    {
      name: "may change it, and signs in with the new one",
      ...who,
      method: "POST",
      path: "/api/account/password",
      json: { currentPassword: PASSWORD, newPassword: `${PASSWORD}-New` },
      settings: unlocked,
      given,
      status: 200,
      events: ["password_change_success"],
      after: async (portal) => {
        portal.newSessions();
        await perform(portal, { ...who, path: "/api/notifications", status: 200 });
      },
    },
    { name: "is not blocked while credentials are locked", ...who, path: "/api/notifications", given, status: 200 },
  ]);
});
