import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { yieldBetweenShortTasks, yieldDuringLongTask } from "~/values/event-loop";

/** Longer than one work may have at once. */
function work(): void {
  const until = performance.now() + 6;
  while (performance.now() < until);
}

/** The most steps of all works that others had to wait for, once all had begun. */
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
  // The first step of each is made as it begins, whatever time it takes.
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

test("many long works at once keep others waiting no longer than one does", async () => {
  expect(await mostStepsAtOnce(10, 3)).toBeLessThanOrEqual(2);
});

test("works that are short together are not broken off", async () => {
  const yieldIfDue = yieldDuringLongTask();
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  for (let step = 0; step < 10; step += 1) await yieldIfDue();
  expect(turned).toBe(false);
});

test("short works that start one another take more than one turn", async () => {
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
