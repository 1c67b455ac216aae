/** A state of something, and the whole second, in milliseconds, that stands for it alone (RFC 9110, 8.8.2). */
export interface Modification {
  state: string;
  second: number;
}

const SECOND = 1000;
const wholeSecond = (milliseconds: number) => Math.floor(milliseconds / SECOND) * SECOND;

/**
 * The second of the present state, given the last one that was seen. Seconds are coarse: what changes twice within one
 * would bear the same date twice, and whoever asks by date alone would miss the second change. So a new state's second
 * is later than the one before, ahead of the clock if need be; until then `shownSecond` is earlier than it, and no
 * question by that date is answered with "not changed".
 *
 * Of what was answered before this process began, perhaps from a database that a backup has replaced since, nothing is
 * known. So the first state that it sees gets a second that nothing can have borne before.
 * @param changedAt when the state began, as far as its records tell
 */
export function modificationOf(
  previous: Modification | undefined,
  state: string,
  changedAt: number,
  now: number,
): Modification {
  if (previous?.state === state) return previous;
  // A record may bear a time that is still to come, where the clock was set back.
  const second = previous
    ? Math.max(wholeSecond(Math.min(changedAt, now)), previous.second + SECOND)
    : wholeSecond(now) + SECOND;
  return { state, second };
}

/** The second that is told of a state: never one that is still to come. */
export function shownSecond(second: number, now: number): number {
  return Math.min(second, wholeSecond(now));
}

/** Whether what somebody was given at a time is still what there is. A date that is still to come was never given. */
export function isUnchangedSince(since: number, second: number, now: number): boolean {
  return since >= second && since <= now;
}
