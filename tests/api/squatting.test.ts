import { describe, expect, test } from "vitest";
import {
  insertCommand,
  insertEngagement,
  insertInvitation,
  insertPresetTag,
  insertSubmission,
} from "../support/arrange";
import { emailOf, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

/*
 * By registering first, someone can hold a value that belongs to someone else. An administrator can release each such
 * value through the API. For each unique value, these tests squat on it, see its owner blocked, release it and use it.
 */

const ACCOUNTS = "/api/gov/admin/industry-users";
const OWNER = "owner@agency.test";
const register = (json: object) =>
  ({
    as: null,
    method: "POST",
    path: "/api/portal/register",
    json: { orgName: "Squat Incorporated", orgType: "COMPANY", contactName: "Squatter", password: PASSWORD, ...json },
  }) as const;
const registered = { status: 201, events: ["organization_registered"] } as const;
const hire = {
  as: "admin",
  method: "POST",
  path: "/api/gov/admin/users",
  json: { email: OWNER, name: "Owner", password: PASSWORD, role: "GOV_POC" },
} as const;
const hired = { status: 201, events: ["gov_user_created"] } as const;
const taken = (field: string) => ({ status: 409, fields: [field] }) as const;
const signIn = (email: string) =>
  ({ as: null, method: "POST", path: "/api/session", json: { email, password: PASSWORD } }) as const;
const change = (id: string, json: object, as: PersonKey | null = "systemAdmin") =>
  ({ as, method: "PATCH", path: `${ACCOUNTS}/${id}`, json }) as const;
const rename = (id: string, json: object, as: PersonKey | null = "systemAdmin") =>
  ({ as, method: "PATCH", path: `/api/gov/organizations/${id}/identity`, json }) as const;
const list = (query: string) =>
  ({ as: "systemAdmin", method: "GET", path: `${ACCOUNTS}?${query}`, status: 200 }) as const;

/** Registers in another's name. @returns the organization, and its only user as an administrator finds it. */
async function squat(portal: Portal, json: object = {}) {
  const email = "squatter@example.test";
  const made = await perform(portal, { ...register({ email, ...json }), ...registered });
  const { organizationId } = dataOf<{ organizationId: string }>(made);
  const found = await perform(portal, list(`organizationId=${organizationId}`));
  const [user] = dataOf<{ items: { id: string; email: string }[] }>(found).items;
  if (!user) throw new Error("The list does not have the squatter");
  return { organizationId, user };
}

/** Sets the status of a wrong registration, so that its last administrator can be deactivated. */
const makeInactive = (portal: Portal, organizationId: string) =>
  perform(portal, {
    ...{ as: "systemAdmin", method: "PATCH", path: `/api/gov/organizations/${organizationId}/status` },
    json: { status: "INACTIVE" },
    status: 200,
    events: ["organization_status_changed"],
  });

describe("an email that someone else registered", () => {
  test("is released by changing the squatter's email, and a government user can then have it", async () => {
    const portal = await openPortal();
    const { user, organizationId } = await squat(portal, { email: OWNER });
    await perform(portal, { ...hire, ...taken("email") });
    await makeInactive(portal, organizationId);
    const freed = { email: "released-1@example.invalid" };
    const answer = await perform(portal, {
      ...change(user.id, { ...freed, active: false }),
      status: 200,
      events: ["industry_user_email_changed", "industry_user_deactivated"],
      body: { data: { id: user.id, ...freed, active: false } },
    });
    expect(answer.text).not.toMatch(/hash|password|session/i);
    await perform(portal, { ...hire, ...hired });
    await perform(portal, { ...signIn(freed.email), status: 401, events: ["sign_in_failure"] });
    await perform(portal, { ...signIn(OWNER), status: 200, events: ["sign_in_success"] });
  });

  test("can be registered by its owner after its release", async () => {
    const portal = await openPortal();
    const { user } = await squat(portal, { email: OWNER });
    const own = register({ orgName: "Owner Incorporated", email: OWNER });
    await perform(portal, { ...own, ...taken("email") });
    await perform(portal, {
      ...change(user.id, { email: "released-1@example.invalid" }),
      status: 200,
      events: ["industry_user_email_changed"],
    });
    await perform(portal, { ...own, ...registered });
  });

  test("can be invited after its release, and the invitation accepted", async () => {
    const portal = await openPortal();
    // Someone registered it after it was invited, so accepting the invitation fails.
    const { token } = insertInvitation(portal, { email: OWNER });
    const { user } = await squat(portal, { email: OWNER });
    const invite = {
      as: "borealisAdmin",
      method: "POST",
      path: "/api/portal/invitations",
      json: { email: OWNER, industryRole: "INDUSTRY_USER" },
    } as const;
    const accept = {
      as: null,
      method: "POST",
      path: "/api/portal/invitations/accept",
      json: { token, name: "Owner", password: PASSWORD },
    } as const;
    await perform(portal, { ...invite, ...taken("email") });
    await perform(portal, { ...accept, ...taken("email") });
    await perform(portal, {
      ...change(user.id, { email: "released-1@example.invalid" }),
      status: 200,
      events: ["industry_user_email_changed"],
    });
    await perform(portal, { ...invite, status: 201, events: ["industry_user_invited"] });
    await perform(portal, { ...accept, status: 201, events: ["industry_user_joined"] });
  });

  test("of a government user is released by a system administrator, which ends the user's sessions", async () => {
    const portal = await openPortal();
    const own = register({ orgName: "Owner Incorporated", email: emailOf("poc") });
    await perform(portal, { ...own, ...taken("email") });
    const free = {
      method: "PATCH",
      path: `/api/gov/admin/users/${idOf("poc")}/email`,
      json: { email: "right@agency.test" },
    } as const;
    await perform(portal, { as: "poc", method: "GET", path: "/api/session", status: 200 });
    await perform(portal, { ...free, as: "admin", status: 403 });
    const another = { as: "systemAdmin", json: { email: emailOf("acmeUser") } } as const;
    await perform(portal, { ...free, ...another, ...taken("email") });
    const ofIndustry = `/api/gov/admin/users/${idOf("acmeUser")}/email`;
    await perform(portal, { ...free, as: "systemAdmin", path: ofIndustry, status: 404 });
    await perform(portal, { ...free, as: "systemAdmin", status: 200, events: ["gov_user_updated"] });
    await perform(portal, { as: "poc", method: "GET", path: "/api/session", status: 401 });
    await perform(portal, { ...own, ...registered });
  });

  test("is not reserved by an open invitation, or by an unfinished registration", async () => {
    const portal = await openPortal();
    insertInvitation(portal, { email: OWNER });
    const account = { contactName: "Squatter", email: OWNER, password: PASSWORD };
    await portal.request(null, "POST", "/register/account", { form: account });
    await perform(portal, { ...hire, ...hired });
  });
});

describe.each([
  ["name", "orgName", "Owner Incorporated", "Squat Incorporated"],
  ["uei", "uei", "J9K4LMN2PQR7", null],
  ["cageCode", "cageCode", "7ABC1", null],
])("an organization's %s that someone else registered", (field, registeredAs, value, released) => {
  test("is released by a system administrator, and its owner can then have it", async () => {
    const portal = await openPortal();
    const { organizationId } = await squat(portal, { [registeredAs]: value });
    const own = register({ orgName: "Owner And Sons", email: OWNER, [registeredAs]: value });
    await perform(portal, { ...own, ...taken(registeredAs) });
    await perform(portal, {
      ...rename(organizationId, { [field]: released }),
      status: 200,
      events: ["organization_identity_changed"],
      body: { data: { id: organizationId, [field]: released } },
    });
    expect(JSON.parse(portal.auditRows().at(-1)?.details ?? "")).toEqual({
      before: { [field]: value },
      after: { [field]: released },
    });
    await perform(portal, { ...own, ...registered });
    await perform(portal, { ...rename(organizationId, { [field]: value }), ...taken(field) });
  });
});

test.each([
  [
    "a command's name and abbreviation",
    (portal: Portal) => `/api/gov/admin/commands/${insertCommand(portal)}`,
    { name: "Released command", abbreviation: "REL" },
    "command_updated",
  ],
  [
    "a preset tag",
    (portal: Portal) => `/api/gov/admin/tags/${insertPresetTag(portal, "optics")}`,
    undefined,
    "preset_tag_deleted",
  ],
] as const)("%s can be released the same way", async (_what, given, json, event) => {
  const portal = await openPortal();
  const method = json ? "PATCH" : "DELETE";
  await perform(portal, { as: "systemAdmin", method, path: given(portal), json, status: 200, events: [event] });
});

describe("an industry user's account", () => {
  test("can be deactivated, which ends its sessions for good, even for the last administrator of an inactive organization", async () => {
    const portal = await openPortal();
    const id = idOf("borealisAdmin");
    const { token } = insertInvitation(portal, { organizationId: ORGANIZATIONS.borealis, invitedBy: id });
    const who = { as: "borealisAdmin", method: "GET", path: "/api/session" } as const;
    await perform(portal, { ...who, status: 200 });
    const refused = { status: 400, events: ["authorization_failure"] } as const;
    await perform(portal, { ...change(id, { active: false }), ...refused });
    await perform(portal, { ...who, status: 200 });
    await makeInactive(portal, ORGANIZATIONS.borealis);
    await perform(portal, {
      ...change(id, { active: false }),
      status: 200,
      events: ["industry_user_deactivated", "industry_user_invitation_withdrawn"],
    });
    expect(portal.auditRows().at(-2)).toMatchObject({ targetId: id, organizationId: ORGANIZATIONS.borealis });
    await perform(portal, { ...who, status: 401 });
    await perform(portal, { ...signIn(emailOf("borealisAdmin")), status: 401, events: ["sign_in_failure"] });
    await perform(portal, { ...change(id, { active: false }), status: 200 });
    await perform(portal, { ...change(id, { active: true }), status: 200, events: ["industry_user_reactivated"] });
    await perform(portal, { ...who, status: 401 });
    await perform(portal, { ...signIn(emailOf("borealisAdmin")), status: 200, events: ["sign_in_success"] });
    const json = { token, name: "Nina Colleague", password: PASSWORD };
    await perform(portal, { as: null, method: "POST", path: "/api/portal/invitations/accept", json, status: 400 });
  });

  test("can get a new email, which ends its sessions and keeps its password", async () => {
    const portal = await openPortal();
    const who = { as: "acmeUser", method: "GET", path: "/api/session" } as const;
    await perform(portal, { ...who, status: 200 });
    await perform(portal, {
      ...change(idOf("acmeUser"), { email: " NEW@Acme.test " }),
      status: 200,
      events: ["industry_user_email_changed"],
      body: { data: { email: "new@acme.test" } },
    });
    await perform(portal, { ...who, status: 401 });
    await perform(portal, { ...signIn("new@acme.test"), status: 200, events: ["sign_in_success"] });
  });

  test("is listed by email, with filters and pages, and without secret fields", async () => {
    const portal = await openPortal();
    const emails = async (query: string) =>
      dataOf<{ items: { email: string }[] }>(await perform(portal, list(query))).items.map(({ email }) => email);
    const [admin, user, borealis] = [emailOf("acmeAdmin"), emailOf("acmeUser"), emailOf("borealisAdmin")];
    expect(await emails("")).toEqual([admin, user, borealis]);
    expect(await emails("email=ACME")).toEqual([admin, user]);
    expect(await emails(`organizationId=${ORGANIZATIONS.borealis}`)).toEqual([borealis]);
    expect(await emails("pageSize=1&page=2")).toEqual([user]);
    await perform(portal, {
      ...change(idOf("acmeUser"), { active: false }),
      status: 200,
      events: ["industry_user_deactivated"],
    });
    expect(await emails("active=false")).toEqual([user]);
    expect(await emails("active=true")).toEqual([admin, borealis]);
    const { items } = dataOf<{ items: object[] }>(await perform(portal, list("active=false")));
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      ["active", "createdAt", "email", "id", "industryRole", "lastSignInAt", "name", "organization"].sort(),
    );
  });

  const acme = change(idOf("acmeUser"), {});
  scenarios([
    { name: "stays unchanged if nothing is sent", ...acme, status: 200 },
    {
      name: "refuses an email that someone has",
      ...acme,
      json: { email: emailOf("poc"), active: false },
      ...taken("email"),
    },
    { name: "refuses an invalid email", ...acme, json: { email: "nina" }, status: 400, fields: ["email"] },
    { name: "can only be active or not", ...acme, json: { active: "no" }, status: 400, fields: ["active"] },
    { name: "cannot be a government user's", ...change(idOf("poc"), { active: false }), status: 404 },
    { name: "is not for other administrators", ...change(idOf("acmeUser"), { active: false }, "admin"), status: 403 },
    { name: "can be listed only by active or not", ...list("active=maybe"), status: 400, fields: ["active"] },
  ]);
});

