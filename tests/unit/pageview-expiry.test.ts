import { describe, expect, onTestFinished, test } from "vitest";
import { immediateTransaction, migrateDatabase, statement } from "#db/open";
import { appendAudit, verifyAuditChain } from "~/audit/chain.server";
import { expirePageviews } from "~/domain/traffic/expiry.server";
import { countNames } from "~/domain/traffic/record-pageview.server";
import { insertAudit } from "../support/arrange";
import { appendInOneChain } from "../support/legacy-audit";
import { databaseBefore } from "../support/migrations";
import { DAY, openPortal, type Portal } from "../support/portal";

const RETENTION = { PAGEVIEW_RETENTION_DAYS: "10" };

/** Adds a page view and another event on each of these days. The last day is today. */
async function withDays(days: number, viewsADay = 3, environment: Record<string, string> = RETENTION): Promise<Portal> {
  const portal = await openPortal(environment);
  const today = portal.now().getTime();
  immediateTransaction(portal.db, () => {
    for (let ago = days - 1; ago >= 0; ago -= 1) {
      const at = new Date(today - ago * DAY);
      for (let number = 1; number <= viewsADay; number += 1) {
        const origin = { id: `view-${ago}-${number}`, at: at.toISOString(), actor: null, requestId: "r" };
        const client = { ip: `203.0.113.${number}`, userAgent: null };
        appendAudit(portal.db, { ...origin, ...client }, "pageview", { path: "/calls", referrer: "/" });
        countNames(portal.db, at, "/calls", "/");
      }
    }
  });
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    insertAudit(portal, "reroute_run", { at: new Date(today - ago * DAY).toISOString() });
  }
  return portal;
}

const viewsIn = ({ auditRows }: Portal) => auditRows().filter(({ event }) => event === "pageview");
const expiries = ({ auditRows }: Portal) => auditRows().filter(({ event }) => event === "pageviews_expired");
const all = ({ db }: Portal, sql: string) => db.$client.prepare(sql).all();
const total = async (portal: Portal, query = "") => {
  const { status, body } = await portal.request("systemAdmin", "GET", `/api/gov/admin/audit?pageSize=1${query}`);
  expect(status).toBe(200);
  return (body as { data: { total: number } }).data.total;
};

