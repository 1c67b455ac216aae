import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { externalIdentity } from "#db/schema";
import { insertPasswordLink } from "../support/arrange";
import { idOf, PASSWORD } from "../support/cast";
import { DEACTIVATIONS, ENDINGS, type Ending, reactivate } from "../support/endings";
import { openPortal, type Portal, type TestResponse } from "../support/portal";
import { beginAuthorization, comeBack, cookieIn, type Provider, startProvider, type Visit } from "../support/provider";
import { contents } from "../support/scenario";
import { insertSecondFactor } from "../support/second-factor";

/*
 * Visits to the sign-in provider that are under way while an account is deactivated, or its sessions end. The provider's
 * response is held until that has happened.
 */

const SUBJECT = "subject-of-poc";
const SINGLE_SIGN_ON = "/account/single-sign-on";
const TOKEN = "/token";
const METADATA = "/.well-known/openid-configuration";

let provider: Provider;
const stops: (() => void)[] = [];
beforeAll(async () => {
  provider = await startProvider((stop) => stops.push(stop));
});
afterEach(() => {
  provider.behavior = {};
});
afterAll(() => {
  for (const stop of stops) stop();
});

const open = () => openPortal(provider.settings);
const linkIdentity = ({ db }: Portal) =>
  db
    .insert(externalIdentity)
    .values({ issuer: provider.issuer, subject: SUBJECT, userId: idOf("poc"), createdAt: "2026-03-01" })
    .run();
const inviteToLink = (portal: Portal) =>
  insertPasswordLink(portal, "poc", { purpose: "IDENTITY", createdBy: idOf("admin") });
const comeBackFrom = (portal: Portal, { address, cookie }: Visit) =>
  comeBack(portal, provider.approve(address, SUBJECT), cookie);

/** Runs `meanwhile` before the provider responds to the next request for this path. */
function whileProviderResponds(path: string, meanwhile: () => Promise<void>): void {
  provider.behavior.before = async (requested) => {
    if (requested !== path) return;
    provider.behavior.before = undefined;
    await meanwhile();
  };
}

/** Everything that a refusal must leave as it is. A visit that came back is over. */
const kept = (portal: Portal) => ({ ...contents(portal), identity_request: [] });

/**
 * Runs a visit with an ending in the middle.
 * @param run gets the function that makes it end
 * @returns the response, after checking that the visit wrote nothing and began no session
 */
async function runRefused(
  portal: Portal,
  { end }: Ending,
  events: readonly string[],
  run: (ending: () => Promise<void>) => Promise<TestResponse>,
): Promise<TestResponse> {
  let left: ReturnType<typeof kept> | undefined;
  let audited = 0;
  const answer = await run(async () => {
    await end(portal);
    left = kept(portal);
    audited = portal.auditRows().length;
  });
  expect(kept(portal), answer.text.slice(0, 500)).toEqual(left);
  expect(
    portal
      .auditRows()
      .slice(audited)
      .map(({ event }) => event),
  ).toEqual(events);
  expect(cookieIn(answer, "__Host-session")).toBe("");
  return answer;
}

const placeOf = ({ status, headers }: TestResponse) => [status, headers.get("location")];
const REFUSED = [302, "/login"];
const FAILED = ["sign_in_failure"];
const LINK_FAILED = ["identity_link_failure"];

/** When the visit ends: before the browser comes back, or while the portal exchanges the code. */
const MOMENTS = ["before the browser comes back", "while the code is exchanged"] as const;

async function comeBackAfter(portal: Portal, visit: Visit, moment: (typeof MOMENTS)[number], end: () => Promise<void>) {
  if (moment === "before the browser comes back") await end();
  else whileProviderResponds(TOKEN, end);
  return comeBackFrom(portal, visit);
}

/** The same visit does not come back again after the account was reactivated. */
async function expectOver(portal: Portal, visit: Visit): Promise<void> {
  await reactivate(portal);
  const left = kept(portal);
  expect(placeOf(await comeBackFrom(portal, visit))).toEqual(REFUSED);
  expect(kept(portal)).toEqual(left);
}

