import { setImmediate as nextTurn } from "node:timers/promises";

const MILLISECONDS_AT_ONCE = 5;

/** For long work in steps: call what it gives after each step. It lets other requests go when some time has passed. */
export function inTurns(): () => Promise<void> {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < MILLISECONDS_AT_ONCE) return;
    await nextTurn();
    started = performance.now();
  };
}
