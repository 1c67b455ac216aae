import { setTimeout as pause } from "node:timers/promises";
import { WRITE_LIMITS } from "~/values/limits";

const { max, windowSeconds } = WRITE_LIMITS.government;
const WINDOW_MILLISECONDS = windowSeconds * 1_000;

/**
 * Keeps a race that runs hundreds of times below the write limit of government users.
 * @param writes the most writes by one person in a repetition
 * @returns a function to call before each repetition
 */
export function writePace(writes: number): () => Promise<void> {
  let window = 0;
  let made = 0;
  return async () => {
    if (made + writes > max && Math.floor(Date.now() / WINDOW_MILLISECONDS) === window) {
      await pause(WINDOW_MILLISECONDS - (Date.now() % WINDOW_MILLISECONDS) + 1);
    }
    const present = Math.floor(Date.now() / WINDOW_MILLISECONDS);
    if (present !== window) made = 0;
    window = present;
    made += writes;
  };
}
