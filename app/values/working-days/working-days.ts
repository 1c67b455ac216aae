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
