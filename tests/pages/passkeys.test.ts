import { describe, expect, test } from "vitest";
import { endSessionsOf } from "~/operations/session.server";
import { deactivate } from "../support/arrange";
import { type Authenticator, type Ceremony, makeAuthenticator } from "../support/authenticator";
import { emailOf, idOf, PASSWORD } from "../support/cast";
import {
  addPasskey,
  beginPasskey as begin,
  ceremonyOf,
  NEW_PASSKEY as NEW,
  PASSKEY_SETTINGS as settings,
} from "../support/passkeys";
import { MINUTE, openPortal, type Portal, type TestResponse } from "../support/portal";
import { insertSecondFactor } from "../support/second-factor";
import { type Visitor, visitorOf } from "../support/visitor";

const SIGN_IN = "/login/passkey";
const SESSION = "__Host-session";

const eventsOf = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const placeOf = ({ status, headers }: TestResponse) => [status, headers.get("location")];
const passkeys = (portal: Portal) => portal.db.query.passkey.findMany().sync();

/** A browser that asked for a passkey. */
async function asking(portal: Portal, visitor = visitorOf(portal), path = "/login") {
  expect(placeOf(await visitor.post(`${path}?passkey`))).toEqual([302, SIGN_IN]);
  return visitor;
}

/** Sends what a device made of the latest challenge. */
const use = (portal: Portal, visitor: Visitor, device: Authenticator, changes: Partial<Ceremony> = {}) =>
  visitor.post(SIGN_IN, { passkey: device.use(ceremonyOf(portal, changes)) });

describe("adding a passkey", () => {
  test("needs the password, makes recovery codes once, and ends the other sessions", async () => {
    const portal = await openPortal(settings);
    const other = portal.cookieOf("poc");
    portal.newSessions();
    const visitor = visitorOf(portal, undefined, "poc");
    const wrong = await visitor.post(NEW, { name: "Mine", currentPassword: "Wrong-Horse-9-Battery" });
    expect(wrong.status).toBe(403);
    const { device, codes } = await addPasskey(portal, "poc", visitor);
    expect(codes).toHaveLength(10);
    expect(passkeys(portal)).toMatchObject([{ id: device.id, userId: idOf("poc"), name: "My laptop", counter: 0 }]);
    expect(eventsOf(portal)).toEqual(["second_factor_failure", "passkey_added", "second_factor_enabled"]);
    expect((await portal.request(null, "GET", "/account", { headers: { cookie: other } })).status).toBe(302);
    const { text } = await visitor.get("/account/passkeys");
    expect(text).toContain("My laptop");
    for (const code of codes) expect(text).not.toContain(code);
    // Another one makes no further codes.
    expect((await addPasskey(portal, "poc", visitor)).codes).toEqual([]);
    expect(passkeys(portal)).toHaveLength(2);
  });

  const hostile: [what: string, changes: Partial<Ceremony>][] = [
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["no check of its owner", { userVerified: false }],
  ];
  test.each(hostile)("refuses a passkey made for %s, and ends the ceremony", async (_what, changes) => {
    const portal = await openPortal(settings);
    const visitor = visitorOf(portal, undefined, "poc");
    await begin(visitor);
    const good = makeAuthenticator().make(ceremonyOf(portal));
    const refused = await visitor.post(`${NEW}?add`, {
      passkey: makeAuthenticator().make(ceremonyOf(portal, changes)),
    });
    expect(refused.status).toBe(400);
    expect((await visitor.post(`${NEW}?add`, { passkey: good })).status).toBe(409);
    expect(passkeys(portal)).toEqual([]);
    expect(eventsOf(portal)).toEqual(["passkey_failure"]);
  });

  test("refuses one that is on another account, one of another session, and a late one", async () => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "lead");
    const visitor = visitorOf(portal, undefined, "poc");
    await begin(visitor);
    const copied = device.make(ceremonyOf(portal));
    expect((await visitor.post(`${NEW}?add`, { passkey: copied })).status).toBe(400);
    await begin(visitor);
    const made = makeAuthenticator().make(ceremonyOf(portal));
    expect((await visitorOf(portal, undefined, "acmeUser").post(`${NEW}?add`, { passkey: made })).status).toBe(409);
    portal.advance(5 * MINUTE);
    expect((await visitor.post(`${NEW}?add`, { passkey: made })).status).toBe(409);
    expect(passkeys(portal)).toHaveLength(1);
  });

  test("refuses text that is no passkey", async () => {
    const portal = await openPortal(settings);
    const visitor = visitorOf(portal, undefined, "poc");
    for (const passkey of ["", "{", "[]", "null", '{"id":"x"}', '{"id":"x","response":{}}', "x".repeat(40_000)]) {
      await begin(visitor);
      expect((await visitor.post(`${NEW}?add`, { passkey })).status).toBe(400);
      portal.advance(MINUTE * 4);
    }
    expect(passkeys(portal)).toEqual([]);
  });

  test("stops at twenty", async () => {
    const portal = await openPortal({ ...settings, SESSION_IDLE_MINUTES: "600" });
    const { visitor } = await addPasskey(portal, "poc");
    for (let count = 1; count < 20; count += 1) {
      portal.advance(4 * MINUTE);
      await addPasskey(portal, "poc", visitor);
    }
    portal.advance(15 * MINUTE);
    const form = { name: "One more", currentPassword: PASSWORD };
    expect((await visitor.post(NEW, form)).status).toBe(409);
    expect(passkeys(portal)).toHaveLength(20);
  });

  test("is refused while credentials are locked, and while passkeys are off", async () => {
    for (const changes of [{ DEMO_LOCK_CREDENTIALS: "true" }, { PASSKEYS: "off" }, { PUBLIC_ORIGIN: "" }]) {
      const portal = await openPortal({ ...settings, ...changes });
      const form = { name: "Mine", currentPassword: PASSWORD };
      expect((await portal.request("poc", "POST", NEW, { form })).status).toBe(403);
      expect((await portal.request("poc", "GET", NEW)).status).toBe(200);
      expect(portal.db.query.passkeyCeremony.findMany().sync()).toEqual([]);
    }
  });
});

