import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, migrateDatabase, openDatabase } from "#db/open";
import { addSubmitters } from "../bench/data";
import { PASSWORD } from "../support/cast";
import { hashForServer } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import type { Finding } from "./proof";

interface Sizes {
  signIns: number;
  /** Connections that send one sign-in after another. */
  floodConnections: number;
  /** Connections that send the beginning of a sign-in, and nothing more. */
  halfOpenConnections: number;
}

const WHOLE: Sizes = { signIns: 100, floodConnections: 50, halfOpenConnections: 4_000 };

/** As the service hashes by itself. */
const COST = 12;
const BOUND_MILLISECONDS = 2_000;
const GIVE_UP_MILLISECONDS = 10_000;
/** In which the flood fills what it can. */
const HEAD_START_MILLISECONDS = 3_000;
/** The flood shares the machine's cores with the server, so it leaves some of their time: 1,000 requests a second at most. */
const FLOOD_PAUSE_MILLISECONDS = 50;
const REFILL_MILLISECONDS = 10_000;
const HOSTILE = "127.0.0.66";
const honestAddress = (index: number) => `127.0.1.${index + 1}`;

/** How the addresses of clients reach the server: as those of their connections, or as a proxy tells them. */
interface Way {
  name: string;
  hops: number;
}
const WAYS: readonly Way[] = [
  { name: "directly", hops: 0 },
  { name: "behind a proxy", hops: 1 },
];

/** One address floods sign-in with made-up emails and half-open connections while others sign in. */
export async function* proveHostile(sizes = WHOLE): AsyncIterable<Finding> {
  for (const way of WAYS) yield* proveWay(way, sizes);
}

async function* proveWay({ name, hops }: Way, sizes: Sizes): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openDatabase(place.settings.DATABASE_PATH);
  migrateDatabase(db);
  addSubmitters(db, sizes.signIns);
  db.$client.prepare("UPDATE user SET password_hash = ?").run(await hashForServer(db, COST));
  closeDatabase(db);
  const settings = { ...place.settings, TRUSTED_PROXY_HOPS: String(hops) };
  const server = await startServer(PORTAL, settings, join(place.folder, "log"));
  const flood = startFlood(server.port, sizes, hops);
  try {
    await pause(HEAD_START_MILLISECONDS);
    const waits: number[] = [];
    const failures: string[] = [];
    for (let index = 0; index < sizes.signIns; index += 1) {
      const client = { port: server.port, localAddress: honestAddress(index), hops };
      const started = performance.now();
      const outcome = await signIn(client, `bench-${index}@example.com`, PASSWORD);
      if (outcome === 200) waits.push(performance.now() - started);
      else failures.push(String(outcome));
    }
    const sorted = waits.toSorted((one, other) => one - other);
    const within = sorted.filter((wait) => wait <= BOUND_MILLISECONDS).length;
    const told = failures.length > 0 ? `; others ${[...new Set(failures)].join(", ")}` : "";
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const figures = `median ${median.toFixed(0)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
    yield {
      what: `sign-ins of others, ${name}, while one address floods`,
      figure: `${waits.length} of ${sizes.signIns} let in${told}; ${within} within 2 s (${figures})`,
      bound: "all, and 99 of 100 within 2 s",
      holds: waits.length === sizes.signIns && within >= Math.floor(sizes.signIns * 0.99),
    };
    const { answers, closed } = flood.counts();
    yield {
      what: `  the flood, ${name}`,
      figure: `${[...answers].map(([status, count]) => `${count} times ${status}`).join(", ")}; ${closed} closed`,
      bound: "-",
      holds: true,
    };
  } finally {
    flood.stop();
    await server.stop();
    place.remove();
  }
}

interface Client {
  port: number;
  localAddress: string;
  hops: number;
  agent?: Agent;
}

/** Signs in on a connection of its own, unless an agent is given. @returns the status, or what went wrong. */
function signIn({ port, localAddress, hops, agent }: Client, email: string, password: string) {
  const body = JSON.stringify({ email, password });
  return new Promise<number | string>((resolve) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        // A proxy connects from its own address, and names its client's.
        localAddress: hops === 0 ? localAddress : "127.0.0.1",
        method: "POST",
        path: "/api/session",
        agent: agent ?? false,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(hops > 0 && { "x-forwarded-for": localAddress }),
        },
        timeout: GIVE_UP_MILLISECONDS,
      },
      (response: IncomingMessage) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("no answer")));
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}

/** Sends what one hostile address can, until it is stopped. */
function startFlood(port: number, { floodConnections, halfOpenConnections }: Sizes, hops: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: floodConnections });
  const answers = new Map<number | string, number>();
  const halfOpen = new Set<Socket>();
  let closed = 0;
  let sent = 0;
  let isOver = false;
  const floodOn = async () => {
    while (!isOver) {
      sent += 1;
      const client = { port, localAddress: HOSTILE, hops, agent };
      const status = await signIn(client, `made-up-${sent}@example.com`, "Made-Up-Horse-7-Battery");
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await pause(FLOOD_PAUSE_MILLISECONDS);
    }
  };
  const openHalf = () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: HOSTILE });
    halfOpen.add(socket);
    socket.on("error", () => {});
    socket.resume().once("close", () => {
      closed += 1;
      halfOpen.delete(socket);
    });
    socket.write("POST /login HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 9\r\n");
  };
  // Behind a proxy nobody holds a connection half open but the proxy.
  const refill = () => {
    while (hops === 0 && halfOpen.size < halfOpenConnections) openHalf();
  };
  for (let count = 0; count < floodConnections; count += 1) void floodOn();
  refill();
  const timer = setInterval(refill, REFILL_MILLISECONDS);
  return {
    counts: () => ({ answers, closed }),
    stop() {
      isOver = true;
      clearInterval(timer);
      agent.destroy();
      for (const socket of halfOpen) socket.destroy();
    },
  };
}
