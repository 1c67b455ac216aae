import * as z from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { dayAfter, endOfDay } from "~/values/days";
import { TAKES_SUBMISSIONS } from "./effective-status.server";
import { CLOSING_SOON_DAYS } from "./rules";

const CALLS_SHOWN = 10;

interface ClosingCall {
  id: string;
  title: string;
  closesAt: string;
  submissions: number;
}

const SELECT_CLOSING = `
  WITH closing AS (
    SELECT id, title, closes_at, count(*) OVER () AS total FROM call
    WHERE ${TAKES_SUBMISSIONS} AND call.closes_at <= @until
    ORDER BY closes_at, id LIMIT ${CALLS_SHOWN})
  SELECT id, title, closes_at AS closesAt, total,
    (SELECT count(*) FROM submission WHERE call_id = closing.id AND status <> 'ARCHIVED') AS submissions
  FROM closing ORDER BY closes_at, id`;

/**
 * The calls that take submissions and close within fourteen days, the next to close first. Each has the number of its
 * submissions, without archived ones, as in lists.
 */
export const callsClosingSoon = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run({ db, now }) {
    const today = now.toISOString().slice(0, 10);
    const lastDay = dayAfter(today, CLOSING_SOON_DAYS) ?? today;
    const rows = statement<ClosingCall & { total: number }>(db, SELECT_CLOSING).all({
      now: now.toISOString(),
      until: endOfDay(lastDay),
    });
    return {
      today,
      lastDay,
      total: rows[0]?.total ?? 0,
      items: rows.map(({ total: _total, ...closing }): ClosingCall => closing),
    };
  },
});
