import { describe, expect, test } from "vitest";
import { deactivate } from "../support/arrange";
import { emailOf, idOf, PASSWORD } from "../support/cast";
import { DAY, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";
import { codesOf, insertSecondFactor, STEP, wrongCode } from "../support/second-factor";

const session = { as: null, method: "POST", path: "/api/session" } as const;
const given = (secondFactor?: string) => ({ email: emailOf("poc"), password: PASSWORD, secondFactor });
const success = { ...session, status: 200, events: ["sign_in_success"] } as const;
const wrong = { ...session, status: 401, events: ["second_factor_failure"] } as const;
/** Each request of a flood comes from another address, so that no limit of an address counts. */
const from = (number: number) => `198.51.100.${number % 250}`;

const notifications = (portal: Portal) =>
  portal.db.query.notification
    .findMany()
    .sync()
    .map(({ userId, title }) => [userId, title]);

describe("signing in to an account with a second factor", () => {
  test("needs a code, and only the right password shows that", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const missing = await perform(portal, { ...session, json: given(), status: 401, fields: ["secondFactor"] });
    expect(missing.body).toMatchObject({ code: "second_factor_required" });
    expect(missing.headers.get("set-cookie")).toBe(null);
    for (const secondFactor of [undefined, factor.code(), "123456"]) {
      const json = { ...given(secondFactor), password: "Wrong-Horse-9-Battery" };
      const answer = await perform(portal, { ...session, json, status: 401, events: ["sign_in_failure"] });
      expect(answer.body).toEqual({ error: "The email address or the password is wrong" });
    }
    const answer = await perform(portal, { ...success, json: given(factor.code()) });
    expect(answer.body).toMatchObject({ data: { id: idOf("poc") } });
    expect(portal.auditRows().at(-1)?.details).toContain("app code");
  });

  test("ignores a code for an account without one", async () => {
    const portal = await openPortal();
    const plain = await perform(portal, { ...success, json: given() });
    const more = await perform(portal, { ...success, json: given("123456") });
    expect(more.body).toEqual(plain.body);
    expect(portal.auditRows().map(({ details }) => details)).toEqual([null, null]);
  });

  test("takes a code once, also in two requests at the same time", { tags: "race" }, async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const burst = await Promise.all(
      Array.from({ length: 4 }, () => portal.request(null, "POST", session.path, { json: given(factor.code()) })),
    );
    expect(burst.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const replay = await perform(portal, { ...wrong, json: given(factor.code()) });
    expect(replay.body).toMatchObject({ code: "second_factor_wrong" });
    portal.advance(STEP);
    await perform(portal, { ...success, json: given(factor.code()) });
  });

  test("accepts one step of drift each way, and no code older than the last one", async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const portal = await openPortal();
      const factor = insertSecondFactor(portal, "poc");
      const answer = await portal.request(null, "POST", session.path, { json: given(factor.code(steps)) });
      expect([steps, answer.status]).toEqual([steps, status]);
    }
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    await perform(portal, { ...success, json: given(factor.code(1)) });
    await perform(portal, { ...wrong, json: given(factor.code(0)) });
  });

  test("reads the code as people type it", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const code = factor.code();
    await perform(portal, { ...success, json: given(` ${code.slice(0, 3)} ${code.slice(3)} `) });
  });

  test("takes each recovery code once, in any spelling, and tells the owner", { tags: "race" }, async () => {
    const portal = await openPortal();
    const { recoveryCodes } = insertSecondFactor(portal, "poc");
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = "", third = ""] = recoveryCodes;
    expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const events = ["recovery_code_used", "sign_in_success"] as const;
    await perform(portal, { ...success, events, json: given(first) });
    await perform(portal, { ...wrong, json: given(first) });
    const typed = second.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    await perform(portal, { ...success, events, json: given(typed) });
    expect(notifications(portal)).toEqual(Array(2).fill([idOf("poc"), "Recovery code used"]));
    const burst = await Promise.all(
      Array.from({ length: 3 }, () => portal.request(null, "POST", session.path, { json: given(third) })),
    );
    expect(burst.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("refuses the codes of another person", async () => {
    const portal = await openPortal();
    insertSecondFactor(portal, "poc");
    const other = insertSecondFactor(portal, "lead");
    await perform(portal, { ...wrong, json: given(other.recoveryCodes[0]) });
  });

  test("counts a wrong code like a wrong password", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    for (let tries = 0; tries < 10; tries += 1) await perform(portal, { ...wrong, json: given("not a code") });
    const refused = { ...session, json: given(factor.code()), status: 429, events: ["sign_in_rate_limited"] } as const;
    await perform(portal, refused);
  });
});

