import { setImmediate as nextTurn } from "node:timers/promises";

const MILLISECONDS_AT_ONCE = 5;

/** Long works that wait to go on, the longest waiting first. */
const waiting: (() => void)[] = [];
/** When the present share of the event loop began; null when it is over. All long works have it together. */
let shareBegan: number | null = null;
let isScheduled = false;

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    shareBegan = null;
    const goOn = waiting.shift();
    if (!goOn) return;
    beginShare();
    goOn();
  });
}

function beginShare(): void {
  if (shareBegan !== null) return;
  shareBegan = performance.now();
  schedule();
}

/**
 * For long work in steps: call what it gives after each step. It lets other requests go when some time has passed.
 * However many works there are, they share that time and go on one after another, so that many of them keep others
 * waiting no longer than one does.
 */
export function inTurns(): () => Promise<void> {
  beginShare();
  return async () => {
    if (shareBegan !== null && performance.now() - shareBegan < MILLISECONDS_AT_ONCE) return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      schedule();
    });
  };
}

/**
 * For many short works: call what it gives before each. Once they have had their time in one turn of the event loop, the
 * next waits for another turn. Without it, works that start one another would all run in the same turn.
 */
export function spreadOverTurns(): () => Promise<void> {
  let began: number | null = null;
  return async () => {
    while (began !== null && performance.now() - began >= MILLISECONDS_AT_ONCE) await nextTurn();
    if (began !== null) return;
    began = performance.now();
    setImmediate(() => {
      began = null;
    });
  };
}
