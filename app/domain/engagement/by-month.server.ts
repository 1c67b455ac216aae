import { z } from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { dayAfter, monthsUpTo, startOfDay } from "~/values/days";
import { boundsOfMonth, monthAfter } from "./rules";

/** The months that are counted, the present one among them. */
const MONTHS = 12;

interface MonthOfEngagements {
  month: string;
  total: number;
  /** Of these, how many are still PLANNED. */
  planned: number;
}

/** What takes place after the present month is one row, whatever its month. */
const AFTERWARDS = "afterwards";
const SELECT_MONTHS = `
  SELECT CASE WHEN date > @last THEN '${AFTERWARDS}' ELSE substr(date, 1, 7) END AS month,
         count(*) AS total, sum(status = 'PLANNED') AS planned
  FROM engagement WHERE date >= @first GROUP BY 1`;

/**
 * How many engagements there are in each of the last twelve months, by the day on which they take place and whatever
 * their status: the rest of the present month counts too. What comes after it is counted apart.
 */
export const engagementsByMonth = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run({ db, now }) {
    const months = monthsUpTo(now.toISOString(), MONTHS);
    const present = months.at(-1) ?? "";
    const [from, next] = [`${months[0]}-01`, `${monthAfter(present, 1)}-01`];
    const bounds = { first: startOfDay(from), last: boundsOfMonth(present).last };
    const counted = statement<MonthOfEngagements>(db, SELECT_MONTHS).all(bounds);
    const of = (month: string) => counted.find((row) => row.month === month) ?? { month, total: 0, planned: 0 };
    return { months: months.map(of), from, to: dayAfter(next, -1), next, afterwards: of(AFTERWARDS).total };
  },
});
