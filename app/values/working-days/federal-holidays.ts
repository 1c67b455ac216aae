import { dayAfter } from "../days";

/*
 * The legal public holidays of 5 U.S.C. 6103(a), and the days on which they are observed: the Friday before a Saturday
 * (6103(b)), the Monday after a Sunday (Executive Order 11582). Inauguration Day (6103(c)) is a day off only in and
 * around Washington, DC, so it is not here.
 */

interface Holiday {
  name: string;
  month: number;
  /** A day of the month, or the nth weekday of it; -1 is the last. Sunday is 0. */
  on: number | { nth: number; weekday: number };
  /** The first year of a holiday that is younger than the others. */
  since?: number;
}

const [MONDAY, THURSDAY] = [1, 4];

const HOLIDAYS: readonly Holiday[] = [
  { name: "New Year's Day", month: 1, on: 1 },
  { name: "Birthday of Martin Luther King, Jr.", month: 1, on: { nth: 3, weekday: MONDAY }, since: 1986 },
  { name: "Washington's Birthday", month: 2, on: { nth: 3, weekday: MONDAY } },
  { name: "Memorial Day", month: 5, on: { nth: -1, weekday: MONDAY } },
  { name: "Juneteenth National Independence Day", month: 6, on: 19, since: 2021 },
  { name: "Independence Day", month: 7, on: 4 },
  { name: "Labor Day", month: 9, on: { nth: 1, weekday: MONDAY } },
  { name: "Columbus Day", month: 10, on: { nth: 2, weekday: MONDAY } },
  { name: "Veterans Day", month: 11, on: 11 },
  { name: "Thanksgiving Day", month: 11, on: { nth: 4, weekday: THURSDAY } },
  { name: "Christmas Day", month: 12, on: 25 },
];

/** The day of the week of a day (YYYY-MM-DD): 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

const dayOf = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

function dateOf({ month, on }: Holiday, year: number): string {
  if (typeof on === "number") return dayOf(year, month, on);
  const { nth, weekday } = on;
  // Count from the first day of the month, or back from its last.
  const edge = nth > 0 ? dayOf(year, month, 1) : dayOf(year, month + 1, 0);
  const toFirst = nth > 0 ? (weekday - weekdayOf(edge) + 7) % 7 : -((weekdayOf(edge) - weekday + 7) % 7);
  const weeks = nth > 0 ? nth - 1 : nth + 1;
  return dayAfter(edge, toFirst + weeks * 7) ?? edge;
}

const SHIFT_TO_WORKING_DAY: Readonly<Record<number, number>> = { 0: 1, 6: -1 };

/** The day on which a holiday is observed: its own, or the working day next to its weekend. */
const observed = (day: string): string => dayAfter(day, SHIFT_TO_WORKING_DAY[weekdayOf(day)] ?? 0) ?? day;

const ofYear = (year: number) =>
  HOLIDAYS.filter(({ since = 0 }) => year >= since).map(({ name, ...when }) => ({
    name,
    day: observed(dateOf({ name, ...when }, year)),
  }));

/** The federal holidays observed in a year, by day. That of the next New Year's Day may be its last day. */
export function federalHolidays(year: number): ReadonlyMap<string, string> {
  const found = [...ofYear(year), ...ofYear(year + 1)].filter(({ day }) => day.startsWith(`${year}-`));
  return new Map(found.map(({ name, day }) => [day, name]));
}
