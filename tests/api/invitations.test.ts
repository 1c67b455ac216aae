import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { invitation, user } from "#db/schema";
import { hashToken } from "~/operations/session.server";
import { LIMITS } from "~/values/limits";
import { insertInvitation, instant, notificationsOf, setIndustryRole, setSetting } from "../support/arrange";
import { emailOf, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { NEW_PASSWORD_EDGES } from "../support/password-edges";
import { DAY, dataOf, HOST, HOUR, openPortal, type Portal } from "../support/portal";
import { contents, perform, scenarios } from "../support/scenario";

/** A value at the edge of what a field accepts. */
type Edge = [field: string, value: unknown, what: string, good: boolean];

const PATH = "/api/portal/invitations";
const ACCEPT = `${PATH}/accept`;
const COLLEAGUE = { email: "nina@acme.test", industryRole: "INDUSTRY_USER" };
const invite = { as: "acmeAdmin", method: "POST", path: PATH } as const;
const invited = { status: 201, events: ["industry_user_invited"] } as const;
const list = { as: "acmeAdmin", method: "GET", path: PATH } as const;
const withdraw = (as: PersonKey | null, id: string) => ({ as, method: "DELETE", path: `${PATH}/${id}` }) as const;
const withdrawn = { status: 200, events: ["industry_user_invitation_withdrawn"] } as const;
const accept = { as: null, method: "POST", path: ACCEPT } as const;
const joined = { status: 201, events: ["industry_user_joined"] } as const;
const person = (token: string) => ({ token, name: "Nina Colleague", password: PASSWORD });

interface Invited {
  id: string;
  url: string;
  expiresAt: string;
}
const tokenOf = ({ url }: Invited) => url.slice(url.lastIndexOf("/") + 1);
const inviteBy = async (portal: Portal, as: PersonKey, json: object = COLLEAGUE) =>
  dataOf<Invited>(await portal.request(as, "POST", PATH, { json }));
const invitationRow = (portal: Portal, id: string) =>
  portal.db.query.invitation.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();
const userRow = (portal: Portal, email: string) =>
  portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.email, email) }).sync();
const listed = async (portal: Portal, as: PersonKey = "acmeAdmin") =>
  dataOf<{ id: string }[]>(await portal.request(as, "GET", PATH)).map(({ id }) => id);

