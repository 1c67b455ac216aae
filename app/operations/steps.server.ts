import { setTimeout as pause } from "node:timers/promises";
import { type Database, immediateTransaction, withLockWait } from "#db/open";

/**
 * Runs a step, each time in its own transaction, until it says that nothing is left to do. In between it waits as long
 * as the step took, so that however much there is to remove, other requests have half the time.
 */
export async function inSteps(db: Database, step: () => boolean): Promise<void> {
  for (;;) {
    const started = performance.now();
    if (!withLockWait(db, 0, () => immediateTransaction(db, step))) return;
    await pause(performance.now() - started);
  }
}
