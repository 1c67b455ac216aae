import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/**
 * How often others had their turn while work was done.
 * @param meanwhile what they do, by the number of their turn, from 1
 */
export async function turnsDuring(work: () => unknown, meanwhile: (turn: number) => void = () => {}): Promise<number> {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
      meanwhile(turns);
    }
  })();
  await work();
  isOver = true;
  await others;
  return turns;
}

/** Makes each look at the clock find that three milliseconds passed, however fast the machine is, until the test is over. */
export function slowClock(): void {
  let milliseconds = performance.now();
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, "now").mockImplementation(() => {
    milliseconds += 3;
    return milliseconds;
  });
}
