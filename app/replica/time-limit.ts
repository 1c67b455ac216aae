/** A moment by both clocks of this machine. */
export interface Moment {
  monotonic: number;
  wall: number;
}

export const momentNow = (): Moment => ({ monotonic: performance.now(), wall: Date.now() });

export const after = ({ monotonic, wall }: Moment, milliseconds: number): Moment => ({
  monotonic: monotonic + milliseconds,
  wall: wall + milliseconds,
});

/**
 * How many milliseconds are left until a moment; negative once it has passed. Whichever clock says less counts: one stands
 * still while the machine is suspended, and someone may set the other back.
 */
export const left = (until: Moment, now = momentNow()): number =>
  Math.min(until.monotonic - now.monotonic, until.wall - now.wall);