describe("inviting", () => {
  test("returns a link with 256 random bits for seven days, and the database has only its hash", async () => {
    const portal = await openPortal();
    const json = { email: " Nina@ACME.test ", industryRole: "INDUSTRY_ADMIN" };
    const made = dataOf<Invited>(await perform(portal, { ...invite, json, ...invited }));
    expect(made).toEqual({
      id: expect.stringMatching(/\S/),
      email: "nina@acme.test",
      industryRole: "INDUSTRY_ADMIN",
      url: expect.stringMatching(new RegExp(`^http://${HOST}/invitations/[\\w-]{43}$`)),
      expiresAt: instant(portal, 7 * DAY),
    });
    expect(invitationRow(portal, made.id)).toMatchObject({
      organizationId: ORGANIZATIONS.acme,
      invitedBy: idOf("acmeAdmin"),
      tokenHash: hashToken(tokenOf(made)),
    });
    expect(JSON.stringify(contents(portal))).not.toContain(tokenOf(made));
    expect(portal.auditRows()).toMatchObject([
      {
        actorId: idOf("acmeAdmin"),
        organizationId: ORGANIZATIONS.acme,
        targetType: "invitation",
        targetId: made.id,
        details: JSON.stringify({
          after: { email: "nina@acme.test", industryRole: "INDUSTRY_ADMIN", expiresAt: made.expiresAt },
        }),
      },
    ]);
    expect(tokenOf(await inviteBy(portal, "acmeAdmin", { ...COLLEAGUE, email: "b@acme.test" }))).not.toBe(
      tokenOf(made),
    );
  });

  test("returns a link to the portal's public address", async () => {
    const portal = await openPortal({ PUBLIC_ORIGIN: "https://portal.agency.example" });
    const answer = await perform(portal, { ...invite, json: COLLEAGUE, ...invited });
    expect(dataOf<Invited>(answer).url).toMatch(/^https:\/\/portal\.agency\.example\/invitations\/[\w-]{43}$/);
  });

  test("inviting the same email again replaces the earlier invitation, whose link stops working", async () => {
    const portal = await openPortal();
    const first = await inviteBy(portal, "acmeAdmin");
    portal.advance(HOUR);
    portal.newSessions();
    const answer = await perform(portal, {
      ...invite,
      json: { email: "NINA@acme.test", industryRole: "INDUSTRY_ADMIN" },
      status: 201,
      events: ["industry_user_invitation_withdrawn", "industry_user_invited"],
    });
    const second = dataOf<Invited>(answer);
    expect(await listed(portal)).toEqual([second.id]);
    expect(portal.auditRows()[1]).toMatchObject({ targetId: first.id });
    await perform(portal, { ...accept, json: person(tokenOf(first)), status: 400 });
    await perform(portal, { ...accept, json: person(tokenOf(second)), ...joined });
    expect(userRow(portal, COLLEAGUE.email)?.industryRole).toBe("INDUSTRY_ADMIN");
  });

  test("inviting the same email again withdraws nothing if the earlier invitation has expired", async () => {
    const portal = await openPortal();
    await inviteBy(portal, "acmeAdmin");
    portal.advance(7 * DAY);
    portal.newSessions();
    await perform(portal, { ...invite, json: COLLEAGUE, ...invited });
  });

  test("inviting an email that another organization invited leaves that invitation open", async () => {
    const portal = await openPortal();
    const theirs = await inviteBy(portal, "borealisAdmin");
    await perform(portal, { ...invite, json: COLLEAGUE, ...invited });
    expect(await listed(portal, "borealisAdmin")).toEqual([theirs.id]);
  });

  const a = (length: number) => "a".repeat(length);
  const refused = (name: string, json: object, field: string) => ({
    name,
    ...invite,
    json: { ...COLLEAGUE, ...json },
    status: 400,
    fields: [field],
  });
  scenarios([
    refused("needs an email", { email: undefined }, "email"),
    refused("takes no empty email", { email: " " }, "email"),
    refused("refuses an invalid email", { email: "nina" }, "email"),
    refused("takes no email of null", { email: null }, "email"),
    refused("takes no email of 256 characters", { email: `${a(243)}@example.test` }, "email"),
    {
      name: "accepts an email of 249 characters",
      ...invite,
      json: { ...COLLEAGUE, email: `${a(60)}@${a(60)}.${a(60)}.${a(60)}.example` },
      ...invited,
    },
    refused("needs a role", { industryRole: undefined }, "industryRole"),
    refused("takes no empty role", { industryRole: "" }, "industryRole"),
    refused("takes no role of government", { industryRole: "GOV_ADMIN" }, "industryRole"),
    refused("takes no role in lower case", { industryRole: "industry_user" }, "industryRole"),
    {
      name: "always uses the caller's own organization, whatever is sent",
      ...invite,
      json: { ...COLLEAGUE, organizationId: ORGANIZATIONS.borealis, id: "mine", token: "mine" },
      ...invited,
      after: async (portal) => {
        expect(await listed(portal)).toHaveLength(1);
        expect(await listed(portal, "borealisAdmin")).toEqual([]);
      },
    },
    ...(["acmeUser", "borealisAdmin", "poc"] as const).map((known) => ({
      name: `refuses the email of ${known}, who has an account`,
      ...invite,
      json: { ...COLLEAGUE, email: emailOf(known).toUpperCase() },
      status: 409,
      fields: ["email"],
    })),
    { name: "is not for a user", ...invite, as: "acmeUser", json: COLLEAGUE, status: 403 },
    { name: "is not for government", ...invite, as: "systemAdmin", json: COLLEAGUE, status: 403 },
    { name: "requires a session", ...invite, as: null, json: COLLEAGUE, status: 401 },
    { name: "accepts only JSON", ...invite, form: COLLEAGUE, status: 400 },
    {
      name: "refuses malformed JSON",
      ...invite,
      raw: "{",
      headers: { "content-type": "application/json" },
      status: 400,
    },
  ]);

  test("is limited to 20 an hour for each organization: of 50 at once, 20 are admitted", { tags: "race" }, async () => {
    const portal = await openPortal();
    const burst = (as: PersonKey, count: number, mark: string) =>
      Promise.all(
        Array.from({ length: count }, (_unused, index) =>
          portal.request(as, "POST", PATH, { json: { ...COLLEAGUE, email: `${mark}${index}@acme.test` } }),
        ),
      );
    const answers = await burst("acmeAdmin", 50, "a");
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const over = answers.filter(({ status }) => status === 429);
    expect(over).toHaveLength(30);
    for (const { headers } of over) expect(headers.get("retry-after")).toBe("3600");
    expect(await listed(portal)).toHaveLength(20);
    // All administrators of an organization share the limit. Another organization has its own.
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    expect((await burst("acmeUser", 1, "d"))[0]?.status).toBe(429);
    expect((await burst("borealisAdmin", 1, "b"))[0]?.status).toBe(201);
    portal.advance(HOUR);
    portal.newSessions();
    expect((await burst("acmeAdmin", 1, "c"))[0]?.status).toBe(201);
  });

  test("counts refused attempts, and applies the limit before reading the body", async () => {
    const portal = await openPortal();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await perform(portal, { ...invite, json: {}, status: 400 });
    }
    await perform(portal, { ...invite, json: {}, status: 429 });
  });

  test("never leaves two open invitations of an email and an organization, whatever program writes", async () => {
    const portal = await openPortal();
    const email = COLLEAGUE.email;
    insertInvitation(portal, { email, acceptedAt: instant(portal) });
    insertInvitation(portal, { email, withdrawnAt: instant(portal) });
    insertInvitation(portal, { email, organizationId: ORGANIZATIONS.borealis });
    insertInvitation(portal, { email });
    expect(() => insertInvitation(portal, { email })).toThrow("UNIQUE");
  });

  test("the same email many times at once leaves one open invitation", { tags: "race" }, async () => {
    const portal = await openPortal();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => portal.request("acmeAdmin", "POST", PATH, { json: COLLEAGUE })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await listed(portal)).toHaveLength(1);
  });
});

