const SET_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
/** The number of characters at the start of a name that are its day. */
export const DAY_CHARACTERS = "2026-01-31".length;

/** A set's name: ISO 8601 without colons, which some file systems refuse. Names sort in order of time. */
export const setNameOf = (at: Date): string => at.toISOString().replaceAll(":", "-");

/** Whether a name belongs to a finished set. */
export const isSetName = (name: string): boolean => SET_NAME.test(name);

/** The time in a set's name, or an invalid date if it has none. */
export const instantOf = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-/, (_time, hours, minutes) => `T${hours}:${minutes}:`));

/**
 * The time for the next set: now, or just after the newest set if that is later. After the clock was set back, a new
 * set must not count as older than one with fewer rows. Otherwise `latest` would lose rows, and the new set would be
 * removed first.
 */
export function instantAfter(newest: string | undefined, now: Date): Date {
  const after = new Date(newest === undefined ? Number.NaN : instantOf(newest).getTime() + 1);
  return after > now && isSetName(setNameOf(after)) ? after : now;
}
