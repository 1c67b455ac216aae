import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { serve } from "srvx";
import { onTestFinished } from "vitest";
import type { Portal } from "./portal";

/** Serves a portal on a free port, for what only a socket shows; stops when the test is over. */
export async function listen(portal: Portal): Promise<number> {
  const server = serve({
    fetch: portal.handler,
    port: 0,
    hostname: "127.0.0.1",
    gracefulShutdown: false,
    silent: true,
  });
  await server.ready();
  onTestFinished(async () => {
    await server.close(true);
  });
  const address = server.node?.server?.address() as AddressInfo | undefined;
  if (!address) throw new Error("The server does not listen");
  return address.port;
}

/** A connection on which bytes are written as they are. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** Whether an answer has come in whole: its chunks to the last one, or as many bytes as it announced. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const head = answer.slice(0, headEnd);
  if (/^transfer-encoding: *chunked/im.test(head)) return answer.endsWith("\r\n0\r\n\r\n");
  return answer.length - headEnd - 4 >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

/**
 * Writes bytes and reads the answer, or whatever comes before the connection is closed. It writes on while the answer
 * comes in, as a plain client does.
 */
export async function exchange(port: number, ...chunks: Iterable<string | Buffer>[]): Promise<string> {
  const socket = await openSocket(port);
  let answer = "";
  const answered = new Promise<void>((resolve) => {
    socket.on("close", resolve);
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      if (isWhole(answer)) resolve();
    });
  });
  const closed = once(socket, "close");
  for (const chunk of chunks.flatMap((some) => (typeof some === "string" ? [some] : [...some]))) {
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), closed]);
  }
  await answered;
  socket.end();
  return answer;
}

export type Head = { method: string; path: string; headers: Record<string, string | number> };

const headOf = ({ method, path, headers }: Head) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** Sends a head and the beginning of a body, and leaves it at that. */
export async function beginRequest(port: number, head: Head, ...chunks: (string | Buffer)[]): Promise<Socket> {
  const socket = await openSocket(port);
  for (const chunk of [headOf(head), ...chunks]) socket.write(chunk);
  return socket;
}

/** Sends a body chunk by chunk: in chunked transfer encoding unless its length is announced. */
export async function sendChunks(
  port: number,
  head: Head,
  chunks: Iterable<Buffer>,
): Promise<{ status: number; text: string }> {
  const isAnnounced = "content-length" in head.headers;
  const encoded = function* (): Generator<string | Buffer> {
    for (const chunk of chunks) {
      if (isAnnounced) yield chunk;
      else yield Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
    }
    if (!isAnnounced) yield "0\r\n\r\n";
  };
  const headers = isAnnounced ? head.headers : { ...head.headers, "transfer-encoding": "chunked" };
  const answer = await exchange(port, [headOf({ ...head, headers })], encoded());
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), text: answer };
}