describe("the open invitations", () => {
  test("are listed newest first, with the inviter and without the link", async () => {
    const portal = await openPortal();
    const first = await inviteBy(portal, "acmeAdmin");
    portal.advance(HOUR);
    portal.newSessions();
    const second = await inviteBy(portal, "acmeAdmin", { email: "otto@acme.test", industryRole: "INDUSTRY_ADMIN" });
    const answer = await perform(portal, { ...list, status: 200 });
    expect(dataOf(answer)).toEqual([
      {
        id: second.id,
        email: "otto@acme.test",
        industryRole: "INDUSTRY_ADMIN",
        createdAt: instant(portal),
        expiresAt: second.expiresAt,
        invitedBy: { id: idOf("acmeAdmin"), name: "Person acmeAdmin" },
      },
      expect.objectContaining({ id: first.id, email: COLLEAGUE.email, createdAt: instant(portal, -HOUR) }),
    ]);
    for (const made of [first, second]) expect(answer.text).not.toContain(tokenOf(made));
  });

  test("include only the caller's organization's, and none that was accepted, withdrawn or has expired", async () => {
    const portal = await openPortal();
    insertInvitation(portal, { acceptedAt: instant(portal) });
    insertInvitation(portal, { withdrawnAt: instant(portal) });
    insertInvitation(portal, { expiresAt: instant(portal) });
    insertInvitation(portal, { organizationId: ORGANIZATIONS.borealis });
    const open = insertInvitation(portal, { expiresAt: instant(portal, 1) });
    expect(await listed(portal)).toEqual([open.id]);
    portal.advance(1);
    expect(await listed(portal)).toEqual([]);
  });

  scenarios([
    { name: "are not for users", ...list, as: "acmeUser", status: 403 },
    { name: "are not for government", ...list, as: "systemAdmin", status: 403 },
    { name: "require a session", ...list, as: null, status: 401 },
  ]);
});

