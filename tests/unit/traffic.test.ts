import { describe, expect, test } from "vitest";
import { type Database, immediateTransaction, migrateDatabase } from "#db/open";
import { appendAudit } from "~/audit/chain.server";
import { seededRandom } from "~/demo/stage/random";
import { isCountedPage, OTHER_PAGES } from "~/domain/traffic/known-pages.server";
import { readTraffic, takesPageview } from "~/domain/traffic/queries.server";
import { countNames, recordPageview } from "~/domain/traffic/record-pageview.server";
import { everyDay, lastDays, legiblePath, openTally, rangeOf } from "~/domain/traffic/rules";
import { execute } from "~/operations/execute.server";
import { namedDays } from "~/routes/gov/admin/traffic/traffic-chart";
import { scaleOf } from "~/ui/kit/list/chart";
import { dayAfter, daysBetween } from "~/values/days";
import { insertCall } from "../support/arrange";
import { idOf } from "../support/cast";
import { appendInOneChain } from "../support/legacy-audit";
import { plansOf } from "../support/lists";
import { databaseBefore } from "../support/migrations";
import { DAY, MINUTE, openPortal, type Portal } from "../support/portal";

interface View {
  at: Date;
  path: string;
  referrer: string | null;
  ip: string;
}

let count = 0;

/** Adds a page view to the log, as its operation does. */
function append(db: Database, { at, path, referrer, ip }: View): void {
  count += 1;
  const origin = { id: `view-${count}`, at: at.toISOString(), actor: null, ip, userAgent: null, requestId: "r" };
  appendAudit(db, origin, "pageview", { path, referrer });
  countNames(db, at, path, referrer);
}

/** Views over a few days, including at midnight, of few addresses, paths and referrers. */
function someViews(portal: Portal, number = 400): View[] {
  const chance = seededRandom(7);
  const midnight = Date.parse(portal.now().toISOString().slice(0, 10));
  const instants = [0, 1, DAY / 2, DAY - 1];
  return Array.from({ length: number }, () => ({
    at: new Date(midnight - chance.below(6) * DAY + chance.pick(instants)),
    path: chance.pick(["/", "/calls", "/announcements", "/gov", "//evil.example"]),
    referrer: chance.pick(["/", "/calls", null]),
    ip: `203.0.113.${chance.below(12)}`,
  })).sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The rollups, and the expected ones from the log. */
function rollupsAndLog({ $client: client }: Database) {
  const all = (sql: string) => client.prepare(sql).all();
  const day = "substr(created_at, 1, 10) AS day";
  const views = "FROM audit_event WHERE event = 'pageview'";
  return {
    rollups: {
      days: all("SELECT day, views, visitors FROM traffic_day ORDER BY day"),
      visitors: all("SELECT day, ip FROM traffic_visitor ORDER BY day, ip"),
      paths: all("SELECT day, path, views FROM traffic_path ORDER BY day, path"),
      referrers: all("SELECT day, referrer, views FROM traffic_referrer ORDER BY day, referrer"),
    },
    fromLog: {
      days: all(`SELECT ${day}, count(*) AS views, count(DISTINCT ip) AS visitors ${views} GROUP BY 1 ORDER BY 1`),
      visitors: all(`SELECT DISTINCT ${day}, ip ${views} ORDER BY 1, 2`),
      paths: byName(all(`SELECT ${day}, path, count(*) AS views ${views} GROUP BY 1, 2`), "path"),
      referrers: byName(
        all(`SELECT ${day}, referrer, count(*) AS views ${views} AND referrer IS NOT NULL GROUP BY 1, 2`),
        "referrer",
      ),
    },
  };
}

/** The totals in the log, with the names of the counted paths. */
function byName(rows: unknown[], column: "path" | "referrer") {
  const sums = new Map<string, { day: string; views: number; [name: string]: unknown }>();
  for (const { day, views, [column]: path } of rows as {
    day: string;
    views: number;
    path: string;
    referrer: string;
  }[]) {
    const name = isCountedPage(path) ? path : OTHER_PAGES;
    sums.set(`${day} ${name}`, { day, [column]: name, views: views + (sums.get(`${day} ${name}`)?.views ?? 0) });
  }
  return [...sums.keys()].sort().map((key) => sums.get(key));
}

const asSystemAdmin = (portal: Portal) => {
  const actor = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf("systemAdmin")) }).sync();
  if (!actor) throw new Error("There is no system administrator");
  const caller = {
    actor: { ...actor, hasSecondFactor: false },
    sessionHash: null,
    ip: "192.0.2.1",
    userAgent: null,
    requestId: "r",
    origin: "",
  };
  return (value: Record<string, unknown>) => execute(readTraffic, portal.services, caller, () => ({ value }));
};

