import decodeQr from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { statement } from "#db/open";
import { endSessionsOf } from "~/operations/session.server";
import { deactivate } from "../support/arrange";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { MINUTE, openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";
import { codesOf, insertSecondFactor, keyIn, recoveryCodesIn, STEP, wrongCode } from "../support/second-factor";
import { type Visitor, visitorOf } from "../support/visitor";

const unlocked = { DEMO_LOCK_CREDENTIALS: "false" };
const PAGE = "/account/second-factor";
const credentials = (person: PersonKey) => ({ email: emailOf(person), password: PASSWORD });
const eventsOf = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const placeOf = ({ status, headers }: TestResponse) => [status, headers.get("location")];

/** Starts the setup. @returns the key that the page shows */
async function start(visitor: Visitor): Promise<string> {
  expect(placeOf(await visitor.post(`${PAGE}?start`, { currentPassword: PASSWORD }))).toEqual([302, PAGE]);
  return keyIn((await visitor.get(PAGE)).text);
}

/** What a camera sees of the QR code on a page. */
function scan(html: string): string {
  const [, size = ""] = html.match(/viewBox="0 0 (\d+) /) ?? [];
  const width = Number(size);
  const scale = 4;
  const data = new Uint8Array(width * scale * width * scale * 4).fill(255);
  const [, path = ""] = html.match(/<path d="([^"]+)" fill="#000"/) ?? [];
  for (const [, x = "", y = "", run = ""] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const first = row * width * scale + Number(x) * scale;
      data.fill(0, first * 4, (first + Number(run) * scale) * 4);
    }
  }
  return decodeQr({ width: width * scale, height: width * scale, data });
}

