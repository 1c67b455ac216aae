import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { immediateTransaction } from "#db/open";
import { session } from "#db/schema";
import { execute } from "~/operations/execute.server";
import { type AnyOperation, defineOperation, Refusal } from "~/operations/operation.server";
import { countAttempt } from "~/operations/rate-limit.server";
import { createSession } from "~/operations/session.server";
import { limitOf } from "~/operations/write-limit.server";
import { type Actor, reachThrough } from "~/policy/policy";
import { DomainError } from "~/values/errors";
import { LIMITS, SIGN_INS, WRITE_LIMITS } from "~/values/limits";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { HOUR, openPortal, type Portal } from "../support/portal";
import { contents } from "../support/scenario";

/* Every operation has a limit for each kind of caller that its gate admits. */

const DOMAIN = "app/domain";
const modules = await Promise.all(
  readdirSync(DOMAIN, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".server.ts"))
    .map((name) => import(/* @vite-ignore */ `../../${DOMAIN}/${name}`) as Promise<Record<string, unknown>>),
);
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "operation";
const operations = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isOperation(value) ? [{ name, operation: value }] : [])),
);

const actors = {
  anonymous: null,
  industry: { role: "INDUSTRY", industryRole: "INDUSTRY_ADMIN" },
  government: { role: "GOV_SYSTEM_ADMIN", industryRole: null },
} as Record<keyof typeof WRITE_LIMITS, Actor | null>;

describe("every operation", () => {
  test("has a limit for each kind of caller that its gate admits", () => {
    expect(operations.length).toBeGreaterThan(40);
    const unlimited = operations.flatMap(({ name, operation }) =>
      Object.entries(actors)
        .filter(([, actor]) => operation.gate === "public" || reachThrough(operation.gate, actor) !== null)
        .filter(([, actor]) => !(limitOf(operation, { actor }) || operation.boundedBy))
        .map(([kind]) => `${name} by ${kind}`),
    );
    expect(unlimited).toEqual([]);
  });

  test("is counted, except those with other limits that are listed here", () => {
    const uncounted = operations.filter(({ operation }) => operation.boundedBy !== undefined);
    expect(uncounted.map(({ name }) => name).sort()).toEqual([
      "beginSignIn",
      "finishAuthorization",
      "finishPasskeySignIn",
      "finishSignIn",
      "signIn",
      "signOut",
    ]);
  });

  test("allows at most one write a second for visitors and industry, and at least 100 for government", () => {
    for (const kind of ["anonymous", "industry"] as const) {
      for (const { name, operation } of operations) {
        const limit = limitOf(operation, { actor: actors[kind] });
        if (limit) expect(limit.max / limit.windowSeconds, name).toBeLessThanOrEqual(1);
      }
    }
    expect(WRITE_LIMITS.government.max / WRITE_LIMITS.government.windowSeconds).toBeGreaterThanOrEqual(100);
  });
});

const { max: MOST } = WRITE_LIMITS.industry;

const profile = (portal: Portal, as: PersonKey, description: string) =>
  portal.request(as, "PUT", "/api/portal/profile", { json: { orgType: "COMPANY", description } });

/** Counts writes without making them. */
function count(
  portal: Portal,
  limit: { name: string; max: number; windowSeconds: number },
  subject: string,
  times: number,
) {
  immediateTransaction(portal.db, () => {
    for (let number = 0; number < times; number += 1) countAttempt(portal.db, limit, subject, portal.now());
  });
}

/** Calls an operation with this gate. By default it does nothing. */
function calling(portal: Portal, gate: "public" | "gov write", run: () => unknown = () => ({})) {
  const operation = defineOperation({ gate, input: z.object({}), events: [], run });
  return (person: PersonKey | null, ip = "203.0.113.10") => {
    const row = person && portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf(person)) }).sync();
    const actor = row ? { ...row, hasSecondFactor: false } : null;
    const sessionHash = null;
    const caller = { actor, sessionHash, ip, userAgent: null, requestId: "r", origin: "" };
    return execute(operation, portal.services, caller, () => ({ value: {} }));
  };
}

