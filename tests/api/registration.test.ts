import { describe, expect, test } from "vitest";
import { emailOf, PASSWORD } from "../support/cast";
import { NEW_PASSWORD_EDGES } from "../support/password-edges";
import { dataOf, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { CLEARABLE, FULL_PROFILE, FULL_PROFILE_READ, PROFILE_EDGES } from "../support/profile-fields";
import { type Call, perform, scenarios } from "../support/scenario";

/** A value at the edge of what a field accepts. */
type Edge = [field: string, value: unknown, what: string, good: boolean];

const NEWCOMER = {
  orgName: "Coriolis Works",
  orgType: "COMPANY",
  contactName: "Cora Oriole",
  email: "cora@coriolis.test",
  password: PASSWORD,
};
const register = { as: null, method: "POST", path: "/api/portal/register" } as const;
const accepted = { status: 201, events: ["organization_registered"] } as const;
const refusedFor = (field: string) => ({ status: 400, fields: [field] });

const organizationOf = (portal: Portal, id: string) =>
  portal.db.query.organization.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();

async function registered(portal: Portal, json: object, more: Partial<Call> = {}) {
  const answer = await perform(portal, { ...register, json, ...accepted, ...more });
  return organizationOf(portal, dataOf<{ organizationId: string }>(answer).organizationId);
}

describe("a registration's field", () => {
  for (const { field, value, what, ...edge } of PROFILE_EDGES) {
    const isTaken = "kept" in edge;
    test(`${field} ${isTaken ? "may be" : "may not be"} ${what}`, async () => {
      const portal = await openPortal();
      const json = { ...NEWCOMER, [field]: value };
      if (isTaken) expect(await registered(portal, json)).toMatchObject({ [field]: edge.kept });
      else await perform(portal, { ...register, json, ...refusedFor(field) });
    });
  }

  test("may be empty wherever it is optional", async () => {
    const portal = await openPortal();
    const empty = Object.fromEntries(Object.keys(CLEARABLE).map((field) => [field, ""]));
    expect(await registered(portal, { ...NEWCOMER, ...empty })).toMatchObject(CLEARABLE);
  });

  test("may be left out wherever it is optional", async () => {
    const portal = await openPortal();
    expect(await registered(portal, NEWCOMER)).toMatchObject({
      ...CLEARABLE,
      name: "Coriolis Works",
      status: "NEW",
      setAsides: [],
      smallBusiness: false,
      nontraditional: false,
      country: "USA",
    });
  });

  const own: Edge[] = [
    ["orgName", undefined, "missing", false],
    ["orgName", "a", "1 character", false],
    ["orgName", " a ", "1 character with spaces around it", false],
    ["orgName", "ab", "2 characters", true],
    ["orgName", "a".repeat(255), "255 characters", true],
    ["orgName", "a".repeat(256), "256 characters", false],
    ["contactName", undefined, "missing", false],
    ["contactName", "a", "1 character", false],
    ["contactName", "ab", "2 characters", true],
    ["contactName", "a".repeat(255), "255 characters", true],
    ["contactName", "a".repeat(256), "256 characters", false],
    ["email", undefined, "missing", false],
    ["email", "nobody", "a word", false],
    [
      "email",
      `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`,
      "249 characters",
      true,
    ],
    ["email", `a@${"b.".repeat(127)}co`, "more than 255 characters", false],
    ...NEW_PASSWORD_EDGES.map(([value, what, good]): Edge => ["password", value, what, good]),
  ];
  scenarios(
    own.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may be" : "may not be"} ${what}`,
      ...register,
      json: { ...NEWCOMER, [field]: value },
      ...(good ? accepted : refusedFor(field)),
    })),
  );
});

