import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createFairQueue, type FairQueueSizes } from "~/values/fair-queue";

const SIZES: FairQueueSizes = {
  places: 1,
  waitingPerGroup: 4,
  waiting: 8,
  waitMilliseconds: 60_000,
  retryAfterSeconds: 2,
};

/** A queue whose work lasts until the test ends it, in the order started. */
function controlled(sizes: Partial<FairQueueSizes> = {}) {
  const queue = createFairQueue({ ...SIZES, ...sizes });
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    refused,
    /** What was refused, and why. */
    ask(name: string, group = name.slice(0, 1), abandoned?: AbortSignal) {
      queue({ group, abandoned }, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      }).catch(({ code }) => refused.push(`${name} ${code}`));
    },
    async endOne() {
      await nextTurn();
      ends.shift()?.();
      await nextTurn();
    },
    async endAll() {
      await nextTurn();
      while (ends.length > 0) await this.endOne();
    },
  };
}

describe("a fair queue", () => {
  test("gives each free place to the next group", async () => {
    const queue = controlled();
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) queue.ask(name);
    await queue.endAll();
    expect(queue.started).toEqual(["a1", "b1", "a2", "c1", "b2", "a3", "a4"]);
    expect(queue.refused).toEqual([]);
  });

  test("starts a new group's work next, however much another group waits for", async () => {
    const queue = controlled({ waitingPerGroup: 1000, waiting: 1000 });
    for (let count = 0; count < 500; count += 1) queue.ask(`a${count}`);
    queue.ask("b0");
    await queue.endOne();
    expect(queue.started).toEqual(["a0", "b0"]);
  });

  test("runs as much at the same time as it has places", async () => {
    const queue = controlled({ places: 3 });
    for (const name of ["a1", "a2", "a3", "a4", "b1"]) queue.ask(name);
    await nextTurn();
    expect(queue.started).toEqual(["a1", "a2", "a3"]);
    await queue.endAll();
    expect(queue.started).toHaveLength(5);
    queue.ask("c1");
    await nextTurn();
    expect(queue.started).toContain("c1");
  });

  test("refuses a group with too much waiting, and only that one", async () => {
    const queue = controlled();
    for (let count = 0; count < 50; count += 1) queue.ask(`a${count}`);
    queue.ask("b0");
    await nextTurn();
    expect(queue.refused).toHaveLength(50 - 5);
    expect(new Set(queue.refused.map((text) => text.split(" ")[1]))).toEqual(new Set(["rate_limited"]));
    await queue.endAll();
    expect(queue.started).toEqual(["a0", "b0", "a1", "a2", "a3", "a4"]);
  });

  test("makes room for a new group by refusing the newest work of the longest one", async () => {
    const queue = controlled();
    for (const name of ["a0", "a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2"]) queue.ask(name);
    await nextTurn();
    expect(queue.refused).toEqual(["a4 rate_limited", "b4 rate_limited"]);
    await queue.endAll();
    expect(queue.started).toEqual(["a0", "b1", "a1", "c1", "b2", "a2", "c2", "b3", "a3"]);
  });

  test("is full when the maximum number of groups wait, and continues to serve those", async () => {
    const queue = controlled();
    queue.ask("running");
    for (let count = 0; count < 8; count += 1) queue.ask(`${count}`);
    queue.ask("late");
    await nextTurn();
    expect(queue.refused).toEqual(["late rate_limited"]);
    await queue.endOne();
    queue.ask("later");
    await queue.endAll();
    expect(queue.started).toEqual(["running", "0", "1", "2", "3", "4", "5", "6", "7", "later"]);
  });

  test("gives the place of an abandoned request to others", async () => {
    const queue = controlled();
    const client = new AbortController();
    queue.ask("a0");
    for (const name of ["a1", "a2", "a3", "a4"]) queue.ask(name, "a", client.signal);
    queue.ask("b0", "b", client.signal);
    client.abort();
    queue.ask("a5");
    queue.ask("a6", "a", client.signal);
    await queue.endAll();
    expect(queue.started).toEqual(["a0", "a5"]);
    expect(queue.refused).toHaveLength(6);
    expect(queue.refused.every((text) => text.endsWith("invalid_request"))).toBe(true);
  });

  test("lets nothing wait longer than its limit", async () => {
    const queue = controlled({ waitMilliseconds: 20 });
    queue.ask("a0");
    queue.ask("a1");
    await expect.poll(() => queue.refused).toEqual(["a1 rate_limited"]);
    await queue.endAll();
    queue.ask("a2");
    await nextTurn();
    expect(queue.started).toEqual(["a0", "a2"]);
  });

  test("gives the place of failed work to the next", async () => {
    const queue = createFairQueue(SIZES);
    const failing = queue({ group: "a" }, () => Promise.reject(new Error("failed")));
    const next = queue({ group: "a" }, () => Promise.resolve("done"));
    await expect(failing).rejects.toThrow("failed");
    expect(await next).toBe("done");
  });
});