describe.each(MOMENTS)("if %s", (moment) => {
  // A visit belongs to no account before it comes back, so that a linked person with an active account may sign in.
  test.each(DEACTIVATIONS)("$what, a sign-in is refused", { tags: "race" }, async (ending) => {
    const portal = await open();
    linkIdentity(portal);
    const visit = await beginAuthorization(portal);
    const answer = await runRefused(portal, ending, FAILED, (end) => comeBackAfter(portal, visit, moment, end));
    expect(placeOf(answer)).toEqual(REFUSED);
    await expectOver(portal, visit);
  });

  const unlinking = ENDINGS.filter(({ what }) => what === "a password link is used");
  test.each(unlinking)("$what, a sign-in is refused, because that unlinks it", { tags: "race" }, async (ending) => {
    const portal = await open();
    linkIdentity(portal);
    const visit = await beginAuthorization(portal);
    const answer = await runRefused(portal, ending, FAILED, (end) => comeBackAfter(portal, visit, moment, end));
    expect(placeOf(answer)).toEqual(REFUSED);
  });

  test.each(ENDINGS)("$what, nothing is linked", { tags: "race" }, async (ending) => {
    const portal = await open();
    const begun = await beginAuthorization(portal, SINGLE_SIGN_ON, "poc", { currentPassword: PASSWORD });
    const visit = { ...begun, cookie: `${begun.cookie}; ${portal.cookieOf("poc")}` };
    const answer = await runRefused(portal, ending, LINK_FAILED, (end) => comeBackAfter(portal, visit, moment, end));
    expect(placeOf(answer)[0]).toBe(302);
    expect((await portal.request(null, "GET", "/api/session", { headers: { cookie: visit.cookie } })).status).toBe(401);
    if (ending.isInactive) await expectOver(portal, visit);
  });

  test.each(ENDINGS)("$what, nothing is linked by an administrator's link", { tags: "race" }, async (ending) => {
    const portal = await open();
    const token = inviteToLink(portal);
    const visit = await beginAuthorization(portal, `/link-identity/${token}`);
    const answer = await runRefused(portal, ending, LINK_FAILED, (end) => comeBackAfter(portal, visit, moment, end));
    expect(placeOf(answer)).toEqual(REFUSED);
    if (!ending.isInactive) return;
    await expectOver(portal, visit);
    expect((await portal.request(null, "POST", `/link-identity/${token}`, { form: {} })).status).toBe(404);
  });

  test("the administrator is deactivated, nothing is linked by their link", { tags: "race" }, async () => {
    const portal = await open();
    const visit = await beginAuthorization(portal, `/link-identity/${inviteToLink(portal)}`);
    const json = { userId: idOf("admin"), active: false };
    const end = async () => {
      expect((await portal.request("systemAdmin", "PATCH", "/api/gov/admin/users", { json })).status).toBe(200);
    };
    const ending = { what: "", end };
    const answer = await runRefused(portal, ending, LINK_FAILED, (run) => comeBackAfter(portal, visit, moment, run));
    expect(placeOf(answer)).toEqual(REFUSED);
  });
});

describe("while the provider says where the visit begins", () => {
  test.each(ENDINGS)("and $what, no link begins", { tags: "race" }, async (ending) => {
    const portal = await open();
    const cookie = portal.cookieOf("poc");
    const answer = await runRefused(portal, ending, [], (end) => {
      whileProviderResponds(METADATA, end);
      const options = { form: { currentPassword: PASSWORD }, headers: { cookie } };
      return portal.request(null, "POST", SINGLE_SIGN_ON, options);
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/login\?/);
    expect(portal.db.query.identityRequest.findMany().sync()).toEqual([]);
  });

  test.each(ENDINGS)("and $what, no link by an administrator begins", { tags: "race" }, async (ending) => {
    const portal = await open();
    const token = inviteToLink(portal);
    const answer = await runRefused(portal, ending, [], (end) => {
      whileProviderResponds(METADATA, end);
      return portal.request(null, "POST", `/link-identity/${token}`, { form: {} });
    });
    expect(answer.status).toBe(404);
    expect(portal.db.query.identityRequest.findMany().sync()).toEqual([]);
  });
});

describe("after a visit that leaves the second factor to the portal", () => {
  test.each(ENDINGS)("and $what, the code is refused", { tags: "race" }, async (ending) => {
    const portal = await open();
    const factor = insertSecondFactor(portal, "poc");
    linkIdentity(portal);
    const answer = await comeBackFrom(portal, await beginAuthorization(portal));
    expect(placeOf(answer)).toEqual([302, "/login/second-factor"]);
    const cookie = cookieIn(answer, "__Host-sign-in-step");
    expect(cookie).not.toBe("");
    const giveCode = () =>
      portal.request(null, "POST", "/login/second-factor", { form: { code: factor.code() }, headers: { cookie } });
    const refused = await runRefused(portal, ending, [], async (end) => {
      await end();
      return giveCode();
    });
    expect(placeOf(refused)).toEqual(REFUSED);
    if (!ending.isInactive) return;
    await reactivate(portal);
    expect(placeOf(await giveCode())).toEqual(REFUSED);
  });
});