describe("a registration", () => {
  test("stores a complete profile", async () => {
    const portal = await openPortal();
    expect(await registered(portal, { ...NEWCOMER, ...FULL_PROFILE })).toMatchObject(FULL_PROFILE_READ);
  });

  test("computes smallBusiness from the set-asides, whatever is sent", async () => {
    const portal = await openPortal();
    const without = await registered(portal, { ...NEWCOMER, smallBusiness: true });
    expect(without?.smallBusiness).toBe(false);
    const other = { orgName: "Other Works", email: "other@coriolis.test", setAsides: ["HUBZONE"] };
    const withOne = await registered(portal, { ...NEWCOMER, ...other, smallBusiness: false });
    expect(withOne?.smallBusiness).toBe(true);
  });

  test("makes the organization's first user its administrator, who signs in right away", async () => {
    const portal = await openPortal();
    const organization = await registered(portal, { ...NEWCOMER, email: " Cora@Coriolis.TEST " });
    const signIn = { email: NEWCOMER.email, password: PASSWORD };
    const session = await portal.request(null, "POST", "/api/session", { json: signIn });
    expect(dataOf(session)).toMatchObject({
      email: NEWCOMER.email,
      name: NEWCOMER.contactName,
      role: "INDUSTRY",
      industryRole: "INDUSTRY_ADMIN",
      organizationId: organization?.id,
      mustChangePassword: false,
    });
  });

  const many = `[${"0,".repeat(20_000)}0]`;
  const deep = "[".repeat(500) + "]".repeat(500);
  test.each([
    ["null", "null"],
    ["a number", "1e3"],
    ["a list", '["COMPANY"]'],
    ["an object", '{"orgName":{"orgType":[]}}'],
    ["a list of 20,001", many],
    ["an object of lists within lists", `{"a":${deep}}`],
  ])("ignores an unknown key that is %s", async (_what, value) => {
    const portal = await openPortal();
    const unknown = ["website2", "id", "status", "nontraditional", "__proto__", "constructor", ""];
    const members = unknown.map((key) => `${JSON.stringify(key)}:${value.length > 1_000 && key ? 0 : value}`);
    const raw = `{${members.join(",")},${JSON.stringify(NEWCOMER).slice(1)}`;
    const headers = { "content-type": "application/json" };
    await perform(portal, { ...register, raw, headers, ...accepted });
    const { status, nontraditional } = portal.db.query.organization
      .findMany()
      .sync()
      .find(({ name }) => name === NEWCOMER.orgName) as { status: string; nontraditional: boolean };
    expect([status, nontraditional]).toEqual(["NEW", false]);
  });

  test("is audited with the organization and the email, and without the password", async () => {
    const portal = await openPortal();
    const organization = await registered(portal, NEWCOMER);
    const [row] = portal.auditRows();
    expect(row).toMatchObject({ actorId: null, actorEmail: NEWCOMER.email, targetId: organization?.id });
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });

  test("returns only the organization's id", async () => {
    const portal = await openPortal();
    const answer = await perform(portal, { ...register, json: NEWCOMER, ...accepted });
    expect(answer.body).toEqual({ data: { organizationId: expect.stringMatching(/\S/) } });
  });

  const duplicate = (name: string, json: object, field: string) => ({
    name,
    ...register,
    given: async (portal: Portal) => {
      await registered(portal, { ...NEWCOMER, ...FULL_PROFILE, orgName: "Straße & Söhne" });
      return undefined;
    },
    json: { ...NEWCOMER, orgName: "Elsewhere", email: "else@where.test", ...json },
    status: 409,
    fields: [field],
  });
  scenarios([
    duplicate(
      "of the same name in other case and spacing is a duplicate",
      { orgName: " STRAßE  &\u00a0SÖHNE" },
      "orgName",
    ),
    duplicate("of the same CAGE code in other case is a duplicate", { cageCode: "1ab2c" }, "cageCode"),
    duplicate("of the same UEI in other case is a duplicate", { uei: "abcdefghij12" }, "uei"),
    duplicate("of the same email in other case is a duplicate", { email: "CORA@coriolis.test" }, "email"),
    {
      name: "with a government user's email is a duplicate",
      ...register,
      json: { ...NEWCOMER, email: emailOf("poc") },
      status: 409,
      fields: ["email"],
    },
    { name: "that is not JSON is malformed", ...register, form: { orgName: "Coriolis" }, status: 400 },
  ]);

  test("one of two simultaneous registrations of the same organization is refused", { tags: "race" }, async () => {
    const portal = await openPortal();
    const both = ["one@coriolis.test", "two@coriolis.test"].map((email) =>
      portal.request(null, "POST", register.path, { json: { ...NEWCOMER, email } }),
    );
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(portal.db.query.organization.findMany().sync()).toHaveLength(3);
    expect(portal.db.query.user.findMany().sync()).toHaveLength(10);
  });
});

