import { setTimeout as pause } from "node:timers/promises";
import { type Database, immediateTransaction, withLockWait } from "#db/open";

/**
 * Runs a step, each time in its own transaction, until it returns that nothing is left to do. After each step it waits
 * as long as the step took, so that other requests get half the time.
 */
export async function inSteps(db: Database, step: () => boolean): Promise<void> {
  for (;;) {
    const started = performance.now();
    if (!withLockWait(db, 0, () => immediateTransaction(db, step))) return;
    await pause(performance.now() - started);
  }
}