describe("signing in with a passkey", () => {
  test("needs nothing else, and leads where the person wanted to go", async () => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "poc");
    const visitor = visitorOf(portal);
    const asked = await visitor.post("/login?redirectTo=%2Fgov%2Fcalls&passkey");
    expect(placeOf(asked)).toEqual([302, `${SIGN_IN}?redirectTo=%2Fgov%2Fcalls`]);
    expect((await visitor.get(SIGN_IN)).status).toBe(200);
    const passkey = device.use(ceremonyOf(portal, { userHandle: idOf("poc") }));
    const done = await visitor.post(`${SIGN_IN}?redirectTo=%2Fgov%2Fcalls`, { passkey });
    expect(placeOf(done)).toEqual([302, "/gov/calls"]);
    expect([...visitor.cookies.keys()]).toEqual([SESSION]);
    expect((await visitor.get("/gov")).status).toBe(200);
    expect(portal.auditRows().at(-1)).toMatchObject({ event: "sign_in_success", actorEmail: emailOf("poc") });
    expect(portal.auditRows().at(-1)?.details).toContain("passkey");
    expect(passkeys(portal)[0]?.lastUsedAt).toBe(portal.now().toISOString());
  });

  const hostile: [what: string, changes: Partial<Ceremony>, reason: string][] = [
    ["another origin", { origin: "https://evil.example" }, "not verified"],
    ["another host", { rpId: "evil.example" }, "not verified"],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }, "not verified"],
    ["no check of its owner", { userVerified: false }, "not verified"],
    ["a forged signature", { forged: true }, "not verified"],
    ["another person's handle", { userHandle: idOf("lead") }, "another account's passkey"],
  ];
  test.each(hostile)("refuses %s, and its challenge does not work again", async (_what, changes, reason) => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "poc");
    const visitor = await asking(portal);
    const good = device.use(ceremonyOf(portal));
    const token = visitor.copy();
    expect(placeOf(await use(portal, visitor, device, changes))).toEqual([302, "/login"]);
    expect(eventsOf(portal).at(-1)).toBe("passkey_failure");
    expect(portal.auditRows().at(-1)?.details).toContain(reason);
    expect(placeOf(await token.post(SIGN_IN, { passkey: good }))).toEqual([302, "/login"]);
    expect(token.cookies.has(SESSION)).toBe(false);
    expect(eventsOf(portal)).not.toContain("sign_in_success");
  });

  const between: [what: string, change: (portal: Portal, device: Authenticator) => unknown][] = [
    ["the account was deactivated", (portal) => deactivate(portal, "poc")],
    ["an administrator removed it", (portal) => removeAs(portal)],
    ["five minutes passed", (portal) => portal.advance(5 * MINUTE)],
  ];
  const removeAs = (portal: Portal) =>
    portal.request("systemAdmin", "DELETE", `/api/accounts/${idOf("poc")}/second-factor`);
  test.each(between)("refuses a good passkey after %s", async (_what, change) => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "poc");
    const visitor = await asking(portal);
    await change(portal, device);
    expect(placeOf(await use(portal, visitor, device))).toEqual([302, "/login"]);
    expect(visitor.cookies.has(SESSION)).toBe(false);
  });

  test("refuses another browser, an unknown passkey, and a second use", { tags: "race" }, async () => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "poc");
    const visitor = await asking(portal);
    const stranger = visitorOf(portal);
    expect(placeOf(await use(portal, stranger, device))).toEqual([302, "/login"]);
    expect(stranger.cookies.has(SESSION)).toBe(false);
    const answers = await Promise.all([1, 2, 3].map(() => use(portal, visitor.copy(), device)));
    expect(answers.filter((answer) => answer.headers.get("location") === "/gov")).toHaveLength(1);
    const again = await asking(portal);
    await use(portal, again, makeAuthenticator());
    expect(portal.auditRows().at(-1)?.details).toContain("unknown passkey");
    expect(again.cookies.has(SESSION)).toBe(false);
  });

  test("refuses a counter that did not advance, as a copied key would have", async () => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "poc");
    for (const [counter, isGood] of [
      [5, true],
      [6, true],
      [6, false],
      [3, false],
      [0, false],
      [7, true],
    ] as const) {
      const visitor = await asking(portal);
      await use(portal, visitor, device, { counter });
      expect([counter, visitor.cookies.has(SESSION)]).toEqual([counter, isGood]);
      if (!isGood) expect(portal.auditRows().at(-1)?.details).toContain("counter");
    }
  });

  test("is limited for each address", async () => {
    const portal = await openPortal(settings);
    const ask = () => portal.request(null, "POST", "/login?passkey", { form: {} });
    for (let tries = 0; tries < 100; tries += 1) expect((await ask()).status).toBe(302);
    expect((await ask()).status).toBe(429);
  });

  test("is not possible while passkeys are off", async () => {
    const portal = await openPortal({ ...settings, PASSKEYS: "off" });
    expect((await portal.request(null, "POST", "/login?passkey", { form: {} })).status).toBe(403);
    expect((await portal.request(null, "GET", "/login")).text).not.toContain('"offersPasskeys":true');
    expect(placeOf(await portal.request(null, "GET", SIGN_IN))).toEqual([302, "/login"]);
  });
});

