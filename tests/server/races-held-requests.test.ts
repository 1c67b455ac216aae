import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { RATE_LIMITS } from "~/values/limits";
import { deactivateAs } from "../support/administration";
import { insertCall, setIndustryRole } from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { fileBody, formBody, type HeldBody, holdRequest, jsonBody } from "../support/held-request";
import { openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";

/*
 * Requests whose sender loses a permission between the headers and the body. None of them may succeed.
 */

/** How a user loses authority while a request is open. */
interface Loss {
  what: string;
  /** The API's status then. */
  status: 401 | 403;
  lose: (portal: Portal, person: PersonKey) => unknown;
}

const ask = async (portal: Portal, as: PersonKey, method: string, path: string, json?: object) => {
  const answer = await portal.request(as, method, path, { json });
  expect(answer.status, answer.text).toBeLessThan(300);
};

const signOut = (portal: Portal, person: PersonKey) => ask(portal, person, "DELETE", "/api/session");

const SESSION_ENDED: Loss = { what: "signed out", status: 401, lose: signOut };

/** Uses another session of the same person, so that it ends the session of the open request. */
const PASSWORD_CHANGED: Loss = {
  what: "changed the password",
  status: 401,
  lose: (portal, person) => {
    portal.newSessions();
    const json = { currentPassword: PASSWORD, newPassword: "Granite-Sparrow-58-Beacon" };
    return ask(portal, person, "POST", "/api/account/password", json);
  },
};

const DEACTIVATED: Loss = { what: "was deactivated", status: 401, lose: deactivateAs };
const DEACTIVATED_ON_PAGE: Loss = {
  what: "was deactivated on a page",
  status: 401,
  lose: (portal, person) => deactivateAs(portal, person, "page"),
};
const REACTIVATED: Loss = {
  what: "was deactivated and reactivated",
  status: 401,
  lose: (portal, person) => deactivateAs(portal, person, "and back"),
};

const DEMOTED: Loss = {
  what: "was demoted",
  status: 403,
  lose: (portal, person) =>
    ask(portal, "systemAdmin", "PATCH", "/api/gov/admin/users", { userId: idOf(person), role: "GOV_READONLY" }),
};

/** Even a role that passes the same gate changes a user's authority. */
const PROMOTED: Loss = {
  what: "got another role",
  status: 403,
  lose: (portal, person) =>
    ask(portal, "systemAdmin", "PATCH", "/api/gov/admin/users", { userId: idOf(person), role: "GOV_SYSTEM_ADMIN" }),
};

const MOVED: Loss = {
  what: "got another command",
  status: 403,
  lose: (portal, person) =>
    ask(portal, "systemAdmin", "PATCH", "/api/gov/admin/users", { userId: idOf(person), commandId: COMMANDS.bravo }),
};

const MUST_ROTATE: Loss = {
  what: "must change the password",
  status: 403,
  lose: (portal, person) =>
    portal.db
      .update(user)
      .set({ mustChangePassword: true })
      .where(eq(user.id, idOf(person)))
      .run(),
};

const ORGANIZATION_ROLE_LOST: Loss = {
  what: "lost the organization role",
  status: 403,
  lose: (portal, person) => {
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    return ask(portal, "acmeUser", "PATCH", `/api/portal/users/${idOf(person)}`, { industryRole: "INDUSTRY_USER" });
  },
};

const ORGANIZATION_CHANGED: Loss = {
  what: "got another organization",
  status: 403,
  lose: (portal, person) =>
    portal.db
      .update(user)
      .set({ organizationId: ORGANIZATIONS.borealis })
      .where(eq(user.id, idOf(person)))
      .run(),
};

const OF_EVERYONE = [SESSION_ENDED, PASSWORD_CHANGED, DEACTIVATED, DEACTIVATED_ON_PAGE, REACTIVATED, MUST_ROTATE];
const OF_GOVERNMENT = [...OF_EVERYONE, DEMOTED, PROMOTED, MOVED];
const OF_INDUSTRY = [...OF_EVERYONE, ORGANIZATION_ROLE_LOST, ORGANIZATION_CHANGED];

interface HeldAct {
  what: string;
  by: PersonKey;
  losses: readonly Loss[];
  api?: { at: readonly [method: string, path: string]; body: HeldBody };
  page?: { path: string; body: HeldBody };
}

const NEW_ADMIN = {
  email: "second@example.test",
  name: "Second",
  password: "Marble-Lantern-42-Quay",
  role: "GOV_ADMIN",
};
const ANNOUNCEMENT = { title: "Forum", body: "In May." };
const INVITATION = { email: "friend@example.test", industryRole: "INDUSTRY_ADMIN" };
const PROFILE = { website: "https://acme.example.test", orgType: "COMPANY" };
const SUBMISSION = { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet, and it turns." };

const ACTS: readonly HeldAct[] = [
  {
    what: "creating an administrator",
    by: "admin",
    losses: OF_GOVERNMENT,
    api: { at: ["POST", "/api/gov/admin/users"], body: jsonBody(NEW_ADMIN) },
    page: { path: "/gov/admin/users?add", body: formBody(NEW_ADMIN) },
  },
  {
    what: "publishing an announcement",
    by: "lead",
    losses: OF_GOVERNMENT,
    api: { at: ["POST", "/api/gov/announcements"], body: jsonBody(ANNOUNCEMENT) },
    page: { path: "/gov/announcements/new", body: formBody(ANNOUNCEMENT) },
  },
  {
    what: "inviting a colleague",
    by: "acmeAdmin",
    losses: OF_INDUSTRY,
    api: { at: ["POST", "/api/portal/invitations"], body: jsonBody(INVITATION) },
    page: { path: "/portal/users", body: formBody(INVITATION) },
  },
  {
    what: "changing the profile",
    by: "acmeAdmin",
    losses: OF_INDUSTRY,
    api: { at: ["PUT", "/api/portal/profile"], body: jsonBody(PROFILE) },
    page: { path: "/portal/profile/edit", body: formBody(PROFILE) },
  },
  {
    what: "sending a submission with a file",
    by: "acmeAdmin",
    losses: OF_INDUSTRY,
    api: { at: ["POST", "/api/portal/submissions"], body: fileBody(SUBMISSION, "file", "paper.txt", "A paper.") },
    page: { path: "/portal/submissions/new", body: fileBody(SUBMISSION, "file", "paper.txt", "A paper.") },
  },
];

const open = () => openPortal({ DEMO_LOCK_CREDENTIALS: "false" });

/** Finishes a held request, which must have changed nothing and left no trace of a success. */
async function finishRefused(portal: Portal, finish: () => Promise<TestResponse>): Promise<TestResponse> {
  const before = contents(portal);
  const rows = portal.auditRows().length;
  const answer = await finish();
  expect(contents(portal), `it returned ${answer.status}`).toEqual(before);
  expect(portal.auditRows().slice(rows)).toEqual([]);
  return answer;
}

/** A page's refusal: a redirect to sign in, or the page that says it is not allowed. */
function expectPageRefused({ status, headers }: TestResponse, loss: Loss): void {
  expect(status).toBe(loss.status === 403 ? 403 : 302);
  if (status === 302) expect(headers.get("location")).toMatch(/^\/login\?/);
}

describe.each(ACTS)("$what, with a body that arrives after its sender", ({ by, losses, api, page }) => {
  for (const loss of losses) {
    test(`${loss.what}, is refused by the API and by the page`, { tags: "race" }, async () => {
      if (api) {
        const portal = await open();
        const held = await holdRequest(portal, by, api.at, api.body);
        await loss.lose(portal, by);
        expect((await finishRefused(portal, held.finish)).status).toBe(loss.status);
      }
      if (page) {
        const portal = await open();
        const held = await holdRequest(portal, by, ["POST", page.path], page.body);
        await loss.lose(portal, by);
        expectPageRefused(await finishRefused(portal, held.finish), loss);
      }
    });
  }
});

describe("held requests", () => {
  test("an administrator who was demoted and signed out creates no other administrator", { tags: "race" }, async () => {
    const portal = await open();
    const held = await holdRequest(portal, "admin", ["POST", "/api/gov/admin/users"], jsonBody(NEW_ADMIN));
    await DEMOTED.lose(portal, "admin");
    await signOut(portal, "admin");
    expect((await finishRefused(portal, held.finish)).status).toBe(401);
  });

  test("many held requests of one person all fail once the role is removed", { tags: "race" }, async () => {
    const portal = await open();
    const held = await Promise.all(
      Array.from({ length: 8 }, (_unused, index) => {
        const body = jsonBody({ ...NEW_ADMIN, email: `another-${index}@example.test` });
        return holdRequest(portal, "admin", ["POST", "/api/gov/admin/users"], body);
      }),
    );
    // Half of the bodies arrive while the role is being removed.
    const [early, late] = [held.slice(0, 4), held.slice(4)];
    const first = early.map(({ finish }) => finish());
    await DEMOTED.lose(portal, "admin");
    const demotedAt = portal.auditRows().find(({ event }) => event === "gov_user_role_changed")?.seq ?? 0;
    const answers = [...(await Promise.all(first)), ...(await Promise.all(late.map(({ finish }) => finish())))];
    for (const { status } of answers) expect([201, 403]).toContain(status);
    const created = portal.auditRows().filter(({ event }) => event === "gov_user_created");
    expect(created).toHaveLength(answers.filter(({ status }) => status === 201).length);
    for (const { seq, actorRole } of created) {
      expect(seq).toBeLessThan(demotedAt);
      expect(actorRole).toBe("GOV_ADMIN");
    }
  });
});

describe("what a held request looks up for a sender who may no longer ask", () => {
  test("a refused form shows no page of the role that its sender had", { tags: "race" }, async () => {
    const portal = await open();
    const tooShort = formBody({ ...NEW_ADMIN, password: "short" });
    const held = await holdRequest(portal, "admin", ["POST", "/gov/admin/users?add"], tooShort);
    await DEMOTED.lose(portal, "admin");
    const { status, text } = await finishRefused(portal, held.finish);
    expect(status).toBe(403);
    expect(text).not.toContain(idOf("bravoPoc"));
    expect(text).not.toContain("bravopoc@example.test");
  });

  test("a form that a limit refuses before it is read shows no page of that role either", {
    tags: "race",
  }, async () => {
    const portal = await open();
    for (let sent = 0; sent < RATE_LIMITS.invitation.max; sent += 1) {
      await ask(portal, "acmeAdmin", "POST", "/api/portal/invitations", {
        ...INVITATION,
        email: `c${sent}@example.test`,
      });
    }
    const held = await holdRequest(portal, "acmeAdmin", ["POST", "/portal/users"], formBody(INVITATION));
    await ORGANIZATION_ROLE_LOST.lose(portal, "acmeAdmin");
    const { status, text } = await finishRefused(portal, held.finish);
    expect(status).toBe(429);
    expect(text).not.toContain("c1@example.test");
  });

  test("an invalid body is not described, and not recorded as a failed change, after the session ended", {
    tags: "race",
  }, async () => {
    const portal = await open();
    const body = jsonBody({ currentPassword: "" });
    const held = await holdRequest(portal, "poc", ["POST", "/api/account/password"], body);
    await signOut(portal, "poc");
    const answer = await finishRefused(portal, held.finish);
    expect(answer.status).toBe(401);
    expect(answer.body).not.toHaveProperty("fields");
  });

  test("a form that was accepted before does not get the same response again", { tags: "race" }, async () => {
    const portal = await open();
    const fields = { ...ANNOUNCEMENT, formKey: "b3f1c7de-9a34-4c38-9d5b-1c1f0f6b7a10" };
    const send = () => holdRequest(portal, "lead", ["POST", "/gov/announcements/new"], formBody(fields));
    expect((await (await send()).finish()).headers.get("location")).toMatch(/^\/gov\/announcements\//);
    const again = await send();
    await DEMOTED.lose(portal, "lead");
    expectPageRefused(await finishRefused(portal, again.finish), DEMOTED);
  });
});

describe("a session that expires while its request is open", () => {
  test("was valid when the request began, so the request is accepted", { tags: "race" }, async () => {
    const portal = await openPortal({ SESSION_IDLE_MINUTES: "5" });
    insertCall(portal);
    const body = jsonBody(ANNOUNCEMENT);
    const held = await holdRequest(portal, "lead", ["POST", "/api/gov/announcements"], body);
    portal.advance(14 * 60_000);
    expect((await held.finish()).status).toBe(201);
    expect((await portal.request("lead", "GET", "/api/session")).status).toBe(401);
  });
});

test("a request that needs no session is accepted without it, and names nobody", { tags: "race" }, async () => {
  const portal = await open();
  const view = jsonBody({ path: "/calls" });
  const held = await holdRequest(portal, "poc", ["POST", "/api/analytics/pageview"], view);
  await signOut(portal, "poc");
  expect((await held.finish()).status).toBe(201);
  expect(portal.auditRows().at(-1)).toMatchObject({ event: "pageview", actorId: null, actorRole: null });
});
