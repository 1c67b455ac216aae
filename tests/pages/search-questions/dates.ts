import { CALLS } from "~/demo/calls";
import { MEETINGS } from "~/demo/tables/meetings";
import { call, engagement, government, type Question, type Wanted } from "./question";

const DAY = 86_400_000;
const STYLES = {
  long: { month: "long", day: "numeric" },
  longWithYear: { month: "long", day: "numeric", year: "numeric" },
  shortWithYear: { month: "short", day: "numeric", year: "numeric" },
  slashes: { month: "numeric", day: "numeric", year: "numeric" },
  month: { month: "long" },
  monthAndYear: { month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Closing days of calls, and days, weeks and months of engagements, as people write them on a day. */
export function datesAt(now: Date): Question[] {
  const day = (inDays: number) => new Date(now.getTime() + inDays * DAY);
  const as = (style: keyof typeof STYLES, inDays: number) =>
    day(inDays).toLocaleDateString("en-US", { timeZone: "UTC", ...STYLES[style] });
  const iso = (inDays: number) => day(inDays).toISOString().slice(0, 10);
  const british = (inDays: number) => day(inDays).toLocaleDateString("en-GB", { timeZone: "UTC", ...STYLES.long });

  const meetings = (isWanted: (inDays: number) => boolean): Wanted[] =>
    MEETINGS.filter(({ inDays }) => isWanted(inDays)).map(({ title }) => engagement(title));
  const calls = (isWanted: (inDays: number) => boolean): Wanted[] =>
    CALLS.filter(({ closesInDays }) => closesInDays !== undefined && isWanted(closesInDays)).map(({ title }) =>
      call(title),
    );
  /** Whether a day is in the month of another, of any year or of the same. */
  const inMonthOf = (other: number) => (inDays: number) => as("month", inDays) === as("month", other);
  const inExactMonthOf = (other: number) => (inDays: number) =>
    as("monthAndYear", inDays) === as("monthAndYear", other);
  /** Weeks begin on Sundays for some people and on Mondays for others. */
  const inWeek = (weeksAhead: number) => (inDays: number) =>
    [0, 1].some((firstDay) => {
      const start = 7 * weeksAhead - ((now.getUTCDay() - firstDay + 7) % 7);
      return inDays >= start && inDays < start + 7;
    });
  const on = (wanted: number) => (inDays: number) => inDays === wanted;

  const rows: [question: string, accept: Wanted[]][] = [
    [`closes ${as("long", 3)}`, calls(on(3))],
    [`deadline ${as("slashes", 3)}`, calls(on(3))],
    [`due ${as("longWithYear", 15)}`, calls(on(15))],
    [`closes ${as("shortWithYear", 12)}`, calls(on(12))],
    [`closes ${as("long", 31)}`, calls(on(31))],
    [`calls closing in ${as("monthAndYear", 76)}`, calls(inExactMonthOf(76))],
    [iso(76), calls(on(76))],
    [`call closes ${british(58)}`, calls(on(58))],
    [`calls closing in ${as("month", 31)}`, calls(inMonthOf(31))],
    [`deadline in ${as("month", 58)}`, calls(inMonthOf(58))],
    [`closes ${as("long", 90)}`, calls(on(90))],
    [`calls that closed in ${as("monthAndYear", -71)}`, calls(inExactMonthOf(-71))],
    [as("longWithYear", -95), calls(on(-95))],
    [`closed ${as("long", -8)}`, calls(on(-8))],
    ["calls due this week", calls(inWeek(0))],
    ["deadline tomorrow", calls(on(1))],
    ["calls closing this month", calls(inExactMonthOf(0))],
    [`engagements in ${as("monthAndYear", -119)}`, meetings(inExactMonthOf(-119))],
    [as("monthAndYear", -125), [...meetings(inExactMonthOf(-125)), ...calls(inExactMonthOf(-125))]],
    [`meetings in ${as("monthAndYear", -77)}`, meetings(inExactMonthOf(-77))],
    [as("shortWithYear", -77).replace(",", ""), meetings(on(-77))],
    [`engagements in ${as("month", -47).toLowerCase()}`, meetings(inMonthOf(-47))],
    [`${as("monthAndYear", -20)} engagements`, meetings(inExactMonthOf(-20))],
    [`meeting on ${as("long", -20)}`, meetings(on(-20))],
    [`engagements in ${as("monthAndYear", 0)}`, meetings(inExactMonthOf(0))],
    [`${british(8)} ${day(8).getUTCFullYear()}`, meetings(on(8))],
    [iso(6), meetings(on(6))],
    ["engagements next week", meetings(inWeek(1))],
    ["meetings tomorrow", meetings(on(1))],
    ["meetings today", meetings(on(0))],
    [`forum ${as("long", 33)}`, meetings(on(33))],
    [`${as("monthAndYear", 33).toLowerCase()} engagement`, meetings(inExactMonthOf(33))],
    [`demo in Boulder ${as("long", 18)}`, meetings(on(18))],
    [`${as("slashes", -54)} field day`, meetings(on(-54))],
  ];
  // On some days nothing happens next week, and two questions have the same words.
  const asked = new Map(rows.filter(([, accept]) => accept.length > 0));
  return government(
    "date",
    [...asked].map(([question, accept]) => [question, ...accept] as const),
  );
}
