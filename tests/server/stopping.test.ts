import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "~/settings.server";
import { STOPPING } from "~/values/limits";
import { CONNECTION_OPTIONS, guardConnections } from "~/web/transport/connections";
import { listen } from "~/web/transport/listening";
import { drainUnreadBodies } from "~/web/transport/unread-body";
import { duplicate, holdSocket } from "../support/passed-socket";

/* How a server stops, with responses that the test controls. */

const HEAD = "GET / HTTP/1.1\r\nHost: portal.test\r\n";
const REQUEST = `${HEAD}\r\n`;

async function serve(answer: RequestListener, socket: number | null = null) {
  const server = createServer(CONNECTION_OPTIONS, answer);
  drainUnreadBodies(server);
  guardConnections(server, readSettings({}));
  const { address, stop } = await listen(server, readSettings({ HOST: "127.0.0.1", PORT: "0" }), socket);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: address.port, stop };
}

/** A connection, with everything that arrived on it. */
async function open(port: number) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  const closed = once(socket, "close");
  await once(socket, "connect");
  return {
    socket,
    closed,
    text: () => text,
    /** Waits for the end of this many responses. */
    async responses(count: number) {
      await expect.poll(() => text.split("done").length - 1, { interval: 1 }).toBe(count);
      return text;
    },
  };
}

const done: RequestListener = (_request, response) => response.end("done");

/** Opens a connection that the server keeps after a response. */
async function openKept(port: number) {
  const kept = await open(port);
  kept.socket.write(REQUEST);
  expect(await kept.responses(1)).toContain("Connection: keep-alive");
  return kept;
}

/** Keeps responses back until the test sends them. */
function heldBack() {
  const held: ServerResponse[] = [];
  const answer: RequestListener = (_request, response) => void held.push(response);
  return { held, answer };
}

describe("a server that stops", () => {
  test("responds to a request on a connection that was unused, and says that it closes it", async () => {
    const { port, stop } = await serve(done);
    const kept = await openKept(port);
    const stopped = stop();
    kept.socket.write(REQUEST);
    await Promise.all([stopped, kept.closed]);
    expect(kept.text().match(/^Connection: .+$/gm)).toEqual(["Connection: keep-alive", "Connection: close"]);
    expect(kept.text().match(/done/g)).toHaveLength(2);
  });

  test("responds to requests under way, and says that it closes their connections", async () => {
    const { held, answer } = heldBack();
    const { port, stop } = await serve(answer);
    const client = await open(port);
    client.socket.write(REQUEST);
    await expect.poll(() => held.length).toBe(1);
    const [unused, stopped] = [await open(port), stop()];
    await unused.closed;
    held[0]?.end("done");
    await Promise.all([stopped, client.closed]);
    expect(client.text()).toContain("Connection: close");
    expect(client.text()).toMatch(/done$/);
  });

  test("closes connections without a request", async () => {
    const { port, stop } = await serve(done);
    const connections = [await open(port), await openKept(port)];
    await stop();
    for (const { closed } of connections) expect(await closed).toEqual([false]);
  });

  test("waits for the rest of a request's head, if it began before the stop or after it", async () => {
    const { server, port, stop } = await serve(done);
    const received: Socket[] = [];
    server.on("connection", (socket) => received.push(socket));
    const clients = [await open(port), await open(port)];
    const unused = await open(port);
    clients[0]?.socket.write(HEAD);
    await expect.poll(() => received[0]?.bytesRead).toBe(HEAD.length);
    const stopped = stop();
    clients[1]?.socket.write(HEAD);
    await unused.closed;
    for (const { socket, closed, text } of clients) {
      socket.write("\r\n");
      await closed;
      expect(text()).toMatch(/Connection: close[\s\S]*done$/);
    }
    await stopped;
  });

  test("responds to a request after a response that had promised to keep the connection", async () => {
    const { held, answer } = heldBack();
    const { port, stop } = await serve(answer);
    const client = await open(port);
    client.socket.write(REQUEST);
    await expect.poll(() => held.length).toBe(1);
    held[0]?.write("almost ");
    await expect.poll(client.text).toContain("almost");
    const [unused, stopped] = [await open(port), stop()];
    await unused.closed;
    held[0]?.end("done");
    await client.responses(1);
    client.socket.write(REQUEST);
    await expect.poll(() => held.length).toBe(2);
    held[1]?.end("done");
    await Promise.all([stopped, client.closed]);
    expect(client.text().match(/^Connection: .+$/gm)).toEqual(["Connection: keep-alive", "Connection: close"]);
  });

  test("reads the rest of a request whose response does not wait for it", async () => {
    const { held, answer } = heldBack();
    const { port, stop } = await serve(answer);
    const client = await open(port);
    const body = Buffer.alloc(10_000_000, "x");
    client.socket.write(`POST / HTTP/1.1\r\nHost: portal.test\r\nContent-Length: ${body.length}\r\n\r\n`);
    client.socket.write(body);
    await expect.poll(() => held.length).toBe(1);
    const stopped = stop();
    held[0]?.end("done");
    await Promise.all([stopped, client.closed]);
    expect(client.text()).toMatch(/Connection: close[\s\S]*done$/);
    expect(client.socket.errored).toBeNull();
  });
});

describe.runIf(process.platform === "linux")("a server on a passed socket that stops", () => {
  const serveOnSocket = async (answer = done) => {
    const socket = await holdSocket();
    onTestFinished(() => socket.close());
    return serve(answer, duplicate(socket.fd));
  };

  test("still serves new clients until those that it had have used their connections", async () => {
    const { server, port, stop } = await serveOnSocket();
    const kept = await openKept(port);
    const stopped = stop();
    const next = await open(port);
    next.socket.write(REQUEST);
    await next.closed;
    expect(next.text()).toMatch(/Connection: close[\s\S]*done$/);
    expect([server.listening, kept.socket.destroyed]).toEqual([true, false]);
    kept.socket.write(REQUEST);
    await Promise.all([stopped, kept.closed]);
    expect(kept.text().match(/done/g)).toHaveLength(2);
  });

  test("still serves new clients while a request is slow, because the next server would wait for it", async () => {
    const { held, answer } = heldBack();
    const { server, port, stop } = await serveOnSocket((request, response) =>
      request.method === "POST" ? answer(request, response) : done(request, response),
    );
    const slow = await open(port);
    slow.socket.write("POST / HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 0\r\n\r\n");
    const half = await openKept(port);
    half.socket.write(HEAD);
    await expect.poll(() => held.length).toBe(1);
    const stopped = stop();
    await pause(STOPPING.announceMilliseconds + STOPPING.slowMilliseconds);
    const next = await open(port);
    next.socket.write(REQUEST);
    await next.closed;
    expect(next.text()).toMatch(/done$/);
    held[0]?.end("done");
    await slow.closed;
    expect(server.listening).toBe(true);
    half.socket.write("\r\n");
    await Promise.all([stopped, half.closed]);
    expect(half.text().match(/done/g)).toHaveLength(2);
  });

  test("leaves the next connection to the next server", async () => {
    const { port, stop } = await serveOnSocket();
    await stop();
    const client = await open(port);
    client.socket.write(REQUEST);
    expect(client.text()).toBe("");
  });
});
