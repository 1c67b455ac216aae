import { expect, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { externalIdentity } from "#db/schema";
import { countAttempt } from "~/operations/rate-limit.server";
import { RATE_LIMITS, WRITE_LIMITS } from "~/values/limits";
import { insertPasswordLink, instant, linkIdentity, notificationsOf } from "../support/arrange";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { CLIENT_IP, openPortal, type Portal } from "../support/portal";
import { beginAuthorization, comeBack, cookieIn, type Provider, startProvider } from "../support/provider";
import { insertSecondFactor } from "../support/second-factor";

const SESSION = "__Host-session";

async function open(settings: Record<string, string> = {}) {
  const provider = await startProvider();
  return { provider, portal: await openPortal({ ...provider.settings, ...settings }) };
}

const linkTo = (portal: Portal, { issuer }: Provider, person: PersonKey, subject: string) =>
  linkIdentity(portal, person, { issuer, subject });
const events = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const whoIs = async (portal: Portal, cookie: string) =>
  (await portal.request(null, "GET", "/api/session", { headers: { cookie } })).body;

test("without settings, the sign-in page has no other way in, and nothing of it exists", async () => {
  const portal = await openPortal();
  expect((await portal.request(null, "GET", "/login")).text).not.toContain("provider");
  expect((await portal.request(null, "POST", "/login?provider=", { form: {} })).status).toBe(404);
  expect((await portal.request(null, "GET", "/login/callback?code=1&state=2")).status).toBe(404);
  expect((await portal.request("poc", "GET", "/account/single-sign-on")).status).toBe(404);
  expect(portal.services.identityProvider).toBeNull();
});

test("a linked person signs in, and continues at the page that asked", async () => {
  const { portal, provider } = await open({ OIDC_ACR_VALUES: "urn:example:piv urn:example:mfa" });
  linkTo(portal, provider, "poc", "subject-1");
  expect(provider.requests).toEqual({});
  const { address, cookie } = await beginAuthorization(portal, "/login?provider=&redirectTo=%2Fgov%2Fcalls");
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    client_id: "portal",
    response_type: "code",
    scope: "openid",
    redirect_uri: "https://portal.test/login/callback",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
    acr_values: "urn:example:piv urn:example:mfa",
  });
  provider.behavior.claims = { acr: "urn:example:mfa" };
  const answer = await comeBack(portal, provider.approve(address, "subject-1"), cookie);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/gov/calls"]);
  expect(await whoIs(portal, cookieIn(answer, SESSION))).toMatchObject({ data: { id: idOf("poc") } });
  expect(portal.auditRows().at(-1)).toMatchObject({
    event: "sign_in_success",
    actorEmail: emailOf("poc"),
    details: JSON.stringify({ method: "oidc", acr: "urn:example:mfa" }),
  });
  expect(portal.db.query.identityRequest.findMany().sync()).toEqual([]);
  const { searchParams } = new URL(address);
  for (const secret of [searchParams.get("state"), searchParams.get("nonce"), cookie.split("=")[1]]) {
    expect(JSON.stringify([portal.log, portal.auditRows()])).not.toContain(secret);
  }
});

test("an agency whose people all have one address can sign in, and authorization requests that are only begun have their own limit", async () => {
  const { portal, provider } = await open();
  linkTo(portal, provider, "poc", "subject-1");
  const fill = (limit: typeof WRITE_LIMITS.anonymous | typeof RATE_LIMITS.authorizationRequest) =>
    immediateTransaction(portal.db, () => {
      for (let times = 0; times < limit.max; times += 1) countAttempt(portal.db, limit, CLIENT_IP, portal.now());
    });
  fill(WRITE_LIMITS.anonymous);
  const { address, cookie } = await beginAuthorization(portal);
  fill(RATE_LIMITS.authorizationRequest);
  expect((await portal.request(null, "POST", "/login?provider=", { form: {} })).status).toBe(429);
  const answer = await comeBack(portal, provider.approve(address, "subject-1"), cookie);
  expect(await whoIs(portal, cookieIn(answer, SESSION))).toMatchObject({ data: { id: idOf("poc") } });
});

