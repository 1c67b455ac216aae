import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/*
 * A program of its own, so that no work of the proof counts as waiting: one hostile address. It sends sign-ins with
 * made-up emails on so many connections, each the next as soon as the last is answered, and keeps so many more
 * connections half open. Told to stop, it reports how often each status was answered, and how many were closed.
 */

const [port, hops, floodConnections, halfOpenConnections] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
];
const HOSTILE = "127.0.0.66";
const REFILL_MILLISECONDS = 10_000;
/** Before it connects again where it was cut off. */
const RETRY_MILLISECONDS = 50;
const HALF = "POST /login HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 9\r\n";

const answers: Record<string, number> = {};
const halfOpen = new Set<Socket>();
let sent = 0;
let closed = 0;

// A proxy connects from its own address, and names its client's.
const open = () => connect({ port, host: "127.0.0.1", localAddress: hops === 0 ? HOSTILE : "127.0.0.1" });

function nextSignIn(): string {
  sent += 1;
  const body = JSON.stringify({ email: `made-up-${sent}@example.com`, password: "Made-Up-Horse-7-Battery" });
  const forwarded = hops === 0 ? "" : `X-Forwarded-For: ${HOSTILE}\r\n`;
  const head = `POST /api/session HTTP/1.1\r\nHost: portal.test\r\n${forwarded}Content-Type: application/json\r\n`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends one sign-in after another. Each answer is small, and arrives whole. */
function flood(): void {
  const socket = open();
  socket.on("data", (chunk) => {
    const status = chunk.toString("latin1", 9, 12);
    answers[status] = (answers[status] ?? 0) + 1;
    socket.write(nextSignIn());
  });
  socket.on("error", () => {});
  socket.once("close", async () => {
    closed += 1;
    await pause(RETRY_MILLISECONDS);
    flood();
  });
  socket.write(nextSignIn());
}

function openHalf(): void {
  const socket = open();
  halfOpen.add(socket);
  socket.on("error", () => {});
  socket.resume().once("close", () => {
    closed += 1;
    halfOpen.delete(socket);
  });
  socket.write(HALF);
}

// Behind a proxy nobody holds a connection half open but the proxy.
const refill = () => {
  while (hops === 0 && halfOpen.size < halfOpenConnections) openHalf();
};

for (let count = 0; count < floodConnections; count += 1) flood();
refill();
setInterval(refill, REFILL_MILLISECONDS);
process.once("message", () => process.send?.({ answers, closed }, () => process.exit()));
