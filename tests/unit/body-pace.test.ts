import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BODY_PACE } from "~/values/limits";
import { limitedBody, readText } from "~/web/transport/body.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A body that sends a chunk of bytes at an interval, `count` times. */
function dripping(bytes: number, everyMilliseconds: number, count: number): Request {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, everyMilliseconds));
        controller.enqueue(new Uint8Array(bytes).fill(0x61));
        sent += 1;
        if (sent === count) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Request("http://portal.test/", { method: "POST", body, duplex: "half" } as RequestInit);
}

/** The same, as a server receives it. */
function drippingMessage(bytes: number, everyMilliseconds: number, count: number): Request {
  const message = new IncomingMessage(new Socket());
  let sent = 0;
  const send = () => {
    if (message.destroyed) return;
    message.push(Buffer.alloc(bytes, "a"));
    sent += 1;
    if (sent < count) return void setTimeout(send, everyMilliseconds);
    message.complete = true;
    message.push(null);
  };
  setTimeout(send, everyMilliseconds);
  const request = new Request("http://portal.test/", { method: "POST" });
  return Object.assign(request, { runtime: { name: "node", node: { req: message } } });
}

/** "read" or the error's code, and the milliseconds until then. */
async function outcomeOf(work: Promise<unknown>): Promise<[string, number]> {
  const started = performance.now();
  let outcome: [string, number] | undefined;
  const end = (how: string) => {
    outcome = [how, performance.now() - started];
  };
  work.then(
    () => end("read"),
    (error) => end(error.code),
  );
  while (!outcome) await vi.advanceTimersByTimeAsync(1000);
  return outcome;
}

async function upload(request: Request): Promise<void> {
  for await (const _chunk of limitedBody(request, 1_000_000_000, false, BODY_PACE.upload));
}

const BODIES = [
  { as: "a web stream", dripping },
  { as: "Node's message", dripping: drippingMessage },
];

describe.each(BODIES)("a small body, as $as,", ({ dripping }) => {
  test("has half a minute, however often a byte arrives", async () => {
    for (const every of [1_000, 45_000]) {
      const [how, milliseconds] = await outcomeOf(readText(dripping(1, every, 1000), 1000));
      expect(how).toBe("request_timeout");
      expect(milliseconds).toBeLessThanOrEqual(BODY_PACE.small.milliseconds + 1000);
    }
  });

  test("is read if it arrives within that time", async () => {
    expect(await outcomeOf(readText(dripping(10, 1000, 25), 1000))).toMatchObject(["read", expect.any(Number)]);
  });
});

describe.each(BODIES)("an upload, as $as,", ({ dripping }) => {
  test("continues as long as it keeps its pace", async () => {
    const perSecond = BODY_PACE.upload.bytesPerSecond;
    const [how, milliseconds] = await outcomeOf(upload(dripping(perSecond + 1, 1000, 600)));
    expect(how).toBe("read");
    expect(milliseconds).toBeGreaterThan(5 * BODY_PACE.upload.milliseconds);
  });

  test("is refused when it is too slow", async () => {
    const [how, milliseconds] = await outcomeOf(upload(dripping(1000, 1000, 1000)));
    expect(how).toBe("request_timeout");
    expect(milliseconds).toBeLessThan(2 * BODY_PACE.upload.milliseconds);
  });
});
