import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { MB } from "~/values/limits";
import { jsonBytes, type KeptResponse, keepResponses } from "~/web/api/kept-responses.server";
import { slowClock, turnsDuring } from "../support/event-loop";

const response = (bytes: number): KeptResponse => ({
  pieces: [new Uint8Array(bytes)],
  contentType: "text/plain",
  links: {},
});

/** Counts how often each version was made. */
function counted(keep: ReturnType<typeof keepResponses>) {
  const made: string[] = [];
  const ask = (version: string, bytes = 1) =>
    keep(version, async () => {
      made.push(version);
      await nextTurn();
      return response(bytes);
    });
  return { made, ask };
}

test("a version is made once, for clients that wait for it and clients that ask later", async () => {
  const { made, ask } = counted(keepResponses());
  await Promise.all([ask("1"), ask("1"), ask("1")]);
  await ask("1");
  await ask("2");
  expect(made).toEqual(["1", "2"]);
});

test("only as much is kept as fits in its memory, the most recently used first", async () => {
  const { made, ask } = counted(keepResponses({ bytes: 100, count: 10 }));
  await ask("1", 40);
  await ask("2", 40);
  await ask("1", 40);
  await ask("3", 40);
  expect(made).toEqual(["1", "2", "3"]);
  await ask("1", 40);
  await ask("2", 40);
  expect(made).toEqual(["1", "2", "3", "2"]);
});

test("only a limited number of versions is kept, however small they are", async () => {
  const { made, ask } = counted(keepResponses({ bytes: 100, count: 2 }));
  for (const version of ["1", "2", "3", "2", "1"]) await ask(version, 0);
  expect(made).toEqual(["1", "2", "3", "1"]);
});

test("a version that failed is made again", async () => {
  const keep = keepResponses();
  await expect(keep("1", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await expect(keep("1", async () => response(1))).resolves.toEqual(response(1));
});

test("JSON that is written in steps equals JSON written in one go", async () => {
  const list = Array.from({ length: 300 }, (_unused, index) => ({ index, text: "é<&".repeat(1_000) }));
  for (const value of [list, [], [1], { a: [1] }, null]) {
    expect(Buffer.from(await jsonBytes(value, true)).toString()).toBe(JSON.stringify({ data: value }));
    expect(Buffer.from(await jsonBytes(value, false)).toString()).toBe(JSON.stringify(value));
  }
});

test("a long list lets other work run in between", async () => {
  const list = Array.from({ length: 4_000 }, () => "x".repeat(16_000));
  slowClock();
  const turns = await turnsDuring(async () => {
    expect((await jsonBytes(list, true)).byteLength).toBeGreaterThan(60 * MB);
  });
  expect(turns).toBeGreaterThan(3);
});
