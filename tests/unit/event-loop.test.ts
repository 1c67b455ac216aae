import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { yieldBetweenShortTasks, yieldDuringLongTask } from "~/values/event-loop";

/** Longer than a task may run without yielding. */
function work(): void {
  const until = performance.now() + 6;
  while (performance.now() < until);
}

/** The most steps between two turns of the event loop, once all tasks have begun. */
async function mostStepsAtOnce(works: number, steps: number): Promise<number> {
  let done = 0;
  const many = Array.from({ length: works }, async () => {
    const yieldIfDue = yieldDuringLongTask();
    for (let step = 0; step < steps; step += 1) {
      work();
      done += 1;
      await yieldIfDue();
    }
  });
  // Each task runs its first step when it begins, however long that takes.
  await nextTurn();
  let most = 0;
  while (done < works * steps) {
    const before = done;
    await nextTurn();
    most = Math.max(most, done - before);
  }
  await Promise.all(many);
  return most;
}

test("many long tasks at once block others no longer than one does", async () => {
  expect(await mostStepsAtOnce(10, 3)).toBeLessThanOrEqual(2);
});

test("tasks that are short in total run without yielding", async () => {
  const yieldIfDue = yieldDuringLongTask();
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  for (let step = 0; step < 10; step += 1) await yieldIfDue();
  expect(turned).toBe(false);
});

test("short tasks that start one another yield", async () => {
  const yieldIfDue = yieldBetweenShortTasks();
  let done = 0;
  const all = (async () => {
    for (; done < 20; done += 1) {
      await yieldIfDue();
      work();
    }
  })();
  let most = 0;
  while (done < 20) {
    const before = done;
    await nextTurn();
    most = Math.max(most, done - before);
  }
  await all;
  expect(most).toBeLessThanOrEqual(2);
});
