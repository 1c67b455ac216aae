import { dayAfter } from "../days";
import { federalHolidays, weekdayOf } from "./federal-holidays";

/*
 * Working days of an agency, as text (YYYY-MM-DD) in its own time zone: Monday to Friday, without the federal holidays
 * and the agency's own days off.
 */

/** What decides which days an agency works. */
export interface WorkingCalendar {
  /** An IANA name. */
  timeZone: string;
  /** Days off besides weekends and federal holidays. */
  daysOff: ReadonlySet<string>;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes much longer than using it. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** Whether a name is an IANA time zone that this machine knows. An offset such as +05:00 is not a name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return formatterOf(name) !== null;
  } catch {
    return false;
  }
}

/** The day of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: Date | string): string =>
  formatterOf(timeZone).format(typeof instant === "string" ? new Date(instant) : instant);

const holidays = new Map<number, ReadonlyMap<string, string>>();

function holidaysOf(year: number): ReadonlyMap<string, string> {
  let found = holidays.get(year);
  if (!found) {
    found = federalHolidays(year);
    holidays.set(year, found);
  }
  return found;
}

const isWeekend = (day: string) => weekdayOf(day) % 6 === 0;

export function isWorkingDay({ daysOff }: Pick<WorkingCalendar, "daysOff">, day: string): boolean {
  return !isWeekend(day) && !daysOff.has(day) && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The nth working day after a day, which itself does not count. Without one left in years of four digits, the last day. */
export function workingDayAfter(calendar: Pick<WorkingCalendar, "daysOff">, day: string, count: number): string {
  let [found, left] = [day, count];
  while (left > 0) {
    const next = dayAfter(found, 1);
    if (next === null) break;
    found = next;
    if (isWorkingDay(calendar, found)) left -= 1;
  }
  return found;
}