describe("expired page views", () => {
  test("are removed by whole days, and the rest of the log stays valid", async () => {
    const portal = await withDays(14);
    const before = portal.auditRows();
    expect(await expirePageviews(portal.services)).toBe(9);
    expect(viewsIn(portal)).toHaveLength(33);
    expect(viewsIn(portal)[0]?.createdAt.slice(0, 10)).toBe("2026-02-20");
    const stays = before.filter(({ event }) => event !== "pageview");
    expect(portal.auditRows()).toEqual(expect.arrayContaining(stays));
    const [expiry] = expiries(portal);
    const last = before.filter(({ event }) => event === "pageview")[8];
    expect(JSON.parse(String(expiry?.details))).toEqual({
      count: 9,
      total: 9,
      last: { seq: last?.seq, hash: last?.hash },
      olderThan: "2026-02-20",
    });
    const report = verifyAuditChain(portal.db);
    expect(report).toMatchObject({ rows: portal.auditRows().length, firstBroken: null, pageviews: { expired: 9 } });
  });

  test("leave nothing to do and add no row to the log until the next day", async () => {
    const portal = await withDays(14);
    await expirePageviews(portal.services);
    const rows = portal.auditRows().length;
    expect(await expirePageviews(portal.services)).toBe(0);
    expect(portal.auditRows()).toHaveLength(rows);
    portal.advance(DAY);
    expect(await expirePageviews(portal.services)).toBe(3);
    expect(JSON.parse(String(expiries(portal)[1]?.details))).toMatchObject({ count: 3, total: 12 });
    expect(verifyAuditChain(portal.db)).toMatchObject({ firstBroken: null, pageviews: { expired: 12 } });
  });

  test("are removed in small steps after one event declares them, and the log stays valid throughout", async () => {
    const portal = await withDays(12, 300);
    const left: number[] = [];
    const watch = setInterval(() => {
      expect(verifyAuditChain(portal.db).firstBroken).toBeNull();
      left.push(viewsIn(portal).length);
    }, 0);
    onTestFinished(() => clearInterval(watch));
    expect(await expirePageviews(portal.services)).toBe(300);
    clearInterval(watch);
    expect(new Set(left).size).toBeGreaterThan(2);
    expect(expiries(portal).map(({ details }) => JSON.parse(String(details)).count)).toEqual([300]);
    expect(verifyAuditChain(portal.db)).toMatchObject({ firstBroken: null, pageviews: { expired: 300 } });
  });

  test("may be all page views, and the next one continues the chain of the last removed one", async () => {
    const portal = await withDays(3);
    portal.advance(30 * DAY);
    expect(await expirePageviews(portal.services)).toBe(9);
    expect(viewsIn(portal)).toEqual([]);
    await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/" } });
    const [view] = viewsIn(portal);
    expect(view?.prevHash).toBe(JSON.parse(String(expiries(portal)[0]?.details)).last.hash);
    expect(verifyAuditChain(portal.db)).toMatchObject({ firstBroken: null, pageviews: { expired: 9 } });
  });

  test("stay forever if the setting is 0", async () => {
    const portal = await withDays(14, 3, { PAGEVIEW_RETENTION_DAYS: "0" });
    expect(await expirePageviews(portal.services)).toBe(0);
    expect(viewsIn(portal)).toHaveLength(42);
  });

  test("keep their days' totals, but not the counts by name and address", async () => {
    const portal = await withDays(14);
    const days = "SELECT day, views, visitors FROM traffic_day ORDER BY day";
    const totals = all(portal, days);
    await expirePageviews(portal.services);
    expect(all(portal, days)).toEqual(totals);
    for (const table of ["traffic_path", "traffic_referrer"]) {
      expect(all(portal, `SELECT min(day) AS first, count(*) AS days FROM ${table}`)).toEqual([
        { first: "2026-02-20", days: 11 },
      ]);
    }
    expect(all(portal, "SELECT DISTINCT day FROM traffic_visitor ORDER BY day")).toEqual([
      { day: "2026-03-01" },
      { day: "2026-03-02" },
    ]);
  });

  test("are no longer counted in the lists of the log", async () => {
    const portal = await withDays(14);
    await expirePageviews(portal.services);
    expect(await total(portal)).toBe(33 + 14 + 1);
    expect(await total(portal, "&event=pageview")).toBe(33);
    expect(await total(portal, "&pageviews=false")).toBe(14 + 1);
    expect(await total(portal, "&outcome=SUCCESS")).toBe(33 + 14 + 1);
    expect(await total(portal, "&event=pageview&from=2026-02-17&to=2026-02-21")).toBe(6);
    expect(await total(portal, "&from=2026-02-17&to=2026-02-21")).toBe(6 + 5);
    expect(await total(portal, "&updatedSince=2026-02-17T00:00:00.000Z")).toBe(33 + 14 + 1);
  });
});

describe("a copy of the log", () => {
  const copy = async (portal: Portal, since: string) => {
    const query = new URLSearchParams({ updatedSince: since, pageSize: "100" });
    const { status, body } = await portal.request("systemAdmin", "GET", `/api/gov/admin/audit?${query}`);
    return { status, ...(body as { data?: { items: { seq: number }[]; next: string; total: number } }).data };
  };

  test("continues after its last row expired, and misses nothing", async () => {
    const portal = await openPortal(RETENTION);
    insertAudit(portal, "reroute_run");
    await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/" } });
    const { next = "" } = await copy(portal, "2026-01-01T00:00:00.000Z");
    portal.advance(30 * DAY);
    portal.newSessions();
    await expirePageviews(portal.services);
    insertAudit(portal, "reroute_run");
    const { items, total: count, status } = await copy(portal, next);
    expect([status, count, items?.map(({ seq }) => seq)]).toEqual([200, 2, [3, 4]]);
  });

  test("does not continue if its last row is different or missing", async () => {
    const portal = await openPortal(RETENTION);
    insertAudit(portal, "reroute_run");
    await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/" } });
    const { next = "" } = await copy(portal, "2026-01-01T00:00:00.000Z");
    expect((await copy(portal, next)).status).toBe(200);
    portal.db.$client.exec("DROP TRIGGER audit_event_refuses_delete; DELETE FROM audit_event WHERE event = 'pageview'");
    expect((await copy(portal, next)).status).toBe(400);
    await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/calls" } });
    expect((await copy(portal, next)).status).toBe(400);
  });
});