test("what the provider says about itself is read once for many visits", async () => {
  const { portal, provider } = await open();
  await Promise.all([beginAuthorization(portal), beginAuthorization(portal), beginAuthorization(portal)]);
  await beginAuthorization(portal);
  expect(provider.requests).toEqual({ "/.well-known/openid-configuration": 1 });
});

test("a provider that cannot be reached makes the form say so, and the next try works", async () => {
  const { portal, provider } = await open();
  provider.behavior.metadata = { issuer: "https://another.example" };
  const answer = await portal.request(null, "POST", "/login?provider=", { form: {} });
  expect(answer.status).toBe(503);
  expect(wordsOf(answer.text)).toContain("The sign-in provider does not respond.");
  provider.behavior.metadata = {};
  await beginAuthorization(portal);
});

test("a signed-in person links their identity with their password, and unlinks it", async () => {
  const { portal, provider } = await open();
  const page = "/account/single-sign-on";
  const wrong = await portal.request("poc", "POST", page, { form: { currentPassword: "Wrong-Horse-7-Battery" } });
  expect(wrong.status).toBe(403);
  const { address, cookie } = await beginAuthorization(portal, page, "poc", { currentPassword: PASSWORD });
  const both = `${cookie}; ${portal.cookieOf("poc")}`;
  const linked = await comeBack(portal, provider.approve(address, "subject-1"), both);
  expect([linked.status, linked.headers.get("location")]).toEqual([302, "/account"]);
  expect(cookieIn(linked, SESSION)).toBe("");
  expect(portal.db.query.externalIdentity.findMany().sync()).toEqual([
    { issuer: provider.issuer, subject: "subject-1", userId: idOf("poc"), createdAt: instant(portal) },
  ]);
  expect((await portal.request("poc", "POST", `${page}?unlink`, { form: {} })).status).toBe(302);
  expect(portal.db.query.externalIdentity.findMany().sync()).toEqual([]);
  expect(events(portal)).toEqual(["identity_link_failure", "identity_linked", "identity_unlinked"]);
});

test("linking an identity of someone else is refused, and audited on the account that asked", async () => {
  const { portal, provider } = await open();
  linkTo(portal, provider, "lead", "subject-1");
  const { address, cookie } = await beginAuthorization(portal, "/account/single-sign-on", "poc", {
    currentPassword: PASSWORD,
  });
  await comeBack(portal, provider.approve(address, "subject-1"), `${cookie}; ${portal.cookieOf("poc")}`);
  expect(portal.db.query.externalIdentity.findMany().sync()).toMatchObject([{ userId: idOf("lead") }]);
  expect(portal.auditRows()).toMatchObject([
    {
      event: "identity_link_failure",
      actorId: idOf("poc"),
      targetId: idOf("poc"),
      details: JSON.stringify({ method: "oidc", reason: "linked to another account" }),
    },
  ]);
});

test("an administrator unlinks someone's identity on their page, which ends their sessions and notifies them", async () => {
  const { portal, provider } = await open();
  const page = `/gov/admin/users/${idOf("poc")}`;
  const form = "?unlinkIdentity";
  expect((await portal.request("admin", "GET", page)).text).not.toContain(form);
  linkTo(portal, provider, "poc", "subject-1");
  const session = portal.cookieOf("poc");
  expect((await portal.request("admin", "GET", page)).text).toContain(form);
  expect((await portal.request("admin", "POST", page + form, { form: {} })).status).toBe(302);
  expect(portal.db.query.externalIdentity.findMany().sync()).toEqual([]);
  expect(await whoIs(portal, session)).toMatchObject({ error: "Unauthorized" });
  expect(portal.auditRows()).toMatchObject([
    { event: "identity_unlinked", actorId: idOf("admin"), targetId: idOf("poc") },
  ]);
  expect(notificationsOf(portal, "poc")).toMatchObject([{ kind: "SYSTEM", title: "Single sign-on unlinked" }]);
  const again = await portal.request("admin", "DELETE", `/api/accounts/${idOf("poc")}/identity`);
  expect(again.status).toBe(409);
});

