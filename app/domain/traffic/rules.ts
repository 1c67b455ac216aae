import { percentEncoded } from "~/values/characters";
import { dayAfter, daysBetween } from "~/values/days";

/** As many days as a leap year has. */
export const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

/** The first day that has four digits to its year: what lies before it was never counted. */
const FIRST_DAY = "0000-01-01";

export interface DayRange {
  from: string;
  to: string;
}

/** The days that end today. */
export function lastDays(today: string, days: number): DayRange {
  return { from: dayAfter(today, 1 - days) ?? FIRST_DAY, to: today };
}

/** The days that are asked for: up to today, and as many as by default, unless they are named. */
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

/** Every day of a range in the order of time; those that nothing was counted on have zeros. */
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

/** What adds up views by name. */
export interface Tally {
  add(name: string, views: number): void;
  /** The names with the most views, and the views of all names. */
  top(count: number): { items: Counted[]; total: number; isExact: boolean };
}

const byViews = (one: Counted, other: Counted) => other.views - one.views || (one.name < other.name ? -1 : 1);

/**
 * Adds up views by name, in bounded memory: anybody may have any path counted. Of more than `most` names the half with
 * the fewest views is forgotten, and a figure may then be too low.
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

/** A path as it can be read: anybody may have it counted, so what is not seen, or turns text around, is written out. */
export const legiblePath = percentEncoded;
