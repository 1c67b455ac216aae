import { type Database, openSnapshot, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { hasRoom } from "~/operations/rate-limit.server";
import type { Services } from "~/operations/services";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";
import { isCountedPage } from "./known-pages.server";
import { type Counted, type DayOfTraffic, type DayRange, everyDay, openTally, rangeOf } from "./rules";
import { trafficRangeSchema } from "./schema";

/** How many paths and referrers the page names. */
const TOP = 20;
/** How many rows one step sums. This takes a few milliseconds; then other requests run. */
const ROWS_AT_ONCE = 1_000;

const SELECT_DAYS = "SELECT day, views, visitors FROM traffic_day WHERE day BETWEEN @from AND @to";
/** The rows of a range after one of them, in the order of the table. */
const SELECT_PATHS = `
  SELECT day, path AS name, views FROM traffic_path
  WHERE (day, path) > (@day, @name) AND day <= @to ORDER BY day, path LIMIT @limit`;
const SELECT_REFERRERS = `
  SELECT day, referrer AS name, views FROM traffic_referrer
  WHERE (day, referrer) > (@day, @name) AND day <= @to ORDER BY day, referrer LIMIT @limit`;

/** The names with the most views, and the views of all names. */
interface Ranking {
  items: Counted[];
  /** The views of all paths that are not pages of the service. */
  other: number;
  total: number;
  /** Whether the sum has every name, without forgetting any. */
  isExact: boolean;
}

/**
 * The traffic of some days: views and visitors (distinct addresses) of each, and the paths and referrers with the most
 * views. A year has a million rows to sum, so it reads them from one snapshot, with other requests in between.
 */
export const readTraffic = defineQuery({
  gate: "system admin",
  input: trafficRangeSchema,
  async run({ db, now }, requested) {
    const today = now.toISOString().slice(0, 10);
    const range = rangeOf(requested, today);
    const snapshot = openSnapshot(db);
    try {
      const days = everyDay(range, statement<DayOfTraffic>(snapshot, SELECT_DAYS).all(range));
      return {
        ...range,
        today,
        days,
        views: days.reduce((sum, { views }) => sum + views, 0),
        paths: await rank(snapshot, SELECT_PATHS, range),
        referrers: await rank(snapshot, SELECT_REFERRERS, range),
      };
    } finally {
      snapshot.$client.close();
    }
  },
});

async function rank(snapshot: Database, select: string, { from, to }: DayRange): Promise<Ranking> {
  const yieldIfDue = yieldDuringLongTask();
  const tally = openTally(LIMITS.trafficNames);
  const selected = statement<Counted & { day: string }>(snapshot, select);
  let other = 0;
  // No path is empty, so this comes before every row of the first day.
  let last: { day: string; name: string } | undefined = { day: from, name: "" };
  while (last) {
    const { day, name } = last;
    const rows = selected.all({ day, name, to, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      // Also counts views from before a page was removed from the service.
      if (!isCountedPage(row.name)) other += row.views;
      else tally.add(row.name, row.views);
    }
    last = rows[ROWS_AT_ONCE - 1];
    await yieldIfDue();
  }
  const { total, ...ranking } = tally.top(TOP);
  return { ...ranking, other, total: total + other };
}

/**
 * Whether a page should report its view. A browser writes every refused request into its console, where people look for
 * errors. So pages stop a little before the limit, because some reports are still on their way.
 */
export function takesPageview({ db, clock }: Services, ip: string): boolean {
  const limit = { ...RATE_LIMITS.pageview, max: RATE_LIMITS.pageview.max - LIMITS.pageviewsOnTheirWay };
  return hasRoom(db, limit, addressGroup(ip), clock());
}
