import { setImmediate as nextTurn } from "node:timers/promises";

/*
 * The server runs JavaScript on one thread, except for searches of a large ledger, and for pages while it is busy. Work
 * that takes long must yield to the event loop from time to time, or all other requests of its thread wait for it.
 */

const MILLISECONDS_PER_SHARE = 5;

/** Long tasks that wait to continue, the longest waiting first. */
const waiting: (() => void)[] = [];
/** When the current share of the event loop began; null when it is over. All long tasks use it together. */
let shareBegan: number | null = null;
let isScheduled = false;

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    shareBegan = null;
    const resume = waiting.shift();
    if (!resume) return;
    beginShare();
    resume();
  });
}

function beginShare(): void {
  if (shareBegan !== null) return;
  shareBegan = performance.now();
  schedule();
}

/**
 * For a long task in steps: await the returned function after each step. It yields to the event loop once the task has
 * used its time. All long tasks share that time and continue one after another, so many of them delay other requests no
 * longer than one does.
 */
export function yieldDuringLongTask(): () => Promise<void> {
  beginShare();
  return async () => {
    if (shareBegan !== null && performance.now() - shareBegan < MILLISECONDS_PER_SHARE) return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      schedule();
    });
  };
}

/**
 * For many short tasks: await the returned function before each. Once they have used their time in one turn of the event
 * loop, the next one waits for another turn. Without it, tasks that start one another would all run in the same turn.
 */
export function yieldBetweenShortTasks(): () => Promise<void> {
  let began: number | null = null;
  return async () => {
    while (began !== null && performance.now() - began >= MILLISECONDS_PER_SHARE) await nextTurn();
    if (began !== null) return;
    began = performance.now();
    setImmediate(() => {
      began = null;
    });
  };
}