describe("writes without their own limit", () => {
  test("are limited to 300 an hour for an industry user in total, and a refused one changes nothing", async () => {
    const portal = await openPortal();
    count(portal, WRITE_LIMITS.industry, idOf("acmeAdmin"), MOST - 2);
    expect((await profile(portal, "acmeAdmin", "one")).status).toBe(200);
    const settings = { settings: [{ kind: "SYSTEM", enabled: false }] };
    const changed = await portal.request("acmeAdmin", "PUT", "/api/notifications/settings", { json: settings });
    expect(changed.status).toBe(200);
    const before = contents(portal);
    const rows = portal.auditRows().length;
    const answer = await profile(portal, "acmeAdmin", "two");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toHaveLength(rows);
    expect((await portal.request("acmeAdmin", "POST", "/api/notifications/read", { json: { all: true } })).status).toBe(
      429,
    );
    expect((await portal.request("acmeAdmin", "DELETE", "/api/session")).status).toBe(200);
    expect((await profile(portal, "borealisAdmin", "one")).status).toBe(200);
    portal.advance(HOUR);
    portal.newSessions();
    expect((await profile(portal, "acmeAdmin", "two")).status).toBe(200);
  });

  test("do not count if they were invalid, but do if they were refused and audited", async () => {
    const portal = await openPortal();
    const counted = () =>
      portal.db.$client.prepare("SELECT count(*) FROM rate_limit_attempt WHERE limit_name = 'write'").pluck().get();
    expect((await portal.request("acmeAdmin", "PUT", "/api/portal/profile", { json: { orgType: 1 } })).status).toBe(
      400,
    );
    expect(counted()).toBe(0);
    const refuse = calling(portal, "public", () => new Refusal(new DomainError("forbidden")));
    await expect(refuse("acmeUser")).rejects.toMatchObject({ code: "forbidden" });
    expect(counted()).toBe(1);
  });

  test("are limited to 300 an hour for an address without a session, counted by the /64", async () => {
    const portal = await openPortal();
    const write = calling(portal, "public");
    for (let host = 1; host <= WRITE_LIMITS.anonymous.max; host += 1)
      await write(null, `2001:db8::${host.toString(16)}`);
    await expect(write(null, "2001:db8::ffff")).rejects.toMatchObject({ code: "rate_limited" });
    await write(null, "2001:db8:0:1::1");
    await write("acmeUser", "2001:db8::ffff");
  });

  test("are limited to 2,000 in ten seconds for a government user, which writes nothing to the database", async () => {
    const portal = await openPortal();
    const write = calling(portal, "gov write");
    const { max } = WRITE_LIMITS.government;
    for (let number = 0; number < max; number += 1) await write("poc");
    await expect(write("poc")).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 10 });
    await write("admin");
    expect(portal.db.$client.prepare("SELECT count(*) FROM rate_limit_attempt").pluck().get()).toBe(0);
    portal.advance(10_000);
    await write("poc");
  });
});

describe("an audited refusal by a limit", () => {
  const limit = { name: "test", max: 1, windowSeconds: 60, subject: "user", counts: "attempts" } as const;
  const event = "password_change_rate_limited";
  const operation = defineOperation({
    ...{ gate: "gov read", input: z.object({}), limit, refusalEvents: { rate_limited: event }, events: [event] },
    run: () => ({}),
  });

  test.each([
    ["its actor", false],
    ["no actor if the session ended after the headers arrived", true],
  ])("names %s", async (_what, hasEnded) => {
    const portal = await openPortal();
    const row = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf("poc")) }).sync();
    const actor = { ...row, hasSecondFactor: false } as Actor;
    const client = { ip: "203.0.113.10", userAgent: null };
    const user = { id: actor.id, sessionVersion: 1 };
    const token = immediateTransaction(portal.db, () => createSession(portal.services, user, client, portal.now()));
    const sessionHash = createHash("sha256").update(token).digest();
    const call = () =>
      execute(operation, portal.services, { ...client, actor, sessionHash, requestId: "r", origin: "" }, () => ({
        value: {},
      }));
    await call();
    if (hasEnded) portal.db.delete(session).run();
    await expect(call()).rejects.toMatchObject({ code: "rate_limited" });
    const actorId = hasEnded ? null : actor.id;
    expect(portal.auditRows().at(-1)).toMatchObject({ event, actorId });
  });
});

describe("signing in", () => {
  const signIn = (portal: Portal, person: PersonKey) =>
    portal.request(null, "POST", "/api/session", { json: { email: emailOf(person), password: PASSWORD } });
  const sessionsOf = ({ db }: Portal, person: PersonKey) =>
    db.$client.prepare("SELECT count(*) FROM session WHERE user_id = ?").pluck().get(idOf(person));

  test("succeeds 300 times an hour for an industry user", async () => {
    const portal = await openPortal();
    count(portal, SIGN_INS, idOf("acmeUser"), SIGN_INS.max - 1);
    expect((await signIn(portal, "acmeUser")).status).toBe(200);
    const rows = portal.auditRows().length;
    expect((await signIn(portal, "acmeUser")).status).toBe(429);
    expect(portal.auditRows()).toHaveLength(rows);
    expect((await signIn(portal, "borealisAdmin")).status).toBe(200);
    portal.advance(HOUR);
    expect((await signIn(portal, "acmeUser")).status).toBe(200);
  });

  test("over that limit gets the same response with the right password and a wrong one", async () => {
    const portal = await openPortal();
    count(portal, SIGN_INS, idOf("acmeUser"), SIGN_INS.max);
    const rows = portal.auditRows().length;
    const answers = await Promise.all(
      [PASSWORD, "Wrong-Sparrow-58-Beacon"].map((password) =>
        portal.request(null, "POST", "/api/session", { json: { email: emailOf("acmeUser"), password } }),
      ),
    );
    const [right, wrong] = answers.map(({ status, body, headers }) => [status, body, headers.get("retry-after")]);
    expect(right?.[0]).toBe(429);
    expect(wrong).toEqual(right);
    expect(portal.auditRows()).toHaveLength(rows);
  });

  test("ends the least recently used session when a user has 1,000", async () => {
    const portal = await openPortal();
    const client = { ip: "203.0.113.10", userAgent: null };
    const user = { id: idOf("poc"), sessionVersion: 1 };
    immediateTransaction(portal.db, () => {
      for (let number = 0; number < LIMITS.sessionsPerUser; number += 1) {
        createSession(portal.services, user, client, new Date(portal.now().getTime() - number * 1_000));
      }
    });
    expect((await signIn(portal, "poc")).status).toBe(200);
    expect(sessionsOf(portal, "poc")).toBe(LIMITS.sessionsPerUser);
    const oldest = portal.db.$client.prepare("SELECT min(last_seen_at) FROM session").pluck().get();
    expect(oldest).toBe(new Date(portal.now().getTime() - (LIMITS.sessionsPerUser - 2) * 1_000).toISOString());
  });
});