describe("forbidden changes", () => {
  const removed = (portal: Portal, sql: string) => () => portal.db.$client.exec(sql);
  const declare = (portal: Portal, seq: number) => {
    const row = portal.auditRows().find((candidate) => candidate.seq === seq);
    insertAudit(portal, "pageviews_expired", { details: { count: 1, total: 1, last: { seq, hash: row?.hash } } });
  };

  test("only the oldest page views can be removed, and only after the log declares that they expired", async () => {
    const portal = await withDays(3);
    expect(removed(portal, "DELETE FROM audit_event WHERE seq = 1")).toThrow("append-only");
    declare(portal, 3);
    expect(removed(portal, "DELETE FROM audit_event WHERE seq = 2")).toThrow("append-only");
    expect(removed(portal, "DELETE FROM audit_event WHERE event = 'reroute_run'")).toThrow("append-only");
    expect(removed(portal, "DELETE FROM audit_event WHERE chain = 'pageviews' AND seq <= 4")).toThrow("append-only");
    expect(removed(portal, "UPDATE audit_event SET chain = 'pageviews' WHERE event = 'reroute_run'")).toThrow(
      "append-only",
    );
    expect(viewsIn(portal)).toHaveLength(9);
    removed(portal, "DELETE FROM audit_event WHERE chain = 'pageviews' AND seq <= 3")();
    expect(viewsIn(portal)).toHaveLength(6);
  });

  const drop = "DROP TRIGGER audit_event_refuses_delete; DROP TRIGGER audit_event_refuses_update;";
  const faults: [what: string, sql: string, seq: number, fault: string][] = [
    ["a page view removed from the middle", "DELETE FROM audit_event WHERE seq = 20", 21, "missing before"],
    ["page views removed from the beginning", "DELETE FROM audit_event WHERE seq <= 11", 12, "missing before"],
    ["page views removed from the end", "DELETE FROM audit_event WHERE seq >= 40 AND seq <= 42", 43, "missing before"],
    ["a page view altered", "UPDATE audit_event SET ip = '192.0.2.9' WHERE seq = 20", 20, "altered"],
    ["a page view moved to the other chain", "UPDATE audit_event SET chain = 'log' WHERE seq = 20", 20, "forked"],
    ["another row removed", "DELETE FROM audit_event WHERE seq = 50", 51, "missing before"],
    ["the event removed that declares what expired", "DELETE FROM audit_event WHERE seq = 57", 10, "missing before"],
  ];
  for (const [what, sql, seq, fault] of faults) {
    test(`the check detects: ${what}`, async () => {
      const portal = await withDays(14);
      await expirePageviews(portal.services);
      portal.db.$client.exec(`${drop} ${sql}`);
      expect(verifyAuditChain(portal.db).firstBroken).toMatchObject({ seq, fault });
    });
  }
});

test("the check detects a page view inserted in place of expired ones", async () => {
  const portal = await withDays(3);
  const first = portal.db.$client.prepare("SELECT * FROM audit_event ORDER BY seq").get() as Record<string, unknown>;
  portal.advance(20 * DAY);
  await expirePageviews(portal.services);
  expect([viewsIn(portal), verifyAuditChain(portal.db).firstBroken]).toEqual([[], null]);
  const names = Object.keys(first);
  portal.db.$client
    .prepare(`INSERT INTO audit_event (${names.join(", ")}) VALUES (${names.map((name) => `@${name}`).join(", ")})`)
    .run(first);
  expect(verifyAuditChain(portal.db).firstBroken?.seq).toBe(1);
});

test("page views from before they had their own chain stay, and the log is valid with them", async () => {
  const portal = await openPortal(RETENTION);
  const db = databaseBefore("0015");
  const at = "2025-01-01T00:00:00.000Z";
  for (const event of ["sign_out", "pageview", "pageview", "sign_out", "pageview"]) {
    appendInOneChain(db, { event, created_at: at, path: event === "pageview" ? "/calls" : null, ip: "192.0.2.1" });
  }
  migrateDatabase(db);
  const origin = { actor: null, ip: "192.0.2.1", userAgent: null, requestId: "r" };
  immediateTransaction(db, () => appendAudit(db, { ...origin, id: "new-1", at }, "pageview", { path: "/" }));
  immediateTransaction(db, () => appendAudit(db, { ...origin, id: "new-2", at }, "sign_out"));
  expect(verifyAuditChain(db)).toMatchObject({ rows: 7, firstBroken: null });
  expect(await expirePageviews({ ...portal.services, db })).toBe(1);
  expect(statement(db, "SELECT count(*) FROM audit_event WHERE event = 'pageview'").pluck().get()).toBe(3);
  expect(verifyAuditChain(db)).toMatchObject({ rows: 7, firstBroken: null, pageviews: { expired: 1 } });
});