describe("withdrawing an invitation", () => {
  test("invalidates its link, and is audited", async () => {
    const portal = await openPortal();
    const made = await inviteBy(portal, "acmeAdmin");
    const answer = await perform(portal, { ...withdraw("acmeAdmin", made.id), ...withdrawn });
    expect(dataOf(answer)).toEqual({ id: made.id });
    expect(await listed(portal)).toEqual([]);
    expect(portal.auditRows()[1]).toMatchObject({
      organizationId: ORGANIZATIONS.acme,
      targetType: "invitation",
      targetId: made.id,
      details: JSON.stringify({ before: COLLEAGUE }),
    });
    await perform(portal, { ...accept, json: person(tokenOf(made)), status: 400 });
    await perform(portal, { ...withdraw("acmeAdmin", made.id), status: 404 });
  });

  const given = (values: Parameters<typeof insertInvitation>[1]) => (portal: Portal) => ({
    path: `${PATH}/${insertInvitation(portal, values).id}`,
  });
  const mine = withdraw("acmeAdmin", "none");
  scenarios([
    { name: "returns 404 for a missing one", ...mine, status: 404 },
    {
      name: "finds none of another organization",
      ...withdraw("borealisAdmin", "none"),
      given: given({}),
      status: 404,
    },
    {
      name: "finds none that was accepted",
      ...mine,
      given: given({ acceptedAt: "2026-03-01T00:00:00.000Z" }),
      status: 404,
    },
    {
      name: "finds none that has expired",
      ...mine,
      given: given({ expiresAt: "2026-03-02T15:00:00.000Z" }),
      status: 404,
    },
    { name: "is not for a user", ...withdraw("acmeUser", "none"), given: given({}), status: 403 },
    { name: "is not for government", ...withdraw("systemAdmin", "none"), given: given({}), status: 403 },
    { name: "requires a session", ...withdraw(null, "none"), given: given({}), status: 401 },
  ]);

  test.each([
    ["GET", "accept", "POST"],
    ["DELETE", "accept", "POST"],
    ["POST", "some-id", "DELETE"],
    ["GET", "some-id", "DELETE"],
  ])("%s /api/portal/invitations/%s is not an allowed method", async (method, last, allow) => {
    const portal = await openPortal();
    const answer = await perform(portal, { as: "acmeAdmin", method, path: `${PATH}/${last}`, status: 405 });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("during its acceptance leaves either a colleague or a useless link, never both", { tags: "race" }, async () => {
    const portal = await openPortal();
    for (let round = 0; round < 30; round += 1) {
      const { id, token } = insertInvitation(portal);
      const [left, right] = await Promise.all([
        portal.request(null, "POST", ACCEPT, { json: person(token) }),
        portal.request("acmeAdmin", "DELETE", `${PATH}/${id}`),
      ]);
      expect([
        [201, 404],
        [400, 200],
      ]).toContainEqual([left?.status, right?.status]);
    }
  });
});

describe("accepting an invitation", () => {
  test("creates an account with its email, role and organization, and signs in", async () => {
    const portal = await openPortal();
    const made = await inviteBy(portal, "acmeAdmin", { ...COLLEAGUE, industryRole: "INDUSTRY_ADMIN" });
    portal.advance(HOUR);
    portal.newSessions();
    const json = { ...person(tokenOf(made)), name: " Nina  Colleague ", email: "x@example.test", industryRole: "none" };
    const answer = await perform(portal, { ...accept, json, ...joined });
    const account = dataOf<{ id: string }>(answer);
    expect(account).toEqual({
      id: expect.stringMatching(/\S/),
      email: COLLEAGUE.email,
      name: "Nina  Colleague",
      industryRole: "INDUSTRY_ADMIN",
      organizationId: ORGANIZATIONS.acme,
    });
    expect(userRow(portal, COLLEAGUE.email)).toMatchObject({ role: "INDUSTRY", mustChangePassword: false });
    expect(invitationRow(portal, made.id)?.acceptedAt).toBe(instant(portal));
    expect(portal.auditRows().at(-1)).toMatchObject({
      actorId: null,
      actorEmail: COLLEAGUE.email,
      organizationId: ORGANIZATIONS.acme,
      targetType: "user",
      targetId: account.id,
      details: JSON.stringify({
        after: { email: COLLEAGUE.email, name: "Nina  Colleague", industryRole: "INDUSTRY_ADMIN" },
        invitationId: made.id,
      }),
    });
    const auditText = JSON.stringify(portal.auditRows());
    for (const secret of [PASSWORD, tokenOf(made), hashToken(tokenOf(made)).toString("hex")]) {
      expect(auditText).not.toContain(secret);
    }
    const signIn = { email: COLLEAGUE.email, password: PASSWORD };
    const session = await portal.request(null, "POST", "/api/session", { json: signIn });
    expect(dataOf(session)).toMatchObject({ industryRole: "INDUSTRY_ADMIN", organizationId: ORGANIZATIONS.acme });
  });

  test("notifies the inviter that the colleague joined, and nobody else", async () => {
    const portal = await openPortal();
    const made = await inviteBy(portal, "acmeAdmin");
    await perform(portal, { ...accept, json: person(tokenOf(made)), ...joined });
    expect(notificationsOf(portal, "acmeAdmin")).toMatchObject([
      {
        kind: "SYSTEM",
        title: "Nina Colleague joined acme industries",
        body: "nina@acme.test accepted your invitation as a user.",
        linkUrl: "/portal/users",
      },
    ]);
    expect(portal.db.query.notification.findMany().sync()).toHaveLength(1);
  });

  test("does not notify an inviter who turned such notifications off", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeAdmin", "SYSTEM", { enabled: false });
    const made = await inviteBy(portal, "acmeAdmin");
    await perform(portal, { ...accept, json: person(tokenOf(made)), ...joined });
    expect(notificationsOf(portal, "acmeAdmin")).toEqual([]);
  });

  test("with any invalid token gets the same message, and the server hashes no password", async () => {
    const portal = await openPortal();
    let hashes = 0;
    const { hash } = portal.services.passwords;
    portal.services.passwords.hash = (password) => {
      hashes += 1;
      return hash(password);
    };
    const used = insertInvitation(portal, { acceptedAt: instant(portal) });
    const gone = insertInvitation(portal, { withdrawnAt: instant(portal) });
    const old = insertInvitation(portal, { expiresAt: instant(portal) });
    const taken = insertInvitation(portal, { email: emailOf("poc") });
    const messages = new Set<unknown>();
    for (const token of ["none", used.token, gone.token, old.token]) {
      const { body } = await perform(portal, { ...accept, json: person(token), status: 400 });
      messages.add((body as { error: string }).error);
    }
    expect(messages.size).toBe(1);
    await perform(portal, { ...accept, json: person(taken.token), status: 409, fields: ["email"] });
    expect(hashes).toBe(0);
    const good = insertInvitation(portal, { expiresAt: instant(portal, 1) });
    await perform(portal, { ...accept, json: person(good.token), ...joined });
    expect(hashes).toBe(1);
  });

  test("works once", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal);
    await perform(portal, { ...accept, json: person(token), ...joined });
    await perform(portal, { ...accept, json: person(token), status: 400 });
  });

  test("many times at once creates one account", { tags: "race" }, async () => {
    const portal = await openPortal();
    const { id, token } = insertInvitation(portal);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => portal.request(null, "POST", ACCEPT, { json: person(token) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(29);
    expect(userRow(portal, `${id}@example.test`)).toBeDefined();
    expect(portal.auditRows().map(({ event }) => event)).toEqual(["industry_user_joined"]);
    expect(notificationsOf(portal, "acmeAdmin")).toHaveLength(1);
  });

  test("two organizations' invitations of one email at the same time create one account", {
    tags: "race",
  }, async () => {
    const portal = await openPortal();
    const email = "wanted@example.test";
    const tokens = [ORGANIZATIONS.acme, ORGANIZATIONS.borealis].map(
      (organizationId) => insertInvitation(portal, { organizationId, email }).token,
    );
    const answers = await Promise.all(
      tokens.map((token) => portal.request(null, "POST", ACCEPT, { json: person(token) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("is refused if the email got an account while the server hashed the password", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, { email: "meanwhile@example.test" });
    const { hash } = portal.services.passwords;
    portal.services.passwords.hash = (password) => {
      portal.db
        .update(user)
        .set({ email: "meanwhile@example.test" })
        .where(eq(user.id, idOf("poc")))
        .run();
      return hash(password);
    };
    const answer = await portal.request(null, "POST", ACCEPT, { json: person(token) });
    expect(answer.status).toBe(409);
    expect(portal.db.select().from(invitation).all()).toMatchObject([{ acceptedAt: null }]);
    expect(portal.auditRows()).toEqual([]);
  });

  const edges: Edge[] = [
    ["token", undefined, "missing", false],
    ["token", "", "empty", false],
    ["token", null, "null", false],
    ["token", 1, "a number", false],
    ["token", "a".repeat(65), "65 characters", false],
    ["name", undefined, "missing", false],
    ["name", " ", "blank", false],
    ["name", "a", "1 character", false],
    ["name", "ab", "2 characters", true],
    ["name", "a".repeat(255), "255 characters", true],
    ["name", "a".repeat(256), "256 characters", false],
    ["name", "a\nb", "two lines", true],
    ...NEW_PASSWORD_EDGES.map(([value, what, good]): Edge => ["password", value, what, good]),
  ];
  scenarios(
    edges.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may be" : "may not be"} ${what}`,
      ...accept,
      given: (portal: Portal) => ({ json: { ...person(insertInvitation(portal).token), [field]: value } }),
      ...(good ? joined : { status: 400, fields: [field] }),
    })),
  );

  scenarios([
    {
      name: "requires no session, and accepts one",
      ...accept,
      as: "borealisAdmin",
      given: (portal) => ({ json: person(insertInvitation(portal).token) }),
      ...joined,
    },
    { name: "accepts only JSON", ...accept, form: person("none"), status: 400 },
    {
      name: "refuses a body that is too large",
      ...accept,
      json: { ...person("none"), more: "a".repeat(LIMITS.jsonBodyBytes) },
      status: 413,
    },
  ]);
});

test("an invitation's token never appears in the log, whatever happens to the invitation", async () => {
  const portal = await openPortal();
  const made = await inviteBy(portal, "acmeAdmin");
  const token = tokenOf(made);
  const form = { name: "", password: PASSWORD };
  for (const path of ["", ".data", "/", "/more", "?name=x"].map((rest) => `/invitations/${token}${rest}`)) {
    await portal.request(null, "GET", path);
    await portal.request(null, "HEAD", path);
    await portal.request(null, "POST", path, { form });
    await portal.request(null, "PUT", path, { form });
  }
  await portal.request(null, "GET", `/Invitations/${token}`);
  await portal.request(null, "POST", ACCEPT, { json: { ...person(token), name: "" } });
  await portal.request(null, "POST", ACCEPT, { json: person(token) });
  await portal.request("acmeAdmin", "GET", `/invitations/${token}`);
  // A failure of the server, too.
  portal.db.$client.exec("ALTER TABLE invitation RENAME TO invitation_away");
  expect((await portal.request(null, "GET", `/invitations/${token}`)).status).toBe(500);
  expect((await portal.request(null, "POST", ACCEPT, { json: person(token) })).status).toBe(500);

  expect(portal.log.filter(({ path }) => path === "/invitations/-").length).toBeGreaterThan(20);
  expect(JSON.stringify(portal.log)).not.toContain(token);
  expect(JSON.stringify(portal.auditRows())).not.toContain(token);
});
