import { percentEncoded } from "~/values/characters";
import { dayAfter, daysBetween } from "~/values/days";

/** A leap year. */
export const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

/** The first day with a four-digit year. Nothing was counted before it. */
const FIRST_DAY = "0000-01-01";

export interface DayRange {
  from: string;
  to: string;
}

/** The days that end today. */
export function lastDays(today: string, days: number): DayRange {
  return { from: dayAfter(today, 1 - days) ?? FIRST_DAY, to: today };
}

/** The requested days; by default, the usual number up to today. */
export function rangeOf({ from, to }: Partial<DayRange>, today: string): DayRange {
  if (from === undefined) return lastDays(to ?? today, DEFAULT_DAYS);
  if (to !== undefined) return { from, to };
  if (from > today) return { from, to: from };
  const last = dayAfter(from, MAX_DAYS - 1);
  return { from, to: last !== null && last < today ? last : today };
}

export interface DayOfTraffic {
  day: string;
  views: number;
  visitors: number;
}

/** Every day of a range, in order. Days without views have zeros. */
export function everyDay({ from, to }: DayRange, counted: readonly DayOfTraffic[]): DayOfTraffic[] {
  const known = new Map(counted.map((row) => [row.day, row]));
  return Array.from({ length: daysBetween(from, to) }, (_, index) => {
    const day = dayAfter(from, index) ?? to;
    return known.get(day) ?? { day, views: 0, visitors: 0 };
  });
}

export interface Counted {
  name: string;
  views: number;
}

/** Sums views by name. */
interface Tally {
  add(name: string, views: number): void;
  /** The names with the most views, and the views of all names. */
  top(count: number): { items: Counted[]; total: number; isExact: boolean };
}

const byViews = (one: Counted, other: Counted) => other.views - one.views || (one.name < other.name ? -1 : 1);

/**
 * Sums views by name, in bounded memory, because anyone may have any path counted. Over `most` names, it forgets the
 * half with the fewest views, and a sum may then be too low.
 */
export function openTally(most: number): Tally {
  let sums = new Map<string, number>();
  let total = 0;
  let isExact = true;
  const sorted = () => Array.from(sums, ([name, views]) => ({ name, views })).sort(byViews);
  return {
    add(name, views) {
      total += views;
      sums.set(name, (sums.get(name) ?? 0) + views);
      if (sums.size <= most) return;
      isExact = false;
      sums = new Map(
        sorted()
          .slice(0, most / 2)
          .map((kept) => [kept.name, kept.views]),
      );
    },
    top: (count) => ({ items: sorted().slice(0, count), total, isExact }),
  };
}

/**
 * A path in readable form. Anyone may have any path counted, so invisible characters, and those that turn text around,
 * are written out.
 */
export const legiblePath = percentEncoded;
