import { once } from "node:events";
import { createServer, type RequestListener, type ServerOptions } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "~/settings.server";
import { CONNECTIONS } from "~/values/limits";
import { CONNECTION_OPTIONS, guardConnections, waitUntilUncrowded } from "~/web/transport/connections";
import { exchangeRaw } from "../support/raw-exchange";

/* The guard of connections, on a server whose responses the test controls. */

const HEAD = "GET / HTTP/1.1\r\nHost: portal.test\r\n";

async function listen(answer: RequestListener, options: ServerOptions = {}, environment = {}): Promise<number> {
  const server = createServer({ ...CONNECTION_OPTIONS, ...options }, answer);
  guardConnections(server, readSettings(environment));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("headers that take too long get a 408 in JSON, and the connection is closed", async () => {
  const port = await listen(() => {}, { headersTimeout: 50, connectionsCheckingInterval: 20 });
  const { response: answer, isClosed } = await exchangeRaw(port, [HEAD]);
  expect(isClosed).toBe(true);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/\r\n\r\n\{"error":"The request took too long"\}$/);
});

test("nothing is written into the middle of a response, whatever follows its request", async () => {
  const port = await listen((_request, response) => {
    response.write("the beginning");
  });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
    if (answer.includes("the beginning")) socket.write("NONSENSE\r\n\r\n");
  });
  socket.write(`${HEAD}\r\n`);
  await once(socket, "close");
  expect(answer).toContain("the beginning");
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

/** Opens connections from an address one after another. @returns them, and how many the server closed. */
async function openFrom(port: number, localAddress: string, count: number) {
  const sockets: Socket[] = [];
  let closed = 0;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    sockets.push(socket);
    socket.on("error", () => {});
    socket.resume().once("close", () => {
      closed += 1;
    });
    await once(socket, "connect");
    socket.write("POST /login HTTP/1.1\r\nHost: portal.test\r\n");
  }
  return { sockets, closed: () => closed };
}

const answersTo = async (port: number, localAddress: string) => {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  socket.end(`${HEAD}Connection: close\r\n\r\n`);
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
  });
  await once(socket, "close");
  return answer;
};

test("connections of one address are limited, and other addresses are not affected", async () => {
  const port = await listen((_request, response) => response.end("served"));
  const extra = 20;
  const { sockets, closed } = await openFrom(port, "127.0.0.2", CONNECTIONS.maxPerAddress + extra);
  await expect.poll(closed).toBe(extra);
  expect(await answersTo(port, "127.0.0.2")).toBe("");
  expect(await answersTo(port, "127.0.0.3")).toContain("served");
  // A connection that ends makes room for another.
  sockets[0]?.destroy();
  await expect.poll(() => answersTo(port, "127.0.0.2")).toContain("served");
});

test("connections of a trusted proxy are not limited", async () => {
  const port = await listen((_request, response) => response.end("served"), {}, { TRUSTED_PROXY_HOPS: "1" });
  const { closed } = await openFrom(port, "127.0.0.2", CONNECTIONS.maxPerAddress + 20);
  expect(await answersTo(port, "127.0.0.2")).toContain("served");
  expect(closed()).toBe(0);
});

test("requests of an address wait when it opens more connections than it may have", async () => {
  const port = await listen(async (request, response) => {
    await waitUntilUncrowded(request.socket.remoteAddress);
    response.end("served");
  });
  const first = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  onTestFinished(() => {
    first.destroy();
  });
  await once(first, "connect");
  const answered: string[] = [];
  first.once("data", () => answered.push("crowded"));
  const { closed } = await openFrom(port, "127.0.0.2", CONNECTIONS.maxPerAddress);
  await expect.poll(closed, { interval: 1 }).toBe(1);
  first.write(`${HEAD}\r\n`);
  await answersTo(port, "127.0.0.3");
  answered.push("other");
  await expect.poll(() => answered).toEqual(["other", "crowded"]);
});
