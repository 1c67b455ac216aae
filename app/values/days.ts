/* Calendar days in UTC, as text of ten characters (YYYY-MM-DD), which sorts by time. */

export const DAY_MILLISECONDS = 24 * 3_600_000;
const INSTANT_CHARACTERS = 24;

/** The first instant of a day, in the database's format. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** The last instant of a day. A call closes at the end of its last day, and a range includes its last day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}

/** The day this many days after another, or before it if negative; null outside years of four digits. */
export function dayAfter(day: string, days: number): string | null {
  const instant = new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString();
  return instant.length === INSTANT_CHARACTERS ? instant.slice(0, 10) : null;
}

/** How many days there are from one day to another, both included: 1 for the same day, less if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;
}

/** This many months, as YYYY-MM, up to the month of a day. */
export function monthsUpTo(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split("-").map((part) => Number.parseInt(part, 10));
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7),
  );
}