describe("the totals of the pageviews", () => {
  test("match the audit log, day by day", async () => {
    const portal = await openPortal();
    immediateTransaction(portal.db, () => {
      for (const view of someViews(portal)) append(portal.db, view);
    });
    const { rollups, fromLog } = rollupsAndLog(portal.db);
    expect(rollups).toEqual(fromLog);
    expect(rollups.days).toHaveLength(6);
  });

  test("contain no view whose transaction was rolled back", async () => {
    const portal = await openPortal();
    const [view] = someViews(portal, 1);
    if (!view) throw new Error("There is no view");
    append(portal.db, view);
    const before = rollupsAndLog(portal.db);
    expect(() =>
      immediateTransaction(portal.db, () => {
        append(portal.db, { ...view, ip: "198.51.100.9", path: "/lost", referrer: "/lost" });
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(rollupsAndLog(portal.db)).toEqual(before);
    expect(before.rollups).toEqual(before.fromLog);
  });

  test("count no other event", async () => {
    const portal = await openPortal();
    await portal.request(null, "POST", "/api/session", { json: { email: "nobody@example.test", password: "x" } });
    expect(portal.auditRows()).toHaveLength(1);
    expect(rollupsAndLog(portal.db).rollups.days).toEqual([]);
  });

  test("include the views from before the totals existed", async () => {
    const portal = await openPortal();
    const db = databaseBefore("0008");
    immediateTransaction(db, () => {
      for (const { at, ...view } of someViews(portal)) {
        appendInOneChain(db, { ...view, created_at: at.toISOString(), event: "pageview" });
      }
    });
    migrateDatabase(db);
    const { rollups, fromLog } = rollupsAndLog(db);
    const [paths, referrers] = [byName(rollups.paths, "path"), byName(rollups.referrers, "referrer")];
    expect({ ...rollups, paths, referrers }).toEqual(fromLog);
    expect(rollups.days).toHaveLength(6);
  });
});

describe("the counts by name", () => {
  const record = async (portal: Portal, path: string, referrer: string | null = null) => {
    // One per minute, within the limit of an address.
    portal.advance(MINUTE);
    const caller = { actor: null, sessionHash: null, ip: "192.0.2.1", userAgent: null, requestId: "r", origin: "" };
    await execute(recordPageview, portal.services, caller, () => ({ value: { path, referrer } }));
  };
  const countedIn = ({ db }: Portal, table: string, name: string) =>
    db.$client.prepare(`SELECT ${name} AS name, views FROM ${table} ORDER BY views DESC, name`).all();

  test("are for the paths of pages, with all others as one", async () => {
    const portal = await openPortal();
    const others = [
      "/wp-login.php",
      "//calls",
      "/calls/1/2",
      "/api/session",
      `/calls/${"\u8a9e".repeat(200)}`,
      "/Calls",
    ];
    const call = `/calls/${insertCall(portal)}`;
    for (const path of [...others, "/calls", call, "/calls/"]) await record(portal, path, path);
    const expected = [
      { name: "(other)", views: others.length },
      ...["/calls", "/calls/", call].map((name) => ({ name, views: 1 })),
    ];
    expect(countedIn(portal, "traffic_path", "path")).toEqual(expected);
    expect(countedIn(portal, "traffic_referrer", "referrer")).toEqual(expected);
    expect(portal.auditRows().map(({ path }) => path)).toContain("/wp-login.php");
  });

  test("are separate for each registration step", async () => {
    const portal = await openPortal();
    for (const path of ["/register/account", "/register/made-up"]) await record(portal, path);
    expect(countedIn(portal, "traffic_path", "path")).toEqual([
      { name: "/register/:step", views: 1 },
      { name: "/register/account", views: 1 },
    ]);
  });

  test("have one name for all missing records of a page", async () => {
    const portal = await openPortal();
    const madeUp = ["/calls/1", "/calls/:id", "/calls/01a204c7-8bea-771a-8b29-41573c53a632", "/calls/\u202e"];
    for (const path of madeUp) await record(portal, path, path);
    const expected = [{ name: "/calls/:id", views: madeUp.length }];
    expect(countedIn(portal, "traffic_path", "path")).toEqual(expected);
    expect(countedIn(portal, "traffic_referrer", "referrer")).toEqual(expected);
  });

  test("have at most 1,000 names a day, and a page that has one keeps it", async () => {
    const portal = await openPortal();
    await record(portal, "/calls");
    const day = portal.now().toISOString().slice(0, 10);
    const insert = portal.db.$client.prepare("INSERT INTO traffic_path (day, path, views) VALUES (?, ?, 1)");
    immediateTransaction(portal.db, () => {
      for (let number = 1; number < 1_000; number += 1) insert.run(day, `/calls/${number}`);
    });
    const call = `/calls/${insertCall(portal)}`;
    await record(portal, call);
    await record(portal, "/announcements");
    await record(portal, "/calls");
    const rows = countedIn(portal, "traffic_path", "path");
    expect(rows).toHaveLength(1_001);
    expect(rows.slice(0, 2)).toEqual([
      { name: "(other)", views: 2 },
      { name: "/calls", views: 2 },
    ]);
    portal.advance(DAY);
    await record(portal, call);
    expect(countedIn(portal, "traffic_path", "path")).toContainEqual({ name: call, views: 1 });
  });
});

describe("the traffic of some days", () => {
  test("includes every day, and only these days' paths and referrers", async () => {
    const portal = await openPortal();
    const views = someViews(portal);
    immediateTransaction(portal.db, () => {
      for (const view of views) append(portal.db, view);
    });
    const [from, between, to] = ["2026-02-27", "2026-02-28", "2026-03-01"] as const;
    const within = views.filter(({ at }) => at.toISOString() >= from && at.toISOString().slice(0, 10) <= to);
    const read = await asSystemAdmin(portal)({ from, to });
    expect(read).toMatchObject({ from, to, today: "2026-03-02", views: within.length });
    expect(read.days).toEqual(
      [from, between, to].map((day) => {
        const ofDay = within.filter(({ at }) => at.toISOString().startsWith(day));
        return { day, views: ofDay.length, visitors: new Set(ofDay.map(({ ip }) => ip)).size };
      }),
    );
    const ranked = (names: (string | null)[]) =>
      [...new Set(names)]
        .flatMap((name) => (name === null ? [] : { name, views: names.filter((other) => other === name).length }))
        .sort((one, other) => other.views - one.views);
    const paths = ranked(within.map(({ path }) => path).filter((path) => path !== "//evil.example"));
    expect(read.paths.other).toBe(within.filter(({ path }) => path === "//evil.example").length);
    expect(read.paths.items.map(({ views }) => views)).toEqual(paths.map(({ views }) => views));
    expect(new Map(read.paths.items.map(({ name, views }) => [name, views]))).toEqual(
      new Map(paths.map(({ name, views }) => [name, views])),
    );
    expect(read.paths).toMatchObject({ total: within.length, isExact: true });
    expect(read.referrers.total).toBe(within.filter(({ referrer }) => referrer !== null).length);
  });

  test("lists the 20 paths with the most views of any number, read in chunks", async () => {
    const portal = await openPortal();
    // Crosses chunk borders, within a day and between days.
    const insert = portal.db.$client.prepare("INSERT INTO traffic_path (day, path, views) VALUES (?, ?, ?)");
    immediateTransaction(portal.db, () => {
      for (const day of ["2026-02-27", "2026-02-28", "2026-03-01"]) {
        for (let number = 1; number <= 1_500; number += 1) insert.run(day, `/calls/${number}`, number);
      }
    });
    const { paths } = await asSystemAdmin(portal)({ from: "2026-02-27", to: "2026-03-01" });
    expect(paths.items).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ name: `/calls/${1_500 - index}`, views: 3 * (1_500 - index) })),
    );
    expect(paths.total).toBe((3 * 1_500 * 1_501) / 2);
    const { paths: ofOne } = await asSystemAdmin(portal)({ from: "2026-02-28", to: "2026-02-28" });
    expect(ofOne.items[0]).toEqual({ name: "/calls/1500", views: 1_500 });
  });

  test("can cover 366 days, and no more", async () => {
    const portal = await openPortal();
    const read = await asSystemAdmin(portal)({ from: "2024-01-01", to: "2024-12-31" });
    expect(read.days).toHaveLength(366);
    await expect(asSystemAdmin(portal)({ from: "2024-01-01", to: "2025-01-01" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("closes its reads, whether it finishes or fails", async () => {
    const portal = await openPortal();
    const { $client: client } = portal.db;
    client.pragma("busy_timeout = 0");
    // While anyone reads an older state, SQLite cannot empty the write-ahead log.
    const isFoldable = () => {
      client.exec("UPDATE organization SET city = 'Arlington'");
      return (client.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[])[0]?.busy === 0;
    };
    await asSystemAdmin(portal)({});
    expect(isFoldable()).toBe(true);
    client.exec("DROP TABLE traffic_referrer");
    await expect(asSystemAdmin(portal)({})).rejects.toThrow("traffic_referrer");
    expect(isFoldable()).toBe(true);
  });

  test("is read by day, without the log and without scanning a table", async () => {
    const portal = await openPortal();
    const plans = await plansOf(portal, () => asSystemAdmin(portal)({}));
    const ofTraffic = plans.filter(({ text }) => /traffic_|audit_event/.test(text));
    expect(ofTraffic.map(({ steps }) => steps.map(({ detail }) => detail))).toEqual([
      ["SEARCH traffic_day USING INDEX sqlite_autoindex_traffic_day_1 (day>? AND day<?)"],
      ["SEARCH traffic_path USING PRIMARY KEY ((day,path)>(?,?) AND day<?)"],
      ["SEARCH traffic_referrer USING PRIMARY KEY ((day,referrer)>(?,?) AND day<?)"],
    ]);
  });
});

describe("a page", () => {
  test("is asked to report itself until its address comes near the limit, and again afterward", async () => {
    const portal = await openPortal();
    const [view] = someViews(portal, 1);
    if (!view) throw new Error("There is no view");
    const look = async () => {
      const caller = { actor: null, sessionHash: null, ip: view.ip, userAgent: null, requestId: "r", origin: "" };
      await execute(recordPageview, portal.services, caller, () => ({ value: { path: view.path } }));
    };
    const takes = (ip: string) => takesPageview(portal.services, ip);
    for (let number = 1; number <= 54; number += 1) await look();
    expect(takes(view.ip)).toBe(true);
    await look();
    expect(takes(view.ip)).toBe(false);
    expect(takes("198.51.100.1")).toBe(true);
    portal.advance(MINUTE);
    expect(takes(view.ip)).toBe(true);
  });
});

describe("a range of days", () => {
  const today = "2026-03-02";

  test("is the last 30 days by default", () => {
    expect(rangeOf({}, today)).toEqual({ from: "2026-02-01", to: today });
    expect(rangeOf({ to: "2026-01-31" }, today)).toEqual({ from: "2026-01-02", to: "2026-01-31" });
    expect(rangeOf({ from: "2026-02-27" }, today)).toEqual({ from: "2026-02-27", to: today });
    expect(rangeOf({ from: "2026-02-27", to: "2026-02-28" }, today)).toEqual({ from: "2026-02-27", to: "2026-02-28" });
  });

  test("never has more than 366 days, or invalid days", () => {
    expect(rangeOf({ from: "2024-01-01" }, today)).toEqual({ from: "2024-01-01", to: "2024-12-31" });
    expect(rangeOf({ from: "9999-12-31" }, today)).toEqual({ from: "9999-12-31", to: "9999-12-31" });
    expect(rangeOf({ to: "0000-01-02" }, today)).toEqual({ from: "0000-01-01", to: "0000-01-02" });
  });

  test("includes both ends, over leap days and the ends of months", () => {
    expect(lastDays(today, 7)).toEqual({ from: "2026-02-24", to: today });
    expect(daysBetween("2024-02-28", "2024-03-01")).toBe(3);
    expect(daysBetween(today, today)).toBe(1);
    expect([dayAfter("9999-12-31", 1), dayAfter("0000-01-01", -1)]).toEqual([null, null]);
    const days = everyDay({ from: "2024-02-28", to: "2024-03-01" }, [{ day: "2024-02-29", views: 3, visitors: 2 }]);
    expect(days.map(({ day, views }) => [day, views])).toEqual([
      ["2024-02-28", 0],
      ["2024-02-29", 3],
      ["2024-03-01", 0],
    ]);
  });
});

describe("the totals", () => {
  test("ranks by views, then by name", () => {
    const tally = openTally(10);
    for (const [name, views] of [
      ["/b", 2],
      ["/a", 1],
      ["/c", 3],
      ["/a", 1],
    ] as const)
      tally.add(name, views);
    expect(tally.top(2)).toEqual({
      items: [
        { name: "/c", views: 3 },
        { name: "/a", views: 2 },
      ],
      total: 7,
      isExact: true,
    });
  });

  test("keeps the most viewed names and says so if there are too many", () => {
    const tally = openTally(10);
    for (let number = 0; number < 1_000; number += 1) {
      tally.add("/calls", 2);
      tally.add(`/once/${number}`, 1);
    }
    expect(tally.top(1)).toEqual({ items: [{ name: "/calls", views: 2_000 }], total: 3_000, isExact: false });
    expect(tally.top(100).items.length).toBeLessThanOrEqual(10);
  });
});

test("a path is shown with its invisible characters escaped", () => {
  expect(legiblePath("/a\u0000\u0001\r\n\u202eb\u200b\ufeffc")).toBe("/a%00%01%0D%0A%E2%80%AEb%E2%80%8B%EF%BB%BFc");
  expect(legiblePath("/a\u00ad\u3164\u{e0041}\ue000b")).toBe("/a%C2%AD%E3%85%A4%F3%A0%81%81%EE%80%80b");
  expect(legiblePath("/half of \ud83d")).toBe("/half of \ufffd");
  expect(legiblePath("/calls/ü %41")).toBe("/calls/ü %41");
});

describe("the chart", () => {
  test("has a scale with a few round steps that fits every number", () => {
    expect(scaleOf([])).toEqual([0, 1]);
    expect(scaleOf([0, 1])).toEqual([0, 1]);
    expect(scaleOf([3])).toEqual([0, 1, 2, 3]);
    expect(scaleOf([9])).toEqual([0, 5, 10]);
    expect(scaleOf([51, 12])).toEqual([0, 20, 40, 60]);
    expect(scaleOf([5_480])).toEqual([0, 2_000, 4_000, 6_000]);
    for (let figure = 1; figure < 3_000; figure += 1) {
      const lines = scaleOf([figure]);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(figure);
      expect(lines.at(-2)).toBeLessThan(figure);
      expect(lines.length).toBeLessThanOrEqual(5);
    }
  });

  test("names a few days, including the first and last, and the year if there are two", () => {
    const days = (from: string, number: number) => everyDay({ from, to: dayAfter(from, number - 1) ?? "" }, []);
    const labels = (from: string, number: number) => namedDays(days(from, number)).map(({ label }) => label);
    expect(labels("2026-02-24", 1)).toEqual(["Feb 24"]);
    expect(labels("2026-02-24", 2)).toEqual(["Feb 24", "Feb 25"]);
    expect(labels("2026-02-01", 30)).toEqual(["Feb 1", "Feb 8", "Feb 16", "Feb 23", "Mar 2"]);
    expect(labels("2025-03-02", 366)).toEqual(["Mar 2, 2025", "Sep 1, 2025", "Mar 2, 2026"]);
  });
});