test.each([
  ["on", false],
  ["off", true],
] as const)(
  "with GOVERNMENT_PASSWORDS=%s, pages of second factors ask for a password or say why not",
  async (value, isOff) => {
    const { portal } = await open({ GOVERNMENT_PASSWORDS: value, PASSKEYS: "on" });
    for (const page of ["/account/second-factor", "/account/passkeys/new"]) {
      const { text } = await portal.request("poc", "GET", page);
      expect(wordsOf(text).includes("You sign in with Test ID, not with a password."), page).toBe(isOff);
      expect(text.includes('name="currentPassword"'), page).toBe(!isOff);
    }
  },
);

test("nobody unlinks the only way in of someone without a password", async () => {
  const { portal, provider } = await open({ GOVERNMENT_PASSWORDS: "off" });
  linkTo(portal, provider, "poc", "subject-1");
  linkTo(portal, provider, "acmeUser", "subject-2");
  const unlink = (as: PersonKey, person: PersonKey) =>
    portal.request(as, "DELETE", `/api/accounts/${idOf(person)}/identity`);
  expect((await unlink("admin", "poc")).status).toBe(403);
  expect((await portal.request("admin", "GET", `/gov/admin/users/${idOf("poc")}`)).text).not.toContain(
    "?unlinkIdentity",
  );
  // Industry users have their passwords.
  expect((await unlink("acmeAdmin", "acmeUser")).status).toBe(200);
  expect(portal.db.query.externalIdentity.findMany().sync()).toMatchObject([{ userId: idOf("poc") }]);
});

test("an administrator's link links an identity once, and replaces an earlier one", async () => {
  const { portal, provider } = await open();
  linkTo(portal, provider, "poc", "old-subject");
  const made = await portal.request("admin", "POST", `/api/accounts/${idOf("poc")}/identity-link`, { json: {} });
  expect(made.status).toBe(201);
  const { pathname } = new URL((made.body as { data: { url: string } }).data.url);
  expect(wordsOf((await portal.request(null, "GET", pathname)).text)).toContain("Person poc");
  const { address, cookie } = await beginAuthorization(portal, pathname);
  const linked = await comeBack(portal, provider.approve(address, "subject-1"), cookie);
  expect([linked.status, linked.headers.get("location")]).toEqual([302, "/login"]);
  expect(cookieIn(linked, SESSION)).toBe("");
  expect(portal.db.query.externalIdentity.findMany().sync()).toMatchObject([{ subject: "subject-1" }]);
  expect((await portal.request(null, "GET", pathname)).status).toBe(404);
  expect(events(portal)).toEqual(["identity_link_created", "identity_unlinked", "identity_linked"]);
  // The owner learns of it, even if someone else used the link.
  expect(notificationsOf(portal, "poc")).toMatchObject([{ kind: "SYSTEM", linkUrl: "/account" }]);
});

test("an identity that is unlinked or replaced also ends what was begun with it", async () => {
  const { portal, provider } = await open();
  const { code } = insertSecondFactor(portal, "poc");
  const visitAs = async (subject: string, path?: string) => {
    const { address, cookie } = await beginAuthorization(portal, path);
    return comeBack(portal, provider.approve(address, subject), cookie);
  };
  for (const end of [
    () => portal.request("poc", "POST", "/account/single-sign-on?unlink", { form: {} }),
    () => visitAs("new-subject", `/link-identity/${insertPasswordLink(portal, "poc", { purpose: "IDENTITY" })}`),
  ]) {
    portal.db.delete(externalIdentity).run();
    linkTo(portal, provider, "poc", "subject-1");
    const step = cookieIn(await visitAs("subject-1"), "__Host-sign-in-step");
    expect(step).not.toBe("");
    const own = portal.cookieOf("poc");
    expect((await end()).status).toBe(302);
    const finished = await portal.request(null, "POST", "/login/second-factor", {
      form: { code: code() },
      headers: { cookie: step },
    });
    expect([finished.headers.get("location"), cookieIn(finished, SESSION)]).toEqual(["/login", ""]);
    // Only the session that unlinked it continues.
    const isUnlinked = portal.db.query.externalIdentity.findMany().sync().length === 0;
    expect(await whoIs(portal, own)).toMatchObject(
      isUnlinked ? { data: { id: idOf("poc") } } : { error: "Unauthorized" },
    );
  }
});