describe("a passkey as the second factor", () => {
  const credentials = { email: emailOf("poc"), password: PASSWORD };

  test("is required after the password, and finishes the sign-in", async () => {
    const portal = await openPortal(settings);
    const { device, codes } = await addPasskey(portal, "poc");
    const visitor = visitorOf(portal);
    expect(placeOf(await visitor.post("/login", credentials))).toEqual([302, "/login/second-factor"]);
    expect((await visitor.get("/login/second-factor")).status).toBe(200);
    await asking(portal, visitor, "/login/second-factor");
    expect(placeOf(await use(portal, visitor, device))).toEqual([302, "/gov"]);
    expect([...visitor.cookies.keys()]).toEqual([SESSION]);
    // The API takes a recovery code.
    const signIn = (secondFactor?: string) =>
      portal.request(null, "POST", "/api/session", { json: { ...credentials, secondFactor } });
    expect((await signIn()).body).toMatchObject({ code: "second_factor_required" });
    expect((await signIn(codes[0])).status).toBe(200);
  });

  test("must be the account's own, and the password must still be the same", async () => {
    const portal = await openPortal(settings);
    const { device } = await addPasskey(portal, "poc");
    const lead = await addPasskey(portal, "lead");
    const first = visitorOf(portal);
    await first.post("/login", credentials);
    await asking(portal, first, "/login/second-factor");
    expect(placeOf(await use(portal, first, lead.device))).toEqual([302, "/login/second-factor"]);
    expect(portal.auditRows().at(-1)?.details).toContain("another account's passkey");
    await asking(portal, first, "/login/second-factor");
    endSessionsOf(portal.db, idOf("poc"));
    await use(portal, first, device);
    expect(portal.auditRows().at(-1)?.details).toContain("sessions ended");
    expect(first.cookies.has(SESSION)).toBe(false);
  });

  test("satisfies REQUIRE_SECOND_FACTOR, and can be added because of it", async () => {
    const portal = await openPortal({ ...settings, REQUIRE_SECOND_FACTOR: "government" });
    expect((await portal.request("poc", "GET", "/api/notifications")).status).toBe(403);
    const { visitor } = await addPasskey(portal, "poc");
    expect((await visitor.get("/gov")).status).toBe(200);
  });

  test("makes recovery codes also in a session that an identity provider's second factor began", async () => {
    const portal = await openPortal({ ...settings, REQUIRE_SECOND_FACTOR: "government" });
    portal.cookieOf("poc");
    portal.db.$client.prepare("UPDATE session SET is_multi_factor = 1").run();
    expect((await portal.request("poc", "GET", "/api/notifications")).status).toBe(200);
    expect((await addPasskey(portal, "poc")).codes).toHaveLength(10);
  });

  test("is removed with the password. The last one also takes the recovery codes", async () => {
    const portal = await openPortal(settings);
    const { device, visitor } = await addPasskey(portal, "poc");
    const form = { passkeyId: device.id, currentPassword: PASSWORD };
    expect((await visitor.post("/account/passkeys", { ...form, currentPassword: "Wrong-Horse-9" })).status).toBe(403);
    const stranger = visitorOf(portal, undefined, "lead");
    expect((await stranger.post("/account/passkeys", form)).status).toBe(404);
    expect(placeOf(await visitor.post("/account/passkeys", form))).toEqual([302, "/account/passkeys"]);
    expect(passkeys(portal)).toEqual([]);
    expect(portal.db.query.recoveryCode.findMany().sync()).toEqual([]);
    expect((await portal.request(null, "POST", "/api/session", { json: credentials })).status).toBe(200);
  });

  test("leaves recovery codes that the app needs", async () => {
    const portal = await openPortal(settings);
    const factor = insertSecondFactor(portal, "poc");
    const { device, visitor, codes } = await addPasskey(portal, "poc");
    expect(codes).toEqual([]);
    await visitor.post("/account/passkeys", { passkeyId: device.id, currentPassword: PASSWORD });
    const json = { ...credentials, secondFactor: factor.recoveryCodes[0] };
    expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(200);
  });
});
