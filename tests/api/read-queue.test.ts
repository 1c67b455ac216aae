import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { READS, SEARCHES } from "~/values/limits";
import { HOST, openPortal } from "../support/portal";

test.each(["/calls", "/api/portal/calls", "/api/feeds/calls.atom"])(
  "a client that asks for %s many times does not make another client wait for all of its requests",
  async (path) => {
    const { handler } = await openPortal();
    const served: string[] = [];
    const ask = async (ip: string) => {
      const request = new Request(`http://${HOST}${path}`, { headers: { host: HOST } });
      const response = await handler(Object.assign(request, { ip }));
      served.push(ip);
      expect(response.status).toBe(200);
      await response.body?.cancel();
    };
    const many = Array.from({ length: 40 }, () => ask("203.0.113.1"));
    await Promise.all([...many, ask("203.0.113.2")]);
    expect(served).toHaveLength(41);
    expect(served.indexOf("203.0.113.2")).toBeLessThanOrEqual(2 * READS.places);
  },
);

test("the server drops a waiting read whose client disconnects", async () => {
  const { handler } = await openPortal();
  const ask = (node?: object) => {
    const request = new Request(`http://${HOST}/calls`, { headers: { host: HOST } });
    return handler(
      Object.assign(request, { ip: "203.0.113.1", ...(node && { runtime: { name: "node", node } }) }) as never,
    );
  };
  const first = Array.from({ length: READS.places }, () => ask());
  const socket = { readableEnded: false, destroyed: false };
  const message = { socket, headers: { host: HOST }, rawHeaders: ["Host", HOST], httpVersionMajor: 1, url: "/calls" };
  const left = ask({ req: message, res: Object.assign(new EventEmitter(), { writableFinished: false }) });
  socket.readableEnded = true;
  expect((await left).status).toBe(400);
  for (const page of first) expect((await page).status).toBe(200);
});

test.each(["/search?q=radar", "/search.data?q=radar", "/search/?q=radar"])(
  "searches as %s do not make other reads wait for all of them",
  async (path) => {
    const { handler } = await openPortal();
    const served: string[] = [];
    const ask = async (ip: string, what: string) => {
      const request = new Request(`http://${HOST}${what}`, { headers: { host: HOST } });
      const response = await handler(Object.assign(request, { ip }));
      served.push(ip);
      expect(response.status).toBeLessThan(400);
      await response.body?.cancel();
    };
    const searches = Array.from({ length: 40 }, (_, number) => ask(`203.0.113.${number + 1}`, path));
    // With a query that no kept response has.
    await Promise.all([...searches, ask("203.0.113.100", "/calls?q=radar")]);
    expect(served).toHaveLength(41);
    expect(served.indexOf("203.0.113.100")).toBeLessThanOrEqual(2 * SEARCHES.places);
  },
);
