import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { writesMade } from "~/operations/execute.server";
import { forgetOldAttempts } from "~/operations/rate-limit.server";
import { KNOWN_ADDRESSES, SIGN_IN_FAILURES_OF_ACCOUNT, SIGN_IN_FAILURES_OF_ADDRESS } from "~/values/limits";
import { emailOf, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import {
  DAY,
  dataOf,
  HOUR,
  MINUTE,
  makePasswords,
  openPortal,
  type Portal,
  type TestResponse,
} from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const WRONG = "Wrong-Horse-7-Battery";
const credentials = (person: PersonKey, password = PASSWORD) => ({ email: emailOf(person), password });
const signIn = { as: null, method: "POST", path: "/api/session" } as const;
const who = { method: "GET", path: "/api/session" } as const;

/** The cookie that a response sets, as a browser would send it back. */
const cookieFrom = (answer: TestResponse) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

async function failTenTimes(portal: Portal, ip?: string): Promise<void> {
  for (let time = 0; time < 10; time += 1) {
    await perform(portal, {
      ...signIn,
      json: credentials("poc", WRONG),
      status: 401,
      events: ["sign_in_failure"],
      ...(ip && { ip }),
    });
  }
}

describe("signing in", () => {
  scenarios([
    {
      name: "a government user signs in by email and password",
      ...signIn,
      json: credentials("poc"),
      status: 200,
      events: ["sign_in_success"],
      body: {
        data: {
          id: idOf("poc"),
          email: emailOf("poc"),
          name: "Person poc",
          role: "GOV_POC",
          industryRole: null,
          organizationId: null,
          commandId: "command-alpha",
          mustChangePassword: false,
        },
      },
      after: (portal, answer) => {
        expect(Object.keys(dataOf<object>(answer))).toEqual(
          "id email name role industryRole organizationId commandId mustChangePassword".split(" "),
        );
        expect(portal.auditRows()[0]).toMatchObject({ actorEmail: emailOf("poc"), targetId: idOf("poc") });
      },
    },
    {
      name: "an industry user's session names its organization and its role there",
      ...signIn,
      json: credentials("acmeUser"),
      status: 200,
      events: ["sign_in_success"],
      body: {
        data: {
          role: "INDUSTRY",
          industryRole: "INDUSTRY_USER",
          organizationId: ORGANIZATIONS.acme,
          commandId: null,
        },
      },
    },
    {
      name: "the email may be written in any case, with spaces around it",
      ...signIn,
      json: { email: `  ${emailOf("poc").toUpperCase()} `, password: PASSWORD },
      status: 200,
      events: ["sign_in_success"],
    },
    {
      name: "a wrong password is refused",
      ...signIn,
      json: credentials("poc", WRONG),
      status: 401,
      events: ["sign_in_failure"],
    },
    {
      name: "a password in another case is refused",
      ...signIn,
      json: credentials("poc", PASSWORD.toLowerCase()),
      status: 401,
      events: ["sign_in_failure"],
    },
    { name: "a body without a password is malformed", ...signIn, json: { email: "a@example.test" }, status: 400 },
    { name: "a body without an email is malformed", ...signIn, json: { password: PASSWORD }, status: 400 },
    {
      name: "a password of 129 characters is malformed",
      ...signIn,
      json: { email: emailOf("poc"), password: "a".repeat(129) },
      status: 400,
      fields: ["password"],
    },
    {
      name: "a password that is not well-formed text is malformed",
      ...signIn,
      raw: `{"email": "${emailOf("poc")}", "password": "Correct-Horse-7-\\ud800"}`,
      headers: { "content-type": "application/json" },
      status: 400,
    },
    {
      name: "a password that is a number is malformed",
      ...signIn,
      json: { email: emailOf("poc"), password: 12345 },
      status: 400,
      fields: ["password"],
    },
  ]);

  test("an unknown email and a wrong password get the same response", async () => {
    const portal = await openPortal();
    const wrong = await perform(portal, {
      ...signIn,
      json: credentials("poc", WRONG),
      status: 401,
      events: ["sign_in_failure"],
    });
    const unknown = await perform(portal, {
      ...signIn,
      json: { email: "nobody@example.test", password: WRONG },
      status: 401,
      events: ["sign_in_failure"],
    });
    expect(unknown.body).toEqual(wrong.body);
    expect(portal.auditRows()[1]).toMatchObject({ actorId: null, actorEmail: "nobody@example.test" });
  });

  test("the audit log and the database have neither the password nor the token", async () => {
    const portal = await openPortal();
    const answer = await portal.request(null, "POST", "/api/session", { json: credentials("poc") });
    await portal.request(null, "POST", "/api/session", { json: credentials("poc", WRONG) });
    const token = cookieFrom(answer).split("=")[1] ?? "";
    const kept = JSON.stringify([portal.auditRows(), portal.db.query.session.findMany().sync(), portal.log]);
    expect(token.length).toBeGreaterThanOrEqual(43);
    for (const secret of [token, PASSWORD, WRONG]) expect(kept).not.toContain(secret);
  });

  test("every sign-in makes a new token, and earlier ones stay valid", async () => {
    const portal = await openPortal();
    const first = await portal.request(null, "POST", "/api/session", { json: credentials("poc") });
    const second = await portal.request("poc", "POST", "/api/session", { json: credentials("poc") });
    expect(cookieFrom(first)).not.toBe(cookieFrom(second));
    for (const answer of [first, second]) {
      await perform(portal, { as: null, ...who, headers: { cookie: cookieFrom(answer) }, status: 200 });
    }
  });

  test("the cookie of an http origin is HttpOnly and SameSite=Lax, without Secure", async () => {
    const portal = await openPortal();
    const answer = await portal.request(null, "POST", "/api/session", { json: credentials("poc") });
    const [pair, ...attributes] = answer.headers.getSetCookie()[0]?.split("; ") ?? [];
    expect(pair).toMatch(/^session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax"]);
  });

  test("the cookie of an https origin is Secure with the __Host- prefix, and the plain name is ignored", async () => {
    const portal = await openPortal({ PUBLIC_ORIGIN: "https://portal.test" });
    const answer = await portal.request(null, "POST", "/api/session", { json: credentials("poc") });
    const [pair, ...attributes] = answer.headers.getSetCookie()[0]?.split("; ") ?? [];
    expect(pair).toMatch(/^__Host-session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
    await perform(portal, { as: null, ...who, headers: { cookie: pair ?? "" }, status: 200 });
    const plain = pair?.replace("__Host-", "") ?? "";
    await perform(portal, { as: null, ...who, headers: { cookie: plain }, status: 401 });
  });
});

test("a repeated refused sign-in writes nothing, and does not take the write lock", async () => {
  const portal = await openPortal();
  await failTenTimes(portal);
  const refused = { ...signIn, json: credentials("poc"), status: 429 } as const;
  await perform(portal, { ...refused, events: ["sign_in_rate_limited"] });
  const before = writesMade(portal.db);
  await perform(portal, refused);
  expect(writesMade(portal.db)).toBe(before);
});

/** Fails once on an account from each of this many addresses, starting at the first of a network. */
async function failFromAddresses(portal: Portal, email: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const ip = `198.51.100.${at}`;
    const json = { email, password: WRONG };
    await perform(portal, { ...signIn, json, ip, status: 401, events: ["sign_in_failure"] });
  }
}

describe("failed sign-ins on an account from anywhere", () => {
  const MAX = SIGN_IN_FAILURES_OF_ACCOUNT.max;
  const success = { ...signIn, json: credentials("poc"), status: 200, events: ["sign_in_success"] } as const;
  const refused = { ...signIn, json: credentials("poc"), status: 429 } as const;

  test("block the addresses that failed, for every account, and no others", async () => {
    const portal = await openPortal();
    await failFromAddresses(portal, emailOf("poc"), MAX);
    const answer = await perform(portal, { ...refused, ip: "198.51.100.1", events: ["sign_in_rate_limited"] });
    expect(Number(answer.headers.get("retry-after"))).toBe(DAY / 1000);
    await perform(portal, { ...refused, ip: "198.51.100.2" });
    await perform(portal, { ...success, ip: "203.0.113.40" });
    const elsewhere = { json: credentials("lead", WRONG), status: 401, events: ["sign_in_failure"] } as const;
    await perform(portal, { ...signIn, ...elsewhere, ip: "203.0.113.50" });
    await perform(portal, { ...refused, ip: "203.0.113.50" });
    // No address is blocked for the account that has fewer failures.
    await perform(portal, { ...success, json: credentials("lead"), ip: "203.0.113.50" });
  });

  test("leave a new address one try", async () => {
    const portal = await openPortal();
    await failFromAddresses(portal, emailOf("poc"), MAX);
    const wrong = { ...signIn, json: credentials("poc", WRONG), ip: "203.0.113.60" };
    await perform(portal, { ...wrong, status: 401, events: ["sign_in_failure"] });
    await perform(portal, { ...wrong, status: 429, events: ["sign_in_rate_limited"] });
  });

  test("do not block the owner at addresses where the account has signed in, even after a mistake", async () => {
    const portal = await openPortal();
    await perform(portal, { ...success, ip: "203.0.113.70" });
    await failFromAddresses(portal, emailOf("poc"), MAX);
    const mistake = { ...signIn, json: credentials("poc", WRONG), status: 401, events: ["sign_in_failure"] } as const;
    await perform(portal, { ...mistake, ip: "203.0.113.70" });
    await perform(portal, { ...success, ip: "203.0.113.70" });
  });

  test("count the same for an email without an account", async () => {
    const portal = await openPortal();
    const email = "nobody@example.test";
    await failFromAddresses(portal, email, MAX);
    const answer = await portal.request(null, "POST", "/api/session", {
      json: { email, password: WRONG },
      ip: "198.51.100.1",
    });
    expect(answer.status).toBe(429);
  });

  test("stop counting after a day, and use no more rows than the limit needs", async () => {
    const portal = await openPortal();
    await failFromAddresses(portal, emailOf("poc"), MAX + 20);
    const ofAccount = () =>
      portal.db.query.rateLimitAttempt
        .findMany({ where: (row, { eq }) => eq(row.limitName, SIGN_IN_FAILURES_OF_ACCOUNT.name) })
        .sync();
    expect(ofAccount()).toHaveLength(MAX);
    portal.advance(DAY);
    await perform(portal, { ...success, ip: "198.51.100.1" });
    await forgetOldAttempts(portal.db, portal.now());
    expect(ofAccount()).toEqual([]);
    const left = portal.db.query.rateLimitAttempt.findMany().sync();
    expect(left.map(({ limitName }) => limitName)).toEqual([KNOWN_ADDRESSES.name]);
  });
});

test("failed sign-ins from an address on any account are limited, and other addresses are not affected", async () => {
  const portal = await openPortal();
  for (let count = 0; count < SIGN_IN_FAILURES_OF_ADDRESS.max; count += 1) {
    const json = { email: `made-up-${count}@example.test`, password: WRONG };
    await perform(portal, { ...signIn, json, status: 401, events: ["sign_in_failure"] });
  }
  const another = { email: "made-up@example.test", password: WRONG };
  const refused = { ...signIn, status: 429 } as const;
  const answer = await perform(portal, { ...refused, json: another, events: ["sign_in_rate_limited"] });
  expect(Number(answer.headers.get("retry-after"))).toBe(SIGN_IN_FAILURES_OF_ADDRESS.windowSeconds);
  // The server computes no hash for it, whether or not the email has an account.
  portal.services.passwords.verify = () => Promise.reject(new Error("A hash was made"));
  await perform(portal, { ...refused, json: credentials("poc") });
  await perform(portal, { ...refused, json: another });
  portal.services.passwords.verify = makePasswords().verify;
  const success = { ...signIn, json: credentials("poc"), status: 200, events: ["sign_in_success"] } as const;
  await perform(portal, { ...success, ip: "203.0.113.80" });
  portal.advance(SIGN_IN_FAILURES_OF_ADDRESS.windowSeconds * 1000);
  await perform(portal, success);
});

describe("failed sign-ins", () => {
  test("after ten failures the server refuses the email from that address, with any password", async () => {
    const portal = await openPortal();
    await failTenTimes(portal);
    portal.advance(MINUTE);
    const refused = { ...signIn, json: credentials("poc"), status: 429 };
    const answer = await perform(portal, { ...refused, events: ["sign_in_rate_limited"] });
    expect(answer.headers.get("retry-after")).toBe(String(14 * 60));
    expect(answer.headers.getSetCookie()).toEqual([]);
    // Audited once a window: a flood must not fill the audit log.
    await perform(portal, { ...refused, json: credentials("poc", WRONG) });
    await perform(portal, { ...refused, json: { email: emailOf("poc").toUpperCase(), password: PASSWORD } });
  });

  test("nine failures do not lock, and a success does not count", async () => {
    const portal = await openPortal();
    for (let time = 0; time < 9; time += 1) {
      await portal.request(null, "POST", "/api/session", { json: credentials("poc", WRONG) });
      await perform(portal, { ...signIn, json: credentials("poc"), status: 200, events: ["sign_in_success"] });
    }
    await perform(portal, { ...signIn, json: credentials("poc"), status: 200, events: ["sign_in_success"] });
  });

  test("another address or another email can still sign in", async () => {
    const portal = await openPortal();
    await failTenTimes(portal);
    const success = { ...signIn, status: 200, events: ["sign_in_success"] } as const;
    await perform(portal, { ...success, json: credentials("poc"), ip: "203.0.113.11" });
    await perform(portal, { ...success, json: credentials("lead") });
  });

  test("the addresses of an IPv6 network count together, and the audit row has the full address", async () => {
    const portal = await openPortal();
    await failTenTimes(portal, "2001:db8::1");
    const refused = { ...signIn, json: credentials("poc"), status: 429, events: ["sign_in_rate_limited"] } as const;
    await perform(portal, { ...refused, ip: "2001:db8:0:0:1:2:3:4" });
    const row = portal.db.query.auditEvent
      .findFirst({ where: (t, { eq }) => eq(t.event, "sign_in_rate_limited") })
      .sync();
    expect(row?.ip).toBe("2001:db8:0:0:1:2:3:4");
  });

  test("the limit ends with its window", async () => {
    const portal = await openPortal();
    await failTenTimes(portal);
    portal.advance(15 * MINUTE - 1);
    await perform(portal, { ...signIn, json: credentials("poc"), status: 429, events: ["sign_in_rate_limited"] });
    portal.advance(1);
    await perform(portal, { ...signIn, json: credentials("poc"), status: 200, events: ["sign_in_success"] });
  });

  test("a forged X-Forwarded-For does not evade the limit", async () => {
    const portal = await openPortal();
    await failTenTimes(portal);
    const forged = { "x-forwarded-for": "198.51.100.77" };
    const call = { ...signIn, json: credentials("poc"), headers: forged, status: 429 };
    await perform(portal, { ...call, events: ["sign_in_rate_limited"] });
  });

  test("in a burst of fifty guesses at the same time, exactly ten are checked", { tags: "race" }, async () => {
    const portal = await openPortal();
    const burst = await Promise.all(
      Array.from({ length: 50 }, () =>
        portal.request(null, "POST", "/api/session", { json: credentials("poc", WRONG) }),
      ),
    );
    const statuses = burst.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    for (const { status, headers } of burst) {
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const events = portal.auditRows().map(({ event }) => event);
    expect(events.filter((event) => event === "sign_in_failure")).toHaveLength(10);
  });
});

describe("a session", () => {
  scenarios([
    { name: "a visitor has no session", as: null, ...who, status: 401 },
    { name: "a made-up token has no session", as: null, ...who, headers: { cookie: "session=abc" }, status: 401 },
    {
      name: "a session describes itself",
      as: "acmeAdmin",
      ...who,
      status: 200,
      body: { data: { id: idOf("acmeAdmin"), industryRole: "INDUSTRY_ADMIN" } },
    },
    { name: "a visitor cannot sign out", as: null, method: "DELETE", path: "/api/session", status: 401 },
  ]);

  test("signing out ends only this session, and clears its cookie", async () => {
    const portal = await openPortal();
    const other = await portal.request(null, "POST", "/api/session", { json: credentials("poc") });
    const answer = await perform(portal, {
      as: "poc",
      method: "DELETE",
      path: "/api/session",
      status: 200,
      events: ["sign_out"],
      body: { data: { signedOut: true } },
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0; Path=\/; /);
    await perform(portal, { as: "poc", ...who, status: 401 });
    await perform(portal, { as: null, ...who, headers: { cookie: cookieFrom(other) }, status: 200 });
  });

  test("ends after thirty minutes without a request", async () => {
    const portal = await openPortal();
    await perform(portal, { as: "poc", ...who, status: 200 });
    portal.advance(30 * MINUTE - 1);
    await perform(portal, { as: "poc", ...who, status: 200 });
    portal.advance(30 * MINUTE);
    await perform(portal, { as: "poc", ...who, status: 401 });
  });

  test("ends after twelve hours, however active it is", async () => {
    const portal = await openPortal();
    for (let elapsed = 0; elapsed < 12 * HOUR; elapsed += 20 * MINUTE) {
      await perform(portal, { as: "poc", ...who, status: 200 });
      portal.advance(20 * MINUTE);
    }
    await perform(portal, { as: "poc", ...who, status: 401 });
  });

  test("has the lifetimes from the settings", async () => {
    const portal = await openPortal({ SESSION_IDLE_MINUTES: "5", SESSION_ABSOLUTE_HOURS: "1" });
    await perform(portal, { as: "poc", ...who, status: 200 });
    portal.advance(5 * MINUTE);
    await perform(portal, { as: "poc", ...who, status: 401 });
  });

  test("lasts as long as it is used, with an idle limit of under a minute", async () => {
    const portal = await openPortal({ SESSION_IDLE_MINUTES: "1" });
    for (let requests = 0; requests < 4; requests += 1) {
      await perform(portal, { as: "poc", ...who, status: 200 });
      portal.advance(50_000);
    }
    portal.advance(10_000);
    await perform(portal, { as: "poc", ...who, status: 401 });
  });

  test("writes its last-seen time at most once a minute", async () => {
    const portal = await openPortal();
    const seen = () => portal.db.query.session.findFirst().sync()?.lastSeenAt;
    await perform(portal, { as: "poc", ...who, status: 200 });
    const first = seen();
    portal.advance(MINUTE - 1);
    await perform(portal, { as: "poc", ...who, status: 200 });
    expect(seen()).toBe(first);
    portal.advance(1);
    await perform(portal, { as: "poc", ...who, status: 200 });
    expect(seen()).toBe(portal.now().toISOString());
  });

  test("has its user's current role, not the role at sign-in", async () => {
    const portal = await openPortal();
    const reroute = { as: "admin", method: "POST", path: "/api/notifications/reroute" } as const;
    await perform(portal, { ...reroute, status: 200, events: ["reroute_run"] });
    portal.db
      .update(user)
      .set({ role: "GOV_POC" })
      .where(eq(user.id, idOf("admin")))
      .run();
    await perform(portal, { ...reroute, status: 403 });
    await perform(portal, { as: "admin", ...who, status: 200, body: { data: { role: "GOV_POC" } } });
  });

  test("ends when its user's sessionVersion changes", async () => {
    const portal = await openPortal();
    await perform(portal, { as: "poc", ...who, status: 200 });
    portal.db
      .update(user)
      .set({ sessionVersion: 2 })
      .where(eq(user.id, idOf("poc")))
      .run();
    await perform(portal, { as: "poc", ...who, status: 401 });
  });

  test("that has ended counts as no session, on public routes too", async () => {
    const portal = await openPortal();
    portal.cookieOf("poc");
    portal.advance(HOUR);
    await perform(portal, { as: "poc", method: "GET", path: "/api/portal/calls", status: 200 });
    await perform(portal, { as: "poc", method: "GET", path: "/api/notifications", status: 401 });
  });
});
