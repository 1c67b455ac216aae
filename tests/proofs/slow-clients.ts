import { connect, type Socket } from "node:net";

/** A connection that takes its time, and what has come of it. */
interface SlowClient {
  socket: Socket;
  answer: string;
  isClosed: boolean;
}

export interface SlowClients {
  /** Those that send the head of a request a line at a time, and never its end. */
  heads: SlowClient[];
  /** Those that send a body a byte at a time. */
  bodies: SlowClient[];
  /** Those that ask for a large file, and read nothing of it. */
  readers: SlowClient[];
  hangUp(): void;
}

const DRIP_MILLISECONDS = 1_000;
const HOST = "Host: portal.test\r\n";
/** Slow clients come from many addresses, through the proxy that the server trusts: one may not have so many requests. */
const client = (index: number) => `X-Forwarded-For: 203.0.113.${index % 250}\r\n`;

function open(port: number, first: string): SlowClient {
  const socket = connect(port, "127.0.0.1");
  const client = { socket, answer: "", isClosed: false };
  socket.on("error", () => {});
  socket.once("close", () => {
    client.isClosed = true;
  });
  socket.write(first);
  return client;
}

function listening(client: SlowClient): SlowClient {
  client.socket.on("data", (chunk: Buffer) => {
    client.answer += chunk.toString("latin1");
  });
  return client;
}

/**
 * On one machine the system keeps megabytes for each reader, its own and the server's; more of them would wait for the
 * system's memory, and so would everybody else.
 */
const READERS_IN = 10;

/** Opens so many in all, a tenth of them readers; they go on until they are told to hang up. */
export function openSlowClients(port: number, count: number, file: { path: string; cookie: string }): SlowClients {
  const readerCount = Math.floor(count / READERS_IN);
  const headCount = Math.floor((count - readerCount) / 2);
  const many = (length: number, make: (index: number) => SlowClient) =>
    Array.from({ length }, (_unused, index) => make(index));
  const heads = many(headCount, () => listening(open(port, `GET /api/portal/calls HTTP/1.1\r\n${HOST}`)));
  const post = (index: number) =>
    `POST /api/session HTTP/1.1\r\n${HOST}${client(index)}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"email": "`;
  const bodies = many(count - readerCount - headCount, (index) => listening(open(port, post(index))));
  const readers = many(readerCount, (index) => {
    const reader = open(port, `GET ${file.path} HTTP/1.1\r\n${HOST}${client(index)}Cookie: ${file.cookie}\r\n\r\n`);
    reader.socket.pause();
    return reader;
  });
  const drip = setInterval(() => {
    for (const { socket } of heads) if (socket.writable) socket.write("X-A: a\r\n");
    for (const { socket } of bodies) if (socket.writable) socket.write("a");
  }, DRIP_MILLISECONDS);
  return {
    heads,
    bodies,
    readers,
    hangUp() {
      clearInterval(drip);
      for (const { socket } of [...heads, ...bodies, ...readers]) socket.destroy();
    },
  };
}