describe("the limit of registrations", () => {
  const attempt = { ...register, json: { ...NEWCOMER, password: "weak" } };
  const fiveFrom = async (portal: Portal, more: Partial<Call> = {}) => {
    for (let sent = 0; sent < 5; sent += 1) await perform(portal, { ...attempt, status: 400, ...more });
  };

  test("is five attempts an hour for an address, valid or not", async () => {
    const portal = await openPortal();
    await fiveFrom(portal);
    portal.advance(MINUTE);
    const answer = await perform(portal, { ...register, json: NEWCOMER, status: 429 });
    expect(answer.headers.get("retry-after")).toBe(String(59 * 60));
    await perform(portal, { ...register, json: NEWCOMER, ip: "203.0.113.99", ...accepted });
    portal.advance(HOUR - MINUTE - 1);
    await perform(portal, { ...attempt, status: 429 });
    portal.advance(1);
    await perform(portal, { ...attempt, status: 400 });
  });

  test("is not evaded by a forged X-Forwarded-For when no proxy is trusted", async () => {
    const portal = await openPortal();
    await fiveFrom(portal);
    await perform(portal, { ...attempt, headers: { "x-forwarded-for": "198.51.100.1" }, status: 429 });
  });

  test("counts the addresses of an IPv6 network together", async () => {
    const portal = await openPortal();
    for (let sent = 1; sent <= 5; sent += 1)
      await perform(portal, { ...attempt, ip: `2001:db8::${sent}`, status: 400 });
    await perform(portal, { ...attempt, ip: "2001:db8:0:0:ffff::9", status: 429 });
    await perform(portal, { ...attempt, ip: "2001:db8:0:1::1", status: 400 });
  });

  test("uses the rightmost address behind one proxy, which is the one that the proxy saw", async () => {
    const portal = await openPortal({ TRUSTED_PROXY_HOPS: "1" });
    const from = (forwarded: string) => ({ headers: { "x-forwarded-for": forwarded } });
    await fiveFrom(portal, from("198.51.100.1"));
    await perform(portal, { ...attempt, ...from("10.9.8.7, 198.51.100.1"), status: 429 });
    await perform(portal, { ...attempt, ...from("198.51.100.1, 198.51.100.2"), status: 400 });
  });

  test("counts all addresses that cannot be trusted together", async () => {
    const portal = await openPortal({ TRUSTED_PROXY_HOPS: "1" });
    for (const forwarded of ["nonsense", "", "1.2.3", "198.51.100.1:80", "unknown"]) {
      await perform(portal, { ...attempt, headers: { "x-forwarded-for": forwarded }, status: 400 });
    }
    await perform(portal, { ...attempt, status: 429 });
    await perform(portal, { ...attempt, headers: { "x-forwarded-for": "198.51.100.1" }, status: 400 });
  });

  test("counts a connection without an address with those", async () => {
    const portal = await openPortal();
    await fiveFrom(portal, { ip: null });
    await perform(portal, { ...attempt, ip: null, status: 429 });
    expect(portal.db.query.rateLimitAttempt.findFirst().sync()?.subject).toBe("unknown");
  });
});
