import * as z from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { dayAfter, monthsUpTo, startOfDay } from "~/values/days";
import { dayIn } from "~/values/time-zone";
import { boundsOfMonth, monthAfter } from "./rules";

/** How many months the chart has, including the current one. */
const MONTHS = 12;

interface MonthOfEngagements {
  month: string;
  total: number;
  /** How many of these are still PLANNED. */
  planned: number;
}

/** Everything after the current month is one row. */
const AFTERWARDS = "afterwards";
const SELECT_MONTHS = `
  SELECT CASE WHEN date > @last THEN '${AFTERWARDS}' ELSE substr(date, 1, 7) END AS month,
         count(*) AS total, sum(status = 'PLANNED') AS planned
  FROM engagement WHERE date >= @first GROUP BY 1`;

/**
 * How many engagements take place in each of the last twelve months, in any status. This includes the rest of the
 * current month where the agency is. Later ones are counted separately.
 */
export const engagementsByMonth = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run({ db, now, settings }) {
    const months = monthsUpTo(dayIn(settings.workingCalendar.timeZone, now), MONTHS);
    const present = months.at(-1) ?? "";
    const [from, next] = [`${months[0]}-01`, `${monthAfter(present, 1)}-01`];
    const bounds = { first: startOfDay(from), last: boundsOfMonth(present).last };
    const counted = statement<MonthOfEngagements>(db, SELECT_MONTHS).all(bounds);
    const of = (month: string) => counted.find((row) => row.month === month) ?? { month, total: 0, planned: 0 };
    return { months: months.map(of), from, to: dayAfter(next, -1), next, afterwards: of(AFTERWARDS).total };
  },
});
