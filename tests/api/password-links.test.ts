import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { accountLink, user } from "#db/schema";
import { findAccountLink, forgetOldAccountLinks, makeAccountLink } from "~/domain/account-link/links.server";
import { countPasskeys } from "~/domain/second-factor/passkeys.server";
import { countRecoveryCodes, factorSince } from "~/domain/second-factor/records.server";
import { hashToken } from "~/operations/session.server";
import { RATE_LIMITS } from "~/values/limits";
import { deactivate, insertPasswordLink, instant, notificationsOf, setIndustryRole } from "../support/arrange";
import { COMMANDS, emailOf, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { NEW_PASSWORD_EDGES } from "../support/password-edges";
import { dataOf, HOST, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { contents, perform, scenarios } from "../support/scenario";
import { insertPasskey, insertSecondFactor } from "../support/second-factor";

const UNLOCKED = { DEMO_LOCK_CREDENTIALS: "false" };
const NEW = "Another-Horse-8-Battery";
const USE = "/api/account/password-link/use";
const create = (as: PersonKey | null, person: PersonKey) =>
  ({ as, method: "POST", path: `/api/accounts/${idOf(person)}/password-link`, json: {} }) as const;
const created = { status: 201, events: ["password_link_created"] } as const;
const use = { as: null, method: "POST", path: USE } as const;
const used = { status: 200, events: ["password_link_used"] } as const;
const INVALID = { status: 400, body: { error: "This link has expired or is invalid. Ask for a new one" } };

const open = () => openPortal(UNLOCKED);
const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf("/") + 1);
const tokenFrom = async (portal: Portal, as: PersonKey, person: PersonKey) =>
  tokenOf(dataOf<{ url: string }>(await perform(portal, { ...create(as, person), ...created })));
const signIn = (portal: Portal, person: PersonKey, password: string) =>
  portal.request(null, "POST", "/api/session", { json: { email: emailOf(person), password } });
const userRow = (portal: Portal, person: PersonKey) =>
  portal.db.query.user.findFirst({ where: (row) => eq(row.id, idOf(person)) }).sync();
const change = (portal: Portal, person: PersonKey, values: Partial<typeof user.$inferInsert>) =>
  portal.db
    .update(user)
    .set(values)
    .where(eq(user.id, idOf(person)))
    .run();

describe("making a password link", () => {
  test("returns a link with 256 random bits for an hour, and the database has only its hash", async () => {
    const portal = await open();
    const response = await perform(portal, { ...create("acmeAdmin", "acmeUser"), ...created });
    const made = dataOf<{ url: string; expiresAt: string }>(response);
    expect(made).toEqual({
      url: expect.stringMatching(new RegExp(`^http://${HOST}/password/[\\w-]{43}$`)),
      expiresAt: instant(portal, HOUR),
    });
    expect(portal.db.query.accountLink.findMany().sync()).toEqual([
      {
        tokenHash: hashToken(tokenOf(made)),
        id: expect.stringMatching(/\S/),
        userId: idOf("acmeUser"),
        purpose: "PASSWORD",
        isRequested: false,
        removesSecondFactor: false,
        sessionVersion: 1,
        createdBy: idOf("acmeAdmin"),
        createdAt: instant(portal),
        expiresAt: made.expiresAt,
      },
    ]);
    expect(JSON.stringify(contents(portal))).not.toContain(tokenOf(made));
    expect(portal.auditRows()).toMatchObject([
      {
        actorId: idOf("acmeAdmin"),
        organizationId: ORGANIZATIONS.acme,
        targetId: idOf("acmeUser"),
        details: JSON.stringify({ expiresAt: made.expiresAt }),
      },
    ]);
    expect(JSON.stringify(portal.auditRows())).not.toContain(tokenOf(made));
    expect(JSON.stringify(portal.log)).not.toContain(tokenOf(made));
  });

  scenarios([
    { name: "is refused for one's own account", settings: UNLOCKED, ...create("acmeAdmin", "acmeAdmin"), status: 400 },
    {
      name: "is refused for a deactivated account",
      settings: UNLOCKED,
      ...create("acmeAdmin", "acmeUser"),
      given: (portal) => void deactivate(portal, "acmeUser"),
      status: 400,
    },
    { name: "is refused while credentials are locked", ...create("acmeAdmin", "acmeUser"), status: 403 },
  ]);

  test("is limited for each administrator", async () => {
    const portal = await open();
    for (let time = 0; time < RATE_LIMITS.accountLink.max; time += 1) await tokenFrom(portal, "acmeAdmin", "acmeUser");
    await perform(portal, { ...create("acmeAdmin", "acmeUser"), status: 429 });
    await tokenFrom(portal, "systemAdmin", "acmeUser");
  });
});

describe("using a password link", () => {
  test("sets the password, ends every session, and works once", async () => {
    const portal = await open();
    change(portal, "acmeUser", { mustChangePassword: true });
    const session = portal.cookieOf("acmeUser");
    const token = await tokenFrom(portal, "acmeAdmin", "acmeUser");
    await perform(portal, { ...use, json: { token, password: NEW }, ...used, body: { data: { changed: true } } });
    expect(portal.auditRows().at(-1)).toMatchObject({
      actorEmail: emailOf("acmeUser"),
      targetId: idOf("acmeUser"),
      organizationId: ORGANIZATIONS.acme,
    });
    expect(userRow(portal, "acmeUser")).toMatchObject({ mustChangePassword: false, sessionVersion: 2 });
    expect(portal.db.query.accountLink.findMany().sync()).toEqual([]);
    const who = { as: null, method: "GET", path: "/api/session", headers: { cookie: session } } as const;
    await perform(portal, { ...who, status: 401 });
    expect((await signIn(portal, "acmeUser", PASSWORD)).status).toBe(401);
    expect((await signIn(portal, "acmeUser", NEW)).status).toBe(200);
    await perform(portal, { ...use, json: { token, password: PASSWORD }, ...INVALID });
  });

  test("two uses at once set the password once", async () => {
    const portal = await open();
    const token = await tokenFrom(portal, "admin", "poc");
    const answers = await Promise.all(
      [NEW, "Third-Horse-9-Battery"].map((password) =>
        portal.request(null, "POST", USE, { json: { token, password } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(userRow(portal, "poc")?.sessionVersion).toBe(2);
  });

  /** What revokes a link that the government's administrator made for the point of contact. */
  const REVOKED: Record<string, (portal: Portal) => unknown> = {
    "an hour passed": (portal) => portal.advance(HOUR),
    "another link was made": (portal) => tokenFrom(portal, "systemAdmin", "poc"),
    "the account was deactivated": (portal) => deactivate(portal, "poc"),
    "the password was changed": (portal) =>
      portal.request("poc", "POST", "/api/account/password", { json: { currentPassword: PASSWORD, newPassword: NEW } }),
    "the account's email was changed": (portal) =>
      portal.request("systemAdmin", "PATCH", `/api/gov/admin/users/${idOf("poc")}/email`, {
        json: { email: "new@agency.test" },
      }),
    "its maker was deactivated": (portal) => deactivate(portal, "admin"),
    "its maker lost the role": (portal) => change(portal, "admin", { role: "GOV_POC" }),
    "the account's role grew beyond its maker's reach": (portal) =>
      change(portal, "poc", { role: "GOV_SYSTEM_ADMIN", commandId: null }),
  };

  test.each(Object.entries(REVOKED))("is refused after %s", async (_name, revoke) => {
    const portal = await open();
    const token = await tokenFrom(portal, "admin", "poc");
    await revoke(portal);
    const hash = userRow(portal, "poc")?.passwordHash;
    await perform(portal, { ...use, json: { token, password: "Fourth-Horse-9-Battery" }, ...INVALID });
    expect(userRow(portal, "poc")?.passwordHash).toBe(hash);
  });

  const patch = async (portal: Portal, as: PersonKey, path: string, json: object) =>
    expect((await portal.request(as, "PATCH", path, { json })).status).toBe(200);
  const changeUser = (person: PersonKey, json: object) => (portal: Portal) =>
    patch(portal, "systemAdmin", "/api/gov/admin/users", { userId: idOf(person), ...json });
  const changeColleague = (json: object) => (portal: Portal) =>
    patch(portal, "acmeAdmin", `/api/portal/users/${idOf("acmeUser")}`, json);
  type Change = (portal: Portal) => unknown;
  /** What revokes a link, and what undoes that. */
  const UNDONE: [what: string, maker: PersonKey, owner: PersonKey, revoke: Change, undo: Change][] = [
    [
      "its maker was deactivated and reactivated",
      "admin",
      "poc",
      changeUser("admin", { active: false }),
      changeUser("admin", { active: true }),
    ],
    [
      "its maker was demoted and promoted",
      "admin",
      "poc",
      changeUser("admin", { role: "GOV_READONLY" }),
      changeUser("admin", { role: "GOV_ADMIN" }),
    ],
    [
      "its maker was in another command for a while",
      "lead",
      "poc",
      changeUser("lead", { commandId: COMMANDS.bravo }),
      changeUser("lead", { commandId: COMMANDS.alpha }),
    ],
    [
      "the account was in another command for a while",
      "lead",
      "poc",
      changeUser("poc", { commandId: COMMANDS.bravo }),
      changeUser("poc", { commandId: COMMANDS.alpha }),
    ],
    [
      "the account was deactivated and reactivated",
      "admin",
      "poc",
      changeUser("poc", { active: false }),
      changeUser("poc", { active: true }),
    ],
    [
      "its maker lost the organization role for a while",
      "acmeUser",
      "acmeAdmin",
      changeColleague({ industryRole: "INDUSTRY_USER" }),
      changeColleague({ industryRole: "INDUSTRY_ADMIN" }),
    ],
    [
      "its maker was deactivated in their organization for a while",
      "acmeUser",
      "acmeAdmin",
      changeColleague({ active: false }),
      changeColleague({ active: true }),
    ],
  ];

  test.each(UNDONE)("is still refused after %s", async (_what, maker, owner, revoke, undo) => {
    const portal = await open();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const identity = insertPasswordLink(portal, owner, { purpose: "IDENTITY", createdBy: idOf(maker) });
    const token = await tokenFrom(portal, maker, owner);
    expect(findAccountLink(portal.db, "IDENTITY", identity, portal.now())).not.toBeNull();
    await revoke(portal);
    await undo(portal);
    await perform(portal, { ...use, json: { token, password: NEW }, ...INVALID });
    expect(findAccountLink(portal.db, "IDENTITY", identity, portal.now())).toBeNull();
  });

  scenarios([
    {
      name: "is refused while credentials are locked",
      ...use,
      given: (portal) => ({ json: { token: insertPasswordLink(portal, "poc"), password: NEW } }),
      status: 403,
      body: { error: "Credential changes are locked on this deployment." },
    },
    {
      name: "is refused for a link of another purpose",
      ...use,
      settings: UNLOCKED,
      given: (portal) => ({
        json: { token: insertPasswordLink(portal, "poc", { purpose: "IDENTITY" }), password: NEW },
      }),
      ...INVALID,
    },
    {
      name: "asks for the token and the password",
      settings: UNLOCKED,
      ...use,
      json: {},
      status: 400,
      fields: ["token", "password"],
    },
    ...NEW_PASSWORD_EDGES.map(([password, what, good]) => ({
      name: `${good ? "accepts" : "refuses"} a password ${what}`,
      ...use,
      settings: UNLOCKED,
      given: (portal: Portal) => ({ json: { token: insertPasswordLink(portal, "poc"), password } }),
      ...(good ? used : { status: 400, fields: ["password"] }),
    })),
  ]);

  test("tries are limited for each address", async () => {
    const portal = await open();
    const guess = { json: { token: "no-such-token", password: NEW } };
    for (let time = 0; time < RATE_LIMITS.accountLinkUse.max; time += 1) {
      await perform(portal, { ...use, ...guess, status: 400 });
    }
    await perform(portal, { ...use, ...guess, status: 429 });
    const good = { token: insertPasswordLink(portal, "poc"), password: NEW };
    await perform(portal, { ...use, json: good, status: 429 });
    await perform(portal, { ...use, json: good, ip: "198.51.100.7", ...used });
  });
});

describe("an account that an intruder may have had", () => {
  const factorsOf = (portal: Portal) => ({
    app: factorSince(portal.services, idOf("poc")) !== null,
    passkeys: countPasskeys(portal.services, idOf("poc")),
    codes: countRecoveryCodes(portal.services, idOf("poc")),
  });
  const taken = async () => {
    const portal = await open();
    insertSecondFactor(portal, "poc");
    insertPasskey(portal, "poc");
    return portal;
  };

  test("keeps its second factors, unless the link's maker asked to remove them", async () => {
    const portal = await taken();
    const before = factorsOf(portal);
    const token = await tokenFrom(portal, "admin", "poc");
    await perform(portal, { ...use, json: { token, password: NEW }, ...used });
    expect(factorsOf(portal)).toEqual(before);
    expect(before).toMatchObject({ app: true, passkeys: 1 });
  });

  test("loses all second factors by a link that removes them, and its owner hears of it", async () => {
    const portal = await taken();
    const json = { removeSecondFactor: true };
    const made = await perform(portal, { ...create("admin", "poc"), ...created, json });
    const { url, expiresAt } = dataOf<{ url: string; expiresAt: string }>(made);
    expect(portal.auditRows().at(-1)?.details).toBe(JSON.stringify({ expiresAt, removesSecondFactor: true }));
    expect(factorsOf(portal)).toMatchObject({ app: true, passkeys: 1 });
    await perform(portal, {
      ...{ ...use, json: { token: tokenOf({ url }), password: NEW }, status: 200 },
      events: ["password_link_used", "second_factor_removed"],
    });
    expect(factorsOf(portal)).toEqual({ app: false, passkeys: 0, codes: 0 });
    expect(notificationsOf(portal, "poc")).toMatchObject([{ kind: "SYSTEM", title: "Second factor removed" }]);
    expect((await signIn(portal, "poc", NEW)).status).toBe(200);
  });

  test("a link that someone asks for by mail never removes them", async () => {
    const portal = await taken();
    immediateTransaction(portal.db, () =>
      makeAccountLink(
        { ...portal.services, now: portal.now(), caller: { origin: "https://portal.test" } },
        {
          ...{ purpose: "PASSWORD", account: { id: idOf("poc"), sessionVersion: 1 }, createdBy: null },
          ...{ isRequested: true, removesSecondFactor: true, token: "mailed-token" },
        },
      ),
    );
    await perform(portal, { ...use, json: { token: "mailed-token", password: NEW }, ...used });
    expect(factorsOf(portal)).toMatchObject({ app: true, passkeys: 1 });
  });
});

test("a link is deleted after it expired", async () => {
  const portal = await open();
  insertPasswordLink(portal, "poc");
  insertPasswordLink(portal, "lead", { expiresAt: instant(portal, MINUTE) });
  portal.advance(MINUTE);
  forgetOldAccountLinks(portal.db, portal.now());
  expect(portal.db.select({ userId: accountLink.userId }).from(accountLink).all()).toEqual([{ userId: idOf("poc") }]);
});
