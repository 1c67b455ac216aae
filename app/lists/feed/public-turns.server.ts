import { type Database, statement } from "#db/open";
import { DAY_MILLISECONDS, dayAfter } from "~/values/days";
import { dayIn, instantOf } from "~/values/time-zone";
import { WAS_NEVER_PUBLIC } from "./state.server";

/*
 * When the clock changes what public pages and feeds show: calls and announcements are released, calls close, texts such as
 * "in 3 days" change at midnight, and "in 5 hours" or "in 5 minutes" in the last day before a deadline (`formatTimeUntil`).
 * Figures change by the hour.
 */

const HOUR_MILLISECONDS = 3_600_000;
/** The time left is rounded to whole minutes, so its text changes half a minute after a whole one or a whole hour. */
const HALF_MINUTE_MILLISECONDS = 30_000;
/** How long before a deadline its text begins to change by the hour, and more. */
const NEAR_MILLISECONDS = DAY_MILLISECONDS + HOUR_MILLISECONDS;

const SELECT_NEXT = `
  SELECT min(at) AS at FROM (
    SELECT min(published_at) AS at FROM announcement INDEXED BY announcement_public
      WHERE published = 1 AND deleted_at IS NULL AND published_at > @now
    UNION ALL SELECT min(releases_at) FROM call INDEXED BY call_releases WHERE status = 'PENDING' AND releases_at > @now
    UNION ALL SELECT min(closes_at) FROM call INDEXED BY call_deadline
      WHERE closes_at > @now AND NOT ${WAS_NEVER_PUBLIC.call})`;

/* Pages contain the last turn, so it must not reveal the deadline of a call that was never public. */

const SELECT_LAST_DEADLINE = `
  SELECT max(closes_at) AS at FROM call INDEXED BY call_deadline WHERE closes_at <= @now AND NOT ${WAS_NEVER_PUBLIC.call}`;

const SELECT_NEAR_DEADLINES = `
  SELECT DISTINCT closes_at AS at FROM call INDEXED BY call_deadline
  WHERE closes_at >= @now AND closes_at <= @near AND NOT ${WAS_NEVER_PUBLIC.call}`;

interface Turns {
  /** The last instant at which a text about the time left changed. A page that calls it "now" shows the same. */
  last: Date;
  /** The next instant at which any public content may change. */
  next: Date;
}

/** The instants around one between which the clock changes nothing that public pages and feeds show. */
export function publicTurns(db: Database, timeZone: string, now: Date): Turns {
  const time = now.getTime();
  const at = (text: string, given: object) =>
    statement<{ at: string | null }>(db, text)
      .all(given)
      .flatMap((row) => (row.at === null ? [] : [Date.parse(row.at)]));
  const given = { now: now.toISOString() };
  const near = new Date(time + NEAR_MILLISECONDS).toISOString();
  const steps = at(SELECT_NEAR_DEADLINES, { ...given, near }).map((deadline) => stepAround(deadline, time));
  const passed = at(SELECT_LAST_DEADLINE, given).map((deadline) => deadline + 1);
  const [today, tomorrow] = midnights(timeZone, now);
  const last = [...steps.map(({ last }) => last), ...passed, ...today].filter((turn) => turn <= time);
  const nextHour = (Math.floor(time / HOUR_MILLISECONDS) + 1) * HOUR_MILLISECONDS;
  const next = [...steps.map(({ next }) => next), ...passed, ...tomorrow, nextHour, ...at(SELECT_NEXT, given)].filter(
    (turn) => turn > time,
  );
  return { last: new Date(Math.max(0, ...last)), next: new Date(Math.min(...next)) };
}

/** When the text about the time left until a deadline last changed, and when it changes next. */
function stepAround(deadline: number, time: number): { last: number; next: number } {
  if (deadline - time >= DAY_MILLISECONDS - HALF_MINUTE_MILLISECONDS) {
    return { last: 0, next: deadline + HALF_MINUTE_MILLISECONDS + 1 - DAY_MILLISECONDS };
  }
  const isByHour = deadline - time >= HOUR_MILLISECONDS - HALF_MINUTE_MILLISECONDS;
  const step = isByHour ? HOUR_MILLISECONDS : HALF_MINUTE_MILLISECONDS;
  // A deadline itself still counts, so texts change a millisecond later.
  const past = (deadline + (isByHour ? HALF_MINUTE_MILLISECONDS : 0) - time) % step;
  return { last: time + 1 + past - step, next: time + 1 + past };
}

/** The midnights before and after an instant, in the zone and in UTC, where calendar days change. */
function midnights(timeZone: string, now: Date): [today: number[], tomorrow: number[]] {
  const startsOf = (days: number) =>
    [timeZone, "UTC"].flatMap((zone) => instantOf(zone, `${dayAfter(dayIn(zone, now), days)}T00:00`)?.getTime() ?? []);
  return [startsOf(0), startsOf(1)];
}
