const SET_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
/** Of a name, those that are its day. */
export const DAY_CHARACTERS = "2026-01-31".length;

/** The name of a set made at an instant: ISO 8601 without colons, which some file systems refuse. Their order is that of time. */
export const setNameOf = (at: Date): string => at.toISOString().replaceAll(":", "-");

/** Whether a name is that of a finished set. */
export const isSetName = (name: string): boolean => SET_NAME.test(name);

/** The instant of a set's name; an invalid date where it has none. */
export const instantOf = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-/, (_time, hours, minutes) => `T${hours}:${minutes}:`));

/**
 * The instant of the next set: now, or just after the newest one. A clock that was set back must not make a set that
 * counts as older than one with fewer rows: `latest` would lose rows, and the new set would be removed first.
 */
export function instantAfter(newest: string | undefined, now: Date): Date {
  const after = new Date(newest === undefined ? Number.NaN : instantOf(newest).getTime() + 1);
  return after > now && isSetName(setNameOf(after)) ? after : now;
}
