import { DAY_CHARACTERS } from "./set-name";

/** How many sets are kept: the newest ones, and of so many of the last days with sets the newest of each (UTC). */
export const RETENTION = { recent: 8, days: 7 } as const;

/** Which sets are kept no longer, of the names of all. */
export function setsToRemove(names: readonly string[]): string[] {
  const newestFirst = [...names].sort().reverse();
  const newestOfDay = new Map<string, string>();
  for (const name of newestFirst) {
    const day = name.slice(0, DAY_CHARACTERS);
    if (!newestOfDay.has(day)) newestOfDay.set(day, name);
  }
  const kept = new Set([
    ...newestFirst.slice(0, RETENTION.recent),
    ...[...newestOfDay.values()].slice(0, RETENTION.days),
  ]);
  return newestFirst.filter((name) => !kept.has(name));
}
