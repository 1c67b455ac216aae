import { describe, expect, test } from "vitest";
import { emailOf, PASSWORD } from "../support/cast";
import { MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const settings = { DEMO_LOCK_CREDENTIALS: "false" };
const change = { as: "poc", method: "POST", path: "/api/account/password" } as const;
const NEW = "Another-Horse-8-Battery";
const good = { currentPassword: PASSWORD, newPassword: NEW };
const failure = ["password_change_failure"] as const;
const LOCKED = { status: 403, body: { error: "Credential changes are locked on this deployment." } };

const signIn = (portal: Portal, password: string) =>
  portal.request(null, "POST", "/api/session", { json: { email: emailOf("poc"), password } });

describe("while credentials are locked, which is the default,", () => {
  const raw = { raw: "{", headers: { "content-type": "application/json" } };
  scenarios([
    { name: "a good request is refused", ...change, json: good, ...LOCKED },
    { name: "a request without a session gets the same refusal", ...change, as: null, json: good, ...LOCKED },
    { name: "a malformed request gets the same refusal", ...change, ...raw, ...LOCKED },
    ...["true", "FALSE", "0", "no", " false"].map((value) => ({
      name: `DEMO_LOCK_CREDENTIALS=${JSON.stringify(value)} does not unlock them`,
      ...change,
      settings: { DEMO_LOCK_CREDENTIALS: value },
      json: good,
      ...LOCKED,
    })),
  ]);

  test("attempts do not count toward the limit either", async () => {
    const portal = await openPortal();
    for (let time = 0; time < 7; time += 1) await perform(portal, { ...change, json: good, ...LOCKED });
    expect(portal.db.query.rateLimitAttempt.findMany().sync()).toEqual([]);
  });
});

describe("changing the password", () => {
  test("ends every session of the user, and the new password signs in", async () => {
    const portal = await openPortal(settings);
    const other = await signIn(portal, PASSWORD);
    const cookie = other.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await perform(portal, {
      ...change,
      json: good,
      status: 200,
      events: ["password_change_success"],
      body: { data: { changed: true } },
    });
    const who = { method: "GET", path: "/api/session", status: 401 } as const;
    await perform(portal, { as: "poc", ...who });
    await perform(portal, { as: null, ...who, headers: { cookie } });
    expect((await signIn(portal, PASSWORD)).status).toBe(401);
    expect((await signIn(portal, NEW)).status).toBe(200);
    const row = portal.db.query.user.findFirst({ where: (user, { eq }) => eq(user.email, emailOf("poc")) }).sync();
    expect(row).toMatchObject({ sessionVersion: 2, mustChangePassword: false });
  });

  test("does not affect other users' sessions", async () => {
    const portal = await openPortal(settings);
    portal.cookieOf("lead");
    await portal.request("poc", "POST", change.path, { json: good });
    await perform(portal, { as: "lead", method: "GET", path: "/api/session", status: 200 });
  });

  const a = (length: number) => "a".repeat(length);
  const invalid = (name: string, json: object, field: string) => ({
    name,
    ...change,
    settings,
    json: { ...good, ...json },
    status: 400,
    events: failure,
    fields: [field],
  });
  scenarios([
    { name: "requires a session", ...change, as: null, settings, json: good, status: 401 },
    {
      name: "requires the right current password",
      ...change,
      settings,
      json: { ...good, currentPassword: NEW, newPassword: PASSWORD },
      status: 403,
      events: failure,
    },
    invalid("needs a current password", { currentPassword: "" }, "currentPassword"),
    invalid("takes no current password of 129 characters", { currentPassword: a(129) }, "currentPassword"),
    invalid("needs a new password", { newPassword: undefined }, "newPassword"),
    invalid("takes no new password of 13 characters", { newPassword: "Aa1!aaaaaaaaa" }, "newPassword"),
    invalid("takes no new password of 129 characters", { newPassword: `Aa1!${a(125)}` }, "newPassword"),
    invalid("takes no new password without an upper case letter", { newPassword: "aa1!aaaaaaaaaa" }, "newPassword"),
    invalid("takes no new password without a lower case letter", { newPassword: "AA1!AAAAAAAAAA" }, "newPassword"),
    invalid("takes no new password without a digit", { newPassword: "Aaa!aaaaaaaaaa" }, "newPassword"),
    invalid("takes no new password without a special character", { newPassword: "Aa1aaaaaaaaaaa" }, "newPassword"),
    invalid("takes no new password that is the current one", { newPassword: PASSWORD }, "newPassword"),
    {
      name: "accepts a new password of 128 characters",
      ...change,
      settings,
      json: { ...good, newPassword: `Aa1!${a(124)}` },
      status: 200,
      events: ["password_change_success"],
    },
    { name: "that is not JSON is malformed", ...change, settings, form: { currentPassword: PASSWORD }, status: 400 },
  ]);

  test("compares all of 128 characters", async () => {
    const portal = await openPortal(settings);
    const long = `Aa1!${"a".repeat(123)}`;
    await portal.request("poc", "POST", change.path, { json: { ...good, newPassword: `${long}X` } });
    expect((await signIn(portal, `${long}Y`)).status).toBe(401);
    expect((await signIn(portal, `${long}X`)).status).toBe(200);
  });
});

describe("the limit of password changes", () => {
  const wrong = { ...change, json: { ...good, currentPassword: NEW, newPassword: PASSWORD } };

  test("is five attempts in fifteen minutes for each user, audited once a window", async () => {
    const portal = await openPortal(settings);
    for (let time = 0; time < 5; time += 1) await perform(portal, { ...wrong, status: 403, events: failure });
    portal.advance(MINUTE);
    const answer = await perform(portal, {
      ...change,
      json: good,
      status: 429,
      events: ["password_change_rate_limited"],
    });
    expect(answer.headers.get("retry-after")).toBe(String(14 * 60));
    await perform(portal, { ...change, json: good, status: 429, ip: "203.0.113.77" });
    await perform(portal, { ...wrong, as: "lead", status: 403, events: failure });
    portal.advance(14 * MINUTE);
    await perform(portal, { ...change, json: good, status: 200, events: ["password_change_success"] });
  });

  test("is applied before the server reads the body", async () => {
    const portal = await openPortal(settings);
    for (let time = 0; time < 5; time += 1) await portal.request("poc", "POST", change.path, { json: [] });
    const malformed = { raw: "{", headers: { "content-type": "application/json" } };
    await perform(portal, { ...change, ...malformed, status: 429, events: ["password_change_rate_limited"] });
  });

  test("admits exactly five of a burst", { tags: "race" }, async () => {
    const portal = await openPortal(settings);
    const burst = await Promise.all(
      Array.from({ length: 12 }, () => portal.request("poc", "POST", change.path, { json: wrong.json })),
    );
    expect(burst.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(7);
  });
});
