import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { serve } from "srvx";
import { onTestFinished } from "vitest";
import { drainUnreadBodies } from "~/web/transport/unread-body";
import type { Portal } from "./portal";

/** Serves a portal on a free port until the test finishes, for tests that need a real connection. */
export async function listen(portal: Portal): Promise<number> {
  const server = serve({
    fetch: portal.handler,
    port: 0,
    hostname: "127.0.0.1",
    gracefulShutdown: false,
    silent: true,
  });
  if (server.node?.server) drainUnreadBodies(server.node.server as Server);
  await server.ready();
  onTestFinished(async () => {
    await server.close(true);
  });
  const address = server.node?.server?.address() as AddressInfo | undefined;
  if (!address) throw new Error("The server is not listening");
  return address.port;
}

/** Opens a plain TCP connection. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** Whether a response is complete: it ends with the last chunk, or has as many bytes as its content-length. */
function isComplete(response: string): boolean {
  const headEnd = response.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const head = response.slice(0, headEnd);
  if (/^transfer-encoding: *chunked/im.test(head)) return response.endsWith("\r\n0\r\n\r\n");
  return response.length - headEnd - 4 >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

/**
 * Writes bytes and reads the response, or what arrives before the connection closes. It keeps writing while the response
 * arrives, as most clients do.
 */
export async function exchange(port: number, ...chunks: Iterable<string | Buffer>[]): Promise<string> {
  const socket = await openSocket(port);
  let response = "";
  const received = new Promise<void>((resolve) => {
    socket.on("close", resolve);
    socket.on("data", (chunk: Buffer) => {
      response += chunk.toString("latin1");
      if (isComplete(response)) resolve();
    });
  });
  const closed = once(socket, "close");
  for (const chunk of chunks.flatMap((some) => (typeof some === "string" ? [some] : [...some]))) {
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), closed]);
  }
  await received;
  socket.end();
  return response;
}

export type Head = { method: string; path: string; headers: Record<string, string | number> };

const headOf = ({ method, path, headers }: Head) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** Sends a head and the beginning of a body, and keeps the connection open. */
export async function beginRequest(port: number, head: Head, ...chunks: (string | Buffer)[]): Promise<Socket> {
  const socket = await openSocket(port);
  for (const chunk of [headOf(head), ...chunks]) socket.write(chunk);
  return socket;
}

/** Sends a body chunk by chunk, in chunked transfer encoding unless the head has a content-length. */
export async function sendChunks(
  port: number,
  head: Head,
  chunks: Iterable<Buffer>,
): Promise<{ status: number; text: string }> {
  const hasLength = "content-length" in head.headers;
  const encoded = function* (): Generator<string | Buffer> {
    for (const chunk of chunks) {
      if (hasLength) yield chunk;
      else yield Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
    }
    if (!hasLength) yield "0\r\n\r\n";
  };
  const headers = hasLength ? head.headers : { ...head.headers, "transfer-encoding": "chunked" };
  const text = await exchange(port, [headOf({ ...head, headers })], encoded());
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}
