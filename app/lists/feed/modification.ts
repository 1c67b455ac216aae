/** A state and its own whole second, in milliseconds. No other state has that second (RFC 9110, 8.8.2). */
export interface Modification {
  state: string;
  second: number;
}

const SECOND = 1000;
const wholeSecond = (milliseconds: number) => Math.floor(milliseconds / SECOND) * SECOND;

/**
 * The second of the current state, given the previous one. If two changes in a second shared that second, a client that
 * asks only by date would miss the later change. So a new state gets a later second than the previous one, even one in
 * the future. Until it comes, `shownSecond` is earlier, so nobody gets a 304 by that date.
 *
 * This process does not know what earlier ones sent, perhaps from a database that a restore has replaced. So its first
 * state gets a second that no response had before.
 * @param changedAt when the state began, according to its records
 */
export function modificationOf(
  previous: Modification | undefined,
  state: string,
  changedAt: number,
  now: number,
): Modification {
  if (previous?.state === state) return previous;
  // After the clock was set back, a record's time may be in the future.
  const second = previous
    ? Math.max(wholeSecond(Math.min(changedAt, now)), previous.second + SECOND)
    : wholeSecond(now) + SECOND;
  return { state, second };
}

/** The second to send for a state: never one in the future. */
export function shownSecond(second: number, now: number): number {
  return Math.min(second, wholeSecond(now));
}

/** Whether a response with this date is still current. The server never sends a date in the future. */
export function isUnchangedSince(since: number, second: number, now: number): boolean {
  return since >= second && since <= now;
}
