import { describe, expect, onTestFinished, test, vi } from "vitest";
import { writtenOut } from "~/domain/export/written-out";
import { streamOfText } from "~/lists/text-stream";

/** A generator of chunks of one size, with its state. */
function maker(pieces: number, characters = 100_000) {
  const seen = { made: 0, ended: false, failedBy: null as unknown };
  async function* make() {
    try {
      while (seen.made < pieces) {
        seen.made += 1;
        yield "x".repeat(characters);
      }
    } catch (error) {
      seen.failedBy = error;
      throw error;
    } finally {
      seen.ended = true;
    }
  }
  return { seen, parts: make() };
}

describe("text that is generated while it is sent", () => {
  test("arrives complete, in chunks, as UTF-8", async () => {
    async function* make() {
      for (let index = 0; index < 50_000; index += 1) yield "\u00e9\u{1f680}";
    }
    const bytes = await new Response(streamOfText(make())).arrayBuffer();
    expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toBe("\u00e9\u{1f680}".repeat(50_000));
  });

  test("does not start before someone reads, and is generated only as fast as it is read", async () => {
    const { seen, parts } = maker(10);
    const reader = streamOfText(parts).getReader();
    expect(seen.made).toBe(0);
    await reader.read();
    expect(seen.made).toBe(1);
    await reader.cancel();
    expect(seen).toMatchObject({ made: 1, ended: true });
  });

  test("never starts if its reader leaves immediately", async () => {
    const { seen, parts } = maker(10);
    await streamOfText(parts).cancel();
    expect(seen).toEqual({ made: 0, ended: false, failedBy: null });
  });

  test("reports an error to its reader if generating it fails", async () => {
    async function* make() {
      yield "x".repeat(100_000);
      throw new Error("no more");
    }
    await expect(new Response(streamOfText(make())).text()).rejects.toThrow("no more");
  });

  test("leaves no timer, whether it ends, is abandoned or fails", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await new Response(streamOfText(maker(3).parts)).text();
    expect(vi.getTimerCount()).toBe(0);

    const reader = streamOfText(maker(3).parts).getReader();
    await reader.read();
    expect(vi.getTimerCount()).toBe(1);
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(0);

    async function* make() {
      yield "begun";
      throw new Error("no more");
    }
    await expect(new Response(streamOfText(make())).text()).rejects.toThrow("no more");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("has 15 minutes by default", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { seen, parts } = maker(3);
    const reader = streamOfText(parts).getReader();
    await reader.read();
    vi.advanceTimersByTime(15 * 60_000 - 1);
    await reader.read();
    vi.advanceTimersByTime(1);
    await expect(reader.closed).rejects.toThrow("in time");
    expect(seen.made).toBe(2);
  });

  test("fails, and its generator ends, if nobody reads the rest in time", async () => {
    const { seen, parts } = maker(10);
    const reader = streamOfText(parts, 1).getReader();
    await reader.read();
    await expect(reader.closed).rejects.toThrow("not read to its end in time");
    await expect.poll(() => seen.ended).toBe(true);
    expect(seen.made).toBe(1);
    expect(seen.failedBy).toMatchObject({ message: "The text was not read to its end in time" });
  });

  test("is not mistaken for complete if time runs out", async () => {
    let goOn = () => {};
    const stopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* make() {
      yield "begun";
      await stopped;
      yield "and ended";
    }
    const reader = streamOfText(make(), 1).getReader();
    const read = reader.read();
    await expect(reader.closed).rejects.toThrow("in time");
    goOn();
    await expect(read).rejects.toThrow("in time");
    await expect(reader.read()).rejects.toThrow("in time");
  });
});

describe("rows written as text", () => {
  test("come in chunks as they are read, each row once and in order", async () => {
    let read = 0;
    function* rows() {
      for (; read < 100; read += 1) yield read;
    }
    const lineOf = (row: number, index: number) => `${index}:${row}:${"x".repeat(1_000)}\n`;
    const parts = writtenOut(rows(), lineOf);
    const first = (await parts.next()).value ?? "";
    // A chunk has a third of 100 rows.
    expect(read).toBeLessThan(40);
    let text = first;
    for await (const part of parts) text += part;
    expect(text).toBe(Array.from({ length: 100 }, (_unused, index) => lineOf(index, index)).join(""));
  });

  test("make no chunk if there are none", async () => {
    expect(await writtenOut([], String).next()).toEqual({ done: true, value: undefined });
  });
});