describe("setting up a second factor", () => {
  test("shows the key as text and as a QR code, and changes nothing before the first code", async () => {
    const portal = await openPortal({ ...unlocked, AGENCY_NAME: "Office of Tests" });
    const visitor = visitorOf(portal, undefined, "poc");
    const key = await start(visitor);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    const { text, headers } = await visitor.get(PAGE);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(scan(text)).toBe(
      `otpauth://totp/Office%20of%20Tests:poc%40example.test?issuer=Office%20of%20Tests&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(placeOf(await visitorOf(portal).post("/login", credentials("poc")))).toEqual([302, "/gov"]);
    expect(text).toContain(`<a href="${scan(text).replaceAll("&", "&amp;")}">`);
    // Another session of the same person does not see it.
    portal.newSessions();
    expect((await portal.request("poc", "GET", PAGE)).text).not.toContain("glip-qr");
    expect(portal.db.query.secondFactor.findMany().sync()).toEqual([]);
    expect(eventsOf(portal)).toEqual(["sign_in_success"]);
  });

  test("turns it on with the first code, shows recovery codes once, and ends the other sessions", async () => {
    const portal = await openPortal(unlocked);
    const other = portal.cookieOf("poc");
    portal.newSessions();
    const visitor = visitorOf(portal, undefined, "poc");
    const key = await start(visitor);
    const done = await visitor.post(`${PAGE}?confirm`, { code: codesOf(portal, key)() });
    expect(done.status).toBe(200);
    expect(done.headers.get("cache-control")).toBe("private, no-store");
    const codes = recoveryCodesIn(done.text);
    expect(codes).toHaveLength(10);
    const after = await visitor.get(PAGE);
    expect(after.text).not.toContain(codes[0]);
    expect(after.text).not.toContain(key);
    expect(after.text).toContain("10 codes");
    const logged = JSON.stringify(portal.log);
    for (const secret of [key, ...codes]) expect(logged).not.toContain(secret);
    const account = (await visitor.get("/account")).text;
    expect(account).toContain("10 recovery codes");
    for (const secret of [key, ...codes]) expect(account).not.toContain(secret);
    expect(eventsOf(portal)).toEqual(["second_factor_enabled"]);
    const ended = await portal.request(null, "GET", "/api/session", { headers: { cookie: other } });
    expect(ended.status).toBe(401);
    const notification = portal.db.query.notification.findFirst().sync();
    expect(notification).toMatchObject({ userId: idOf("poc"), title: "Second factor turned on" });
    // The code that confirmed it cannot be used again.
    const json = { ...credentials("poc"), secondFactor: codesOf(portal, key)() };
    expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(401);
    portal.advance(STEP);
    json.secondFactor = codesOf(portal, key)();
    expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(200);
  });

  test("needs the password, and a right first code", async () => {
    const portal = await openPortal(unlocked);
    const visitor = visitorOf(portal, undefined, "poc");
    const refused = await visitor.post(`${PAGE}?start`, { currentPassword: "Wrong-Horse-9-Battery" });
    expect([refused.status, refused.text.includes("The current password is wrong")]).toEqual([403, true]);
    const key = await start(visitor);
    const code = wrongCode({ key, recoveryCodes: [], code: codesOf(portal, key) });
    const wrong = await visitor.post(`${PAGE}?confirm`, { code });
    expect([wrong.status, keyIn(wrong.text)]).toEqual([400, key]);
    expect(wrong.text).not.toContain(`value="${code}"`);
    expect(eventsOf(portal)).toEqual(["second_factor_failure", "second_factor_failure"]);
    expect(portal.db.query.secondFactor.findMany().sync()).toEqual([]);
  });

  test("expires, can be canceled, and starts again with another key", async () => {
    const portal = await openPortal({ ...unlocked, SESSION_IDLE_MINUTES: "60" });
    const visitor = visitorOf(portal, undefined, "poc");
    const first = await start(visitor);
    portal.advance(30 * MINUTE);
    expect((await visitor.post(`${PAGE}?confirm`, { code: codesOf(portal, first)() })).status).toBe(409);
    const second = await start(visitor);
    expect(second).not.toBe(first);
    await visitor.post(`${PAGE}?cancel`);
    expect((await visitor.post(`${PAGE}?confirm`, { code: codesOf(portal, second)() })).status).toBe(409);
    expect(portal.db.query.secondFactorSetup.findMany().sync()).toEqual([]);
  });

  test("is refused while credentials are locked, and while one is on", async () => {
    const locked = await openPortal();
    const before = contents(locked);
    for (const form of ["start", "confirm", "cancel", "change"]) {
      const fields = { currentPassword: PASSWORD, code: "123456", change: "off" };
      const answer = await locked.request("poc", "POST", `${PAGE}?${form}`, { form: fields });
      expect([form, answer.status]).toEqual([form, 403]);
    }
    expect({ ...contents(locked), session: [] }).toEqual({ ...before, session: [] });
    const portal = await openPortal(unlocked);
    insertSecondFactor(portal, "poc");
    const visitor = visitorOf(portal, undefined, "poc");
    expect((await visitor.post(`${PAGE}?start`, { currentPassword: PASSWORD })).status).toBe(409);
  });
});

describe("changing a second factor", () => {
  test("needs the password or a code, and ends the other sessions", async () => {
    for (const proof of ["password", "app", "recovery"] as const) {
      const portal = await openPortal(unlocked);
      const other = portal.cookieOf("poc");
      portal.newSessions();
      const visitor = visitorOf(portal, undefined, "poc");
      const factor = insertSecondFactor(portal, "poc");
      const proofs = {
        password: { currentPassword: PASSWORD },
        app: { currentPassword: "", code: factor.code() },
        recovery: { code: factor.recoveryCodes[3] ?? "" },
      };
      const bads: Record<string, string>[] = [
        {},
        { currentPassword: "Wrong-Horse-9-Battery" },
        { code: wrongCode(factor) },
      ];
      for (const bad of bads) {
        const refused = await visitor.post(`${PAGE}?change`, { change: "off", ...bad });
        expect([400, 403]).toContain(refused.status);
      }
      const done = await visitor.post(`${PAGE}?change`, { change: "off", ...proofs[proof] });
      expect(placeOf(done)).toEqual([302, PAGE]);
      expect(eventsOf(portal).at(-1)).toBe("second_factor_disabled");
      expect(portal.db.query.secondFactor.findMany().sync()).toEqual([]);
      expect(portal.db.query.recoveryCode.findMany().sync()).toEqual([]);
      expect((await visitor.get(PAGE)).status).toBe(200);
      expect((await portal.request(null, "GET", "/account", { headers: { cookie: other } })).status).toBe(302);
      expect(placeOf(await visitorOf(portal).post("/login", credentials("poc")))).toEqual([302, "/gov"]);
    }
  });

  test("renews the recovery codes, which makes the earlier ones worthless", async () => {
    const portal = await openPortal(unlocked);
    const factor = insertSecondFactor(portal, "poc");
    const visitor = visitorOf(portal, undefined, "poc");
    const done = await visitor.post(`${PAGE}?change`, { change: "renew", currentPassword: PASSWORD });
    const codes = recoveryCodesIn(done.text);
    expect(codes).toHaveLength(10);
    expect(eventsOf(portal)).toEqual(["recovery_codes_renewed"]);
    const signIn = (secondFactor: string | undefined) =>
      portal.request(null, "POST", "/api/session", { json: { ...credentials("poc"), secondFactor } });
    expect((await signIn(factor.recoveryCodes[0])).status).toBe(401);
    expect((await signIn(codes[0])).status).toBe(200);
  });

  test("counts attempts", async () => {
    const portal = await openPortal(unlocked);
    insertSecondFactor(portal, "poc");
    const visitor = visitorOf(portal, undefined, "poc");
    const send = () => visitor.post(`${PAGE}?change`, { change: "off", currentPassword: "Wrong-Horse-9-Battery" });
    for (let tries = 0; tries < 10; tries += 1) expect((await send()).status).toBe(403);
    expect((await send()).status).toBe(429);
  });
});

describe("signing in on the page", () => {
  const STEP_PAGE = "/login/second-factor";

  /** A browser that gave the right password. */
  async function afterPassword(portal: Portal, search = "") {
    const visitor = visitorOf(portal);
    const answer = await visitor.post(`/login${search}`, credentials("poc"));
    expect(placeOf(answer)).toEqual([302, `${STEP_PAGE}${search}`]);
    return visitor;
  }

  test("asks for the second factor on a page of its own, and leads where the person wanted to go", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal, "?redirectTo=%2Fgov%2Fcalls");
    expect([...visitor.cookies.keys()]).toEqual(["sign-in-step"]);
    expect(eventsOf(portal)).toEqual([]);
    expect((await visitor.get("/gov")).status).toBe(302);
    const asked = await visitor.get(`${STEP_PAGE}?redirectTo=%2Fgov%2Fcalls`);
    expect([asked.status, asked.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    const wrong = await visitor.post(`${STEP_PAGE}?redirectTo=%2Fgov%2Fcalls`, { code: wrongCode(factor) });
    expect([wrong.status, visitor.cookies.has("session")]).toEqual([401, false]);
    const done = await visitor.post(`${STEP_PAGE}?redirectTo=%2Fgov%2Fcalls`, { code: factor.code() });
    expect(placeOf(done)).toEqual([302, "/gov/calls"]);
    expect([...visitor.cookies.keys()]).toEqual(["session"]);
    expect(done.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await visitor.get("/gov")).status).toBe(200);
    expect(eventsOf(portal)).toEqual(["second_factor_failure", "sign_in_success"]);
  });

  test("never leads to another site", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal, "?redirectTo=%2F%2Fevil.example");
    const done = await visitor.post(`${STEP_PAGE}?redirectTo=%2F%2Fevil.example`, { code: factor.code() });
    expect(placeOf(done)).toEqual([302, "/gov"]);
  });

  test("takes a recovery code too", async () => {
    const portal = await openPortal();
    const { recoveryCodes } = insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal);
    expect(placeOf(await visitor.post(STEP_PAGE, { code: recoveryCodes[0] ?? "" }))).toEqual([302, "/gov"]);
  });

  const ends: [what: string, end: (portal: Portal) => void][] = [
    ["ten minutes passed", (portal) => portal.advance(10 * MINUTE)],
    ["the account was deactivated", (portal) => deactivate(portal, "poc")],
    ["the password was changed", (portal) => endSessionsOf(portal.db, idOf("poc"))],
    ["the second factor was removed", (portal) => statement(portal.db, "DELETE FROM second_factor").run()],
  ];
  test.each(ends)("does not continue after %s", async (_what, end) => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal);
    end(portal);
    const refused = await visitor.copy().post(STEP_PAGE, { code: factor.code() });
    expect(refused.headers.getSetCookie().some((cookie) => /(^|-)session=[^;]/.test(cookie))).toBe(false);
    expect(eventsOf(portal)).not.toContain("sign_in_success");
    expect(portal.db.query.session.findMany().sync()).toEqual([]);
  });

  test("sends a browser whose step ended back to the password", async () => {
    const portal = await openPortal();
    insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal);
    portal.advance(10 * MINUTE);
    expect(placeOf(await visitor.get(`${STEP_PAGE}?redirectTo=%2Fgov`))).toEqual([302, "/login?redirectTo=%2Fgov"]);
    expect(visitor.cookies.has("sign-in-step")).toBe(false);
    expect(placeOf(await visitorOf(portal).get(STEP_PAGE))).toEqual([302, "/login"]);
  });

  test("asks for the password again after five wrong codes", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal);
    for (let tries = 0; tries < 5; tries += 1) await visitor.copy().post(STEP_PAGE, { code: wrongCode(factor) });
    expect(placeOf(await visitor.post(STEP_PAGE, { code: factor.code() }))).toEqual([302, "/login"]);
    expect(eventsOf(portal)).toEqual(Array(5).fill("second_factor_failure"));
  });

  test("finishes a step once, also in two requests at the same time", { tags: "race" }, async () => {
    const portal = await openPortal();
    const { recoveryCodes } = insertSecondFactor(portal, "poc");
    const visitor = await afterPassword(portal);
    const answers = await Promise.all(
      recoveryCodes.slice(0, 3).map((code) => visitor.copy().post(STEP_PAGE, { code })),
    );
    expect(answers.filter(({ headers }) => headers.get("location") === "/gov")).toHaveLength(1);
    expect(portal.db.query.session.findMany().sync()).toHaveLength(1);
  });
});

describe("the page of someone else's account", () => {
  const PAGES = [
    ["lead", `/gov/admin/users/${idOf("poc")}`, "poc"],
    ["systemAdmin", `/gov/admin/industry-users/${idOf("acmeUser")}`, "acmeUser"],
    ["acmeAdmin", `/portal/users/${idOf("acmeUser")}`, "acmeUser"],
  ] as const;

  test.each(PAGES)("shows %s at %s whether there is a second factor, and removes it", async (as, path, owner) => {
    const portal = await openPortal(unlocked);
    expect((await portal.request(as, "GET", path)).text).not.toContain("Second factor");
    const factor = insertSecondFactor(portal, owner);
    const { text } = await portal.request(as, "GET", path);
    expect(text).toContain("Remove second factor");
    for (const secret of [factor.key, ...factor.recoveryCodes]) expect(text).not.toContain(secret);
    expect(placeOf(await portal.request(as, "POST", `${path}?removeSecondFactor`, { form: {} }))).toEqual([302, path]);
    expect(eventsOf(portal)).toEqual(["second_factor_removed"]);
    expect(portal.db.query.secondFactor.findMany().sync()).toEqual([]);
  });

  test("does not offer to remove one's own", async () => {
    const portal = await openPortal(unlocked);
    insertSecondFactor(portal, "systemAdmin");
    const path = `/gov/admin/users/${idOf("systemAdmin")}`;
    expect((await portal.request("systemAdmin", "GET", path)).text).not.toContain("Remove second factor");
    expect((await portal.request("systemAdmin", "POST", `${path}?removeSecondFactor`, { form: {} })).status).toBe(403);
  });
});
