import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/**
 * Counts the turns of the event loop while work runs, that is, how often the work yields.
 * @param meanwhile runs on each turn, with the turn's number from 1
 */
export async function turnsDuring(work: () => unknown, meanwhile: (turn: number) => void = () => {}): Promise<number> {
  // The share of the turn that an earlier test began, perhaps by a slow clock that was ahead, must be over.
  await nextTurn();
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await nextTurn();
      turns += 1;
      meanwhile(turns);
    }
  })();
  await work();
  isDone = true;
  await counting;
  return turns;
}

/** Advances `performance.now` by some milliseconds on each call, until the test finishes. */
export function slowClock(step = 3): void {
  let milliseconds = performance.now();
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, "now").mockImplementation(() => {
    milliseconds += step;
    return milliseconds;
  });
}