test("a password link unlinks an identity that an intruder linked", async () => {
  const { portal, provider } = await open();
  linkTo(portal, provider, "poc", "subject-of-an-attacker");
  const token = insertPasswordLink(portal, "poc");
  const form = { password: "Another-Horse-8-Battery" };
  const changed = await portal.request(null, "POST", `/password/${token}`, { form });
  expect([changed.status, changed.headers.get("location")]).toEqual([302, "/login"]);
  expect(events(portal)).toEqual(["password_link_used", "identity_unlinked"]);
  const { address, cookie } = await beginAuthorization(portal);
  const answer = await comeBack(portal, provider.approve(address, "subject-of-an-attacker"), cookie);
  expect(cookieIn(answer, SESSION)).toBe("");
});

test("the account's page makes both kinds of link, and shows each once", async () => {
  const { portal } = await open();
  const page = `/gov/admin/users/${idOf("poc")}`;
  for (const [form, path] of [
    ["passwordLink", "password"],
    ["identityLink", "link-identity"],
  ]) {
    const answer = await portal.request("admin", "POST", `${page}?${form}`, { form: {} });
    expect(answer.text).toMatch(new RegExp(`value="https://portal\\.test/${path}/[\\w-]{43}"`));
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  }
  expect((await portal.request("admin", "GET", page)).text).not.toContain("portal.test/password/");
});

test("with GOVERNMENT_PASSWORDS=off, government users get in only by their identity", async () => {
  const { portal, provider } = await open({ GOVERNMENT_PASSWORDS: "off" });
  const signIn = (email: string, password: string) =>
    portal.request(null, "POST", "/api/session", { json: { email, password } });
  const bodies = await Promise.all([
    signIn(emailOf("poc"), PASSWORD),
    signIn(emailOf("lead"), "Wrong-Horse-7-Battery"),
    signIn("nobody@example.test", PASSWORD),
  ]);
  for (const answer of bodies) expect([answer.status, answer.body]).toEqual([401, bodies[0]?.body]);
  expect((await signIn(emailOf("acmeUser"), PASSWORD)).status).toBe(200);
  expect(wordsOf((await portal.request(null, "GET", "/login")).text)).toContain(
    "Government users sign in with Test ID",
  );
  const use = { token: insertPasswordLink(portal, "poc"), password: "Another-Horse-8-Battery" };
  expect((await portal.request(null, "POST", "/api/account/password-link/use", { json: use })).status).toBe(400);
  const link = `/api/accounts/${idOf("poc")}/password-link`;
  expect((await portal.request("admin", "POST", link, { json: {} })).status).toBe(400);
  linkTo(portal, provider, "poc", "subject-1");
  portal.db.$client.prepare("UPDATE user SET must_change_password = 1").run();
  const { address, cookie } = await beginAuthorization(portal);
  const answer = await comeBack(portal, provider.approve(address, "subject-1"), cookie);
  expect(answer.headers.get("location")).toBe("/gov");
  const headers = { cookie: cookieIn(answer, SESSION) };
  expect((await portal.request(null, "GET", "/gov", { headers })).status).toBe(200);
  expect((await portal.request(null, "POST", "/account/single-sign-on?unlink", { form: {}, headers })).status).toBe(
    403,
  );
});