describe("an organization's identity", () => {
  const acme = (json: object) => rename(ORGANIZATIONS.acme, json);
  scenarios([
    { name: "stays unchanged if nothing is sent", ...acme({}), status: 200 },
    {
      name: "refuses another's name, in any case",
      ...acme({ name: "BOREALIS  Industries" }),
      ...taken("name"),
    },
    { name: "always has a name", ...acme({ name: null }), status: 400, fields: ["name"] },
    { name: "has no invisible character", ...acme({ name: "Ac\u200bme" }), status: 400, fields: ["name"] },
    { name: "has a UEI of at most 20 characters", ...acme({ uei: "A".repeat(21) }), status: 400, fields: ["uei"] },
    { name: "requires a valid CAGE code", ...acme({ cageCode: "12" }), status: 400, fields: ["cageCode"] },
    { name: "must belong to an existing organization", ...rename("none", { uei: null }), status: 404 },
    { name: "is not for other administrators", ...rename(ORGANIZATIONS.acme, { uei: null }, "admin"), status: 403 },
    {
      name: "may be written in another case",
      ...acme({ name: "ACME Industries", uei: "abc123" }),
      status: 200,
      events: ["organization_identity_changed"],
      body: { data: { name: "ACME Industries", uei: "ABC123" } },
    },
  ]);

  test("is found only by its new name, and synchronized copies of every record with the name see it", async () => {
    const portal = await openPortal();
    const submissionId = insertSubmission(portal);
    const engagementId = insertEngagement(portal);
    const read = async (path: string) =>
      dataOf<{ items: { id: string }[]; next: string }>(
        await perform(portal, { as: "readonly", method: "GET", path, status: 200 }),
      );
    const shown = { organizations: ORGANIZATIONS.acme, submissions: submissionId, engagements: engagementId };
    const copied = await Promise.all(
      Object.entries(shown).map(async ([name, id]) => {
        const path = `/api/gov/${name}?updatedSince=`;
        return { id, path: path + (await read(`${path}1970-01-01T00:00:00Z`)).next };
      }),
    );
    await perform(portal, {
      ...acme({ name: "Zephyr Gliders" }),
      status: 200,
      events: ["organization_identity_changed"],
    });
    for (const { id, path } of copied) expect((await read(path)).items.map((item) => item.id)).toEqual([id]);
    const search = async (q: string) =>
      dataOf<object>(
        await perform(portal, {
          as: "readonly",
          method: "GET",
          path: `/api/search?types=organization&q=${q}`,
          status: 200,
        }),
      );
    expect(JSON.stringify(await search("zephyr"))).toContain(ORGANIZATIONS.acme);
    expect(JSON.stringify(await search("%22acme%20industries%22"))).not.toContain(ORGANIZATIONS.acme);
    expect((await read("/api/gov/organizations?q=zephyr")).items).toMatchObject([{ looksLike: [] }]);
    const page = await portal.request("readonly", "GET", `/gov/organizations/${ORGANIZATIONS.acme}`);
    expect(page.text).toContain("Name or codes changed by an administrator");
  });

  test("is compared with look-alikes of the new name, and synchronized copies see that", async () => {
    const portal = await openPortal();
    const alike = (await squat(portal, { orgName: "Squat lncorporated" })).organizationId;
    const { organizationId } = await squat(portal, { email: OWNER });
    const changed = async (next: string) =>
      dataOf<{ items: { id: string; looksLike: object[] }[]; next: string }>(
        await perform(portal, {
          ...{ as: "readonly", method: "GET", path: `/api/gov/organizations?updatedSince=${next}`, status: 200 },
        }),
      );
    const named = { status: 200, events: ["organization_identity_changed"] } as const;
    const { next } = await changed("1970-01-01T00:00:00Z");
    await perform(portal, { ...rename(organizationId, { name: "Zephyr Gliders" }), ...named });
    const away = await changed(next);
    expect(away.items.map(({ id, looksLike }) => [id, looksLike.length]).sort()).toEqual(
      [
        [alike, 0],
        [organizationId, 0],
      ].sort(),
    );
    await perform(portal, { ...rename(organizationId, { name: "Squat Incorporated" }), ...named });
    const back = await changed(away.next);
    expect(back.items.map(({ looksLike }) => looksLike.length)).toEqual([1, 1]);
  });
});
