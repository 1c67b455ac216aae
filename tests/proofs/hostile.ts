import { fork } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, migrateDatabase, openDatabase } from "#db/open";
import { addSubmitters } from "../bench/data";
import { percentile } from "../bench/measure";
import { PASSWORD } from "../support/cast";
import { hashForServer } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import type { Finding } from "./proof";

interface Sizes {
  signIns: number;
  /** Connections that send one sign-in after another. */
  floodConnections: number;
  /** Connections that send only the beginning of a sign-in. */
  halfOpenConnections: number;
}

const FULL_SIZE: Sizes = { signIns: 100, floodConnections: 50, halfOpenConnections: 4_000 };

/** The service's own bcrypt cost. */
const COST = 12;
const BOUND_MILLISECONDS = 2_000;
const GIVE_UP_MILLISECONDS = 10_000;
/** Gives the flood time to build up. */
const HEAD_START_MILLISECONDS = 3_000;
/** The pause between honest sign-ins. */
const PACE_MILLISECONDS = 100;
const honestAddress = (index: number) => `127.0.1.${index + 1}`;

/** How the server learns clients' addresses: from their connections, or from a proxy. */
interface Route {
  name: string;
  hops: number;
}
const ROUTES: readonly Route[] = [
  { name: "directly", hops: 0 },
  { name: "behind a proxy", hops: 1 },
];

/** One address floods sign-in with made-up emails and half-open connections while others sign in. */
export async function* proveHostile(sizes = FULL_SIZE): AsyncIterable<Finding> {
  for (const route of ROUTES) yield* proveRoute(route, sizes);
}

async function* proveRoute({ name, hops }: Route, sizes: Sizes): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openDatabase(place.settings.DATABASE_PATH);
  migrateDatabase(db);
  addSubmitters(db, sizes.signIns);
  db.$client.prepare("UPDATE user SET password_hash = ?").run(await hashForServer(db, COST));
  closeDatabase(db);
  const settings = { ...place.settings, TRUSTED_PROXY_HOPS: String(hops) };
  const server = await startServer(PORTAL, settings, join(place.folder, "log"));
  const flood = startFlood(server.port, hops, sizes);
  try {
    await pause(HEAD_START_MILLISECONDS);
    const waits: number[] = [];
    const connects: number[] = [];
    const failures = new Set<number | string>();
    for (let index = 0; index < sizes.signIns; index += 1) {
      const client = { port: server.port, address: honestAddress(index), hops };
      const { outcome, connected, wait } = await signIn(client, `bench-${index}@example.com`);
      connects.push(connected);
      if (outcome === 200) waits.push(wait);
      else failures.add(outcome);
      await pause(PACE_MILLISECONDS);
    }
    const { statuses, closed } = await flood.end();
    const within = waits.filter((wait) => wait <= BOUND_MILLISECONDS).length;
    const others = failures.size > 0 ? `; others ${[...failures].join(", ")}` : "";
    const figures = `median ${percentile(waits, 0.5).toFixed(0)} ms, slowest ${Math.max(...waits).toFixed(0)} ms`;
    yield {
      what: `sign-ins of others, ${name}, while one address floods`,
      figure: `${waits.length} of ${sizes.signIns} signed in${others}; ${within} within 2 s (${figures})`,
      bound: "all, and 99 of 100 within 2 s",
      holds: waits.length === sizes.signIns && within >= Math.floor(sizes.signIns * 0.99),
    };
    const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    yield {
      what: `  the flood, ${name}`,
      figure: `${counts.join(", ")}; ${closed} closed; others connected in ${Math.max(...connects).toFixed(0)} ms at most`,
      bound: "-",
      holds: true,
    };
  } finally {
    flood.kill();
    await server.stop();
    place.remove();
  }
}

interface Client {
  port: number;
  address: string;
  hops: number;
}

interface SignIn {
  /** The status, or what went wrong. */
  outcome: number | string;
  /** Milliseconds until it was connected. */
  connected: number;
  /** Milliseconds until the response was complete. */
  wait: number;
}

/** Signs in on a separate connection. */
function signIn({ port, address, hops }: Client, email: string): Promise<SignIn> {
  const body = JSON.stringify({ email, password: PASSWORD });
  const started = performance.now();
  let connected = Number.NaN;
  return new Promise((resolve) => {
    const end = (outcome: number | string) => resolve({ outcome, connected, wait: performance.now() - started });
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        // A proxy connects from its own address and forwards the client's.
        localAddress: hops === 0 ? address : "127.0.0.1",
        method: "POST",
        path: "/api/session",
        agent: false,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(hops > 0 && { "x-forwarded-for": address }),
        },
        timeout: GIVE_UP_MILLISECONDS,
      },
      (response: IncomingMessage) => {
        response.resume().once("end", () => end(response.statusCode ?? 0));
      },
    );
    sent.once("socket", (socket) =>
      socket.once("connect", () => {
        connected = performance.now() - started;
      }),
    );
    sent.once("timeout", () => sent.destroy(new Error("no response")));
    sent.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.end(body);
  });
}

/** Starts the flood in a separate process. */
function startFlood(port: number, hops: number, { floodConnections, halfOpenConnections }: Sizes) {
  const figures = [port, hops, floodConnections, halfOpenConnections].map(String);
  const flood = fork("tests/proofs/hostile-flood.ts", figures, { execArgv: ["--import", "tsx"] });
  return {
    /** Stops it. @returns the count of each status, and the number of closed connections */
    async end() {
      const reply = once(flood, "message");
      flood.send("stop");
      const [counts] = (await reply) as [{ statuses: Record<string, number>; closed: number }];
      return counts;
    },
    kill: () => flood.kill(),
  };
}