describe("wrong codes of one account", () => {
  const over = { ...session, status: 429 } as const;

  test("refuse its app's codes after ten in fifteen minutes, but nothing else", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    portal.cookieOf("poc");
    for (let tries = 0; tries < 10; tries += 1) {
      await perform(portal, { ...wrong, json: given(wrongCode(factor)), ip: from(tries) });
    }
    const json = given(factor.code());
    const first = await perform(portal, { ...over, json, events: ["second_factor_rate_limited"], ip: from(20) });
    expect(first.headers.get("retry-after")).toBe(String(15 * 60));
    await perform(portal, { ...over, json, ip: from(21) });
    // Other ways in.
    await perform(portal, { as: "poc", method: "GET", path: "/api/session", status: 200 });
    await perform(portal, { ...session, json: given(), status: 401, ip: from(22) });
    const events = ["recovery_code_used", "sign_in_success"] as const;
    await perform(portal, { ...success, events, json: given(factor.recoveryCodes[0]), ip: from(23) });
    portal.advance(15 * MINUTE);
    await perform(portal, { ...success, json: given(factor.code()), ip: from(24) });
  });

  test("refuse its app's codes for the rest of the day after a hundred", async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const send = (code: string, number: number) =>
      portal.request(null, "POST", session.path, { json: given(code), ip: from(number) });
    for (let tries = 0; tries < 100; tries += 1) {
      if (tries % 10 === 0) portal.advance(15 * MINUTE);
      expect((await send(wrongCode(factor), tries)).status).toBe(401);
    }
    portal.advance(16 * MINUTE);
    // An address that has not failed, so that the limit of failed sign-ins does not count.
    expect((await send(factor.code(), 200)).status).toBe(429);
    portal.advance(DAY);
    expect((await send(factor.code(), 200)).status).toBe(200);
  });

  test("are checked exactly ten times in a burst", { tags: "race" }, async () => {
    const portal = await openPortal();
    const factor = insertSecondFactor(portal, "poc");
    const burst = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        portal.request(null, "POST", session.path, { json: given(wrongCode(factor)), ip: from(number) }),
      ),
    );
    expect(burst.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

test("a deactivated account with a second factor is refused like an unknown email", async () => {
  const portal = await openPortal();
  const factor = insertSecondFactor(portal, "poc");
  deactivate(portal, "poc");
  const answer = await perform(portal, {
    ...session,
    json: given(factor.code()),
    status: 401,
    events: ["sign_in_failure"],
  });
  expect(answer.body).not.toHaveProperty("code");
});

describe("removing someone else's second factor", () => {
  const settings = { DEMO_LOCK_CREDENTIALS: "false" };
  const remove = (id: string) => ({ method: "DELETE", path: `/api/accounts/${id}/second-factor` }) as const;

  test("ends the person's sessions, notifies them, and leaves the password", async () => {
    const portal = await openPortal(settings);
    insertSecondFactor(portal, "poc");
    portal.cookieOf("poc");
    const call = { as: "lead", ...remove(idOf("poc")) } as const;
    await perform(portal, { ...call, status: 200, events: ["second_factor_removed"] });
    expect(portal.auditRows().at(-1)).toMatchObject({ actorEmail: emailOf("lead"), targetId: idOf("poc") });
    expect(notifications(portal)).toEqual([[idOf("poc"), "Second factor removed"]]);
    expect(portal.db.query.recoveryCode.findMany().sync()).toEqual([]);
    await perform(portal, { as: "poc", method: "GET", path: "/api/session", status: 401 });
    await perform(portal, { ...success, json: given() });
    await perform(portal, { ...call, status: 409 });
  });

  test("is refused for one's own, and for accounts that one may not administer", async () => {
    const portal = await openPortal(settings);
    for (const person of ["lead", "bravoPoc", "acmeUser"] as const) insertSecondFactor(portal, person);
    await perform(portal, { as: "lead", ...remove(idOf("lead")), status: 403 });
    await perform(portal, { as: "lead", ...remove(idOf("bravoPoc")), status: 403 });
    await perform(portal, { as: "borealisAdmin", ...remove(idOf("acmeUser")), status: 404 });
    await perform(portal, {
      as: "systemAdmin",
      ...remove(idOf("acmeUser")),
      status: 200,
      events: ["second_factor_removed"],
    });
  });

  test("is refused while credentials are locked", async () => {
    const portal = await openPortal();
    insertSecondFactor(portal, "poc");
    await perform(portal, { as: "systemAdmin", ...remove(idOf("poc")), status: 403 });
  });
});

test("a code of a key works only for the key", () => {
  const portal = { now: () => new Date("2026-03-02T15:00:00.000Z") };
  // RFC 6238, appendix B: the test key "12345678901234567890" at 59 seconds.
  const rfc = codesOf({ now: () => new Date(59_000) }, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(rfc()).toBe("287082");
  expect(codesOf(portal, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")()).not.toBe(codesOf(portal, "JBSWY3DPEHPK3PXP")());
});
