import { DAY_CHARACTERS } from "./set-name";

/** Which sets to keep: the newest `recent` ones, and the newest set of each of the last `days` days with sets (UTC). */
export const RETENTION = { recent: 8, days: 7 } as const;

/** The names of the sets to remove, newest first. */
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
