import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/*
 * One hostile address, as a separate program so that the proof's own work does not count as waiting. On each of its flood
 * connections, it sends sign-ins with made-up emails one after another. It also keeps many connections half open. When
 * stopped, it reports how often it got each status and how many connections were closed.
 */

const [port, hops, floodConnections, halfOpenConnections] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
];
const HOSTILE = "127.0.0.66";
const REFILL_MILLISECONDS = 10_000;
/** The pause before it reconnects. */
const RETRY_MILLISECONDS = 50;
const HALF = "POST /login HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 9\r\n";

const statuses: Record<string, number> = {};
const halfOpen = new Set<Socket>();
let sent = 0;
let closed = 0;

// A proxy connects from its own address and forwards the client's.
const open = () => connect({ port, host: "127.0.0.1", localAddress: hops === 0 ? HOSTILE : "127.0.0.1" });

function nextSignIn(): string {
  sent += 1;
  const body = JSON.stringify({ email: `made-up-${sent}@example.com`, password: "Made-Up-Horse-7-Battery" });
  const forwarded = hops === 0 ? "" : `X-Forwarded-For: ${HOSTILE}\r\n`;
  const head = `POST /api/session HTTP/1.1\r\nHost: portal.test\r\n${forwarded}Content-Type: application/json\r\n`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends one sign-in after another. Each response is small enough to arrive in one piece. */
function flood(): void {
  const socket = open();
  socket.on("data", (chunk) => {
    const status = chunk.toString("latin1", 9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
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

// Behind a proxy, only the proxy could hold connections half open.
const refill = () => {
  while (hops === 0 && halfOpen.size < halfOpenConnections) openHalf();
};

for (let count = 0; count < floodConnections; count += 1) flood();
refill();
setInterval(refill, REFILL_MILLISECONDS);
process.once("message", () => process.send?.({ statuses, closed }, () => process.exit()));
