import { afterEach, describe, expect, test, vi } from "vitest";
import { UPLOADS } from "~/values/limits";
import { takeUploadPlace } from "~/web/transport/upload-place";
import { openPortal, type Portal, readResponse } from "../support/portal";

const { places, waitingPerGroup, waitMilliseconds } = UPLOADS.queue;
const BOUNDARY = "boundary";
const BEGINNING = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA paper\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="paper.txt"\r\nContent-Type: text/plain\r\n\r\nText`,
].join("");

/** An upload that has sent its beginning, and continues when the test says so. */
function beginUpload(portal: Portal) {
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const send = (text: string) => sender?.enqueue(new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sender = controller;
    },
  });
  send(BEGINNING);
  const request = new Request("http://portal.test/api/portal/submissions", {
    method: "POST",
    headers: {
      host: "portal.test",
      cookie: portal.cookieOf("acmeUser"),
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body,
    duplex: "half",
  } as RequestInit);
  const answer = portal.handler(Object.assign(request, { ip: "203.0.113.10" })).then(readResponse);
  return {
    answer,
    finish() {
      send(`\r\n--${BOUNDARY}--\r\n`);
      sender?.close();
    },
    breakOff: () => sender?.error(new Error("The client hung up")),
  };
}

test("a user can stage a few uploads at the same time, and each one that ends lets the next one in", async () => {
  const portal = await openPortal();
  const uploads = Array.from({ length: places + 3 }, () => beginUpload(portal));
  const staged = () => portal.storedFiles().length;
  await expect.poll(staged).toBe(places);
  uploads[0]?.breakOff();
  expect((await uploads[0]?.answer)?.status).toBe(400);
  await expect.poll(staged).toBe(places);
  const others = uploads.slice(1);
  for (const upload of others) upload.finish();
  const answers = await Promise.all(others.map(({ answer }) => answer));
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
  expect(answers[0]?.status).not.toBe(429);
});

describe("a place for an upload", () => {
  afterEach(() => void vi.useRealTimers());

  const caller = (id: string, abandoned?: AbortSignal) =>
    ({ actor: { id }, ip: "192.0.2.1", abandoned }) as unknown as Parameters<typeof takeUploadPlace>[0];

  test("is refused with a Retry-After when too many uploads wait, or wait too long", async () => {
    vi.useFakeTimers();
    const taken = await Promise.all(Array.from({ length: places }, () => takeUploadPlace(caller("a"))));
    const refused: unknown[] = [];
    for (let count = 0; count < waitingPerGroup + 1; count += 1) {
      takeUploadPlace(caller("a")).catch((error) => refused.push(error));
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(waitMilliseconds);
    expect(refused).toHaveLength(waitingPerGroup + 1);
    expect(refused[0]).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
    // This does not affect another user, or this one once a place is free.
    (await takeUploadPlace(caller("b")))();
    for (const giveBack of taken) giveBack();
    (await takeUploadPlace(caller("a")))();
  });

  test("is not kept for a client that disconnects while it waits", async () => {
    const taken = await Promise.all(Array.from({ length: places }, () => takeUploadPlace(caller("c"))));
    const client = new AbortController();
    const waiting = takeUploadPlace(caller("c", client.signal));
    client.abort();
    await expect(waiting).rejects.toMatchObject({ code: "invalid_request" });
    const next = takeUploadPlace(caller("c"));
    taken[0]?.();
    (await next)();
    for (const giveBack of taken) giveBack();
  });
});
