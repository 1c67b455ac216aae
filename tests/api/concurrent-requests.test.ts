import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { CONNECTIONS } from "~/values/limits";
import { openPortal, readResponse } from "../support/portal";

/** A request as srvx makes it from a connection. Its response is unfinished until `sent` emits "close". */
function connected(forwardedFor: string) {
  const headers = { host: "portal.test", "x-forwarded-for": forwardedFor };
  const sent = Object.assign(new EventEmitter(), { writableFinished: true });
  const message = { socket: {}, headers, rawHeaders: [], httpVersionMajor: 1, url: "/healthz" };
  const request = Object.assign(new Request("http://portal.test/healthz", { headers }), {
    ip: "10.0.0.1",
    runtime: { name: "node" as const, node: { req: message, res: sent } },
  });
  return { request: request as never, sent };
}

test("behind a trusted proxy, the limit on concurrent requests counts clients and not the proxy", async () => {
  const { handler } = await openPortal({ TRUSTED_PROXY_HOPS: "1" });
  const ask = async (client: string) => {
    const { request, sent } = connected(client);
    return { sent, answer: await readResponse(await handler(request)) };
  };
  const pending = [];
  for (let count = 0; count < CONNECTIONS.requestsPerAddress; count += 1) {
    pending.push(await ask(`2001:db8::${count.toString(16)}`));
  }
  expect(pending.every(({ answer }) => answer.status === 200)).toBe(true);
  const { answer } = await ask("2001:db8::ffff");
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.body).toEqual({ error: expect.any(String) });
  expect((await ask("198.51.100.2")).answer.status).toBe(200);
  pending[0]?.sent.emit("close");
  expect((await ask("2001:db8::ffff")).answer.status).toBe(200);
});
