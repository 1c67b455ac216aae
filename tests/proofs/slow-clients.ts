import { connect, type Socket } from "node:net";

/** A slow connection and what it received. */
interface SlowClient {
  socket: Socket;
  response: string;
  isClosed: boolean;
}

export interface SlowClients {
  /** Clients that send a request's head line by line and never finish it. */
  heads: SlowClient[];
  /** Clients that send a body byte by byte. */
  bodies: SlowClient[];
  /** Clients that request a large file and read nothing. */
  readers: SlowClient[];
  hangUp(): void;
}

const DRIP_MILLISECONDS = 1_000;
const HOST = "Host: portal.test\r\n";
/** Each client has one of many addresses, through a trusted proxy, because a single address would exceed its limit. */
const client = (index: number) => `X-Forwarded-For: 203.0.113.${index % 250}\r\n`;

function open(port: number, first: string): SlowClient {
  const socket = connect(port, "127.0.0.1");
  const client = { socket, response: "", isClosed: false };
  socket.on("error", () => {});
  socket.once("close", () => {
    client.isClosed = true;
  });
  socket.write(first);
  return client;
}

function listening(client: SlowClient): SlowClient {
  client.socket.on("data", (chunk: Buffer) => {
    client.response += chunk.toString("latin1");
  });
  return client;
}

/**
 * One in this many clients is a reader. The system buffers megabytes for each reader, and more readers would fill its memory.
 */
const CLIENTS_PER_READER = 10;

/** Opens `count` slow clients, a tenth of them readers. They continue until `hangUp`. */
export function openSlowClients(port: number, count: number, file: { path: string; cookie: string }): SlowClients {
  const readerCount = Math.floor(count / CLIENTS_PER_READER);
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
