import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../bench/measure";
import { startNginx } from "../support/nginx";
import { holdSocket, portalOnSocket } from "../support/passed-socket";
import { type Place, type RunningServer, startServer } from "../support/server-process";
import { type Kind, Outcomes, useServer } from "./handover-clients";
import { countRows, problemsOf } from "./ledger-problems";
import type { Finding } from "./proof";
import { makePlaceForWrites, Writers } from "./writers";

interface Sizes {
  handovers: number;
  /** How many clients there are of each kind. */
  clients: Partial<Record<Kind, number>>;
  /** The same, of clients that use the server through nginx. */
  proxied: Partial<Record<Kind, number>>;
  /** The shortest and the longest time between two handovers. */
  betweenMilliseconds: [number, number];
  /** The most that a request may wait. */
  waitMilliseconds: number;
}

const FULL_SIZE: Sizes = {
  handovers: 50,
  clients: {
    "fetch that keeps connections": 2,
    "kept connections without pauses": 2,
    "kept connections with short pauses": 16,
    "a connection for each request": 2,
  },
  proxied: { "fetch that keeps connections": 2, "kept connections with long pauses": 16 },
  betweenMilliseconds: [3_000, 6_000],
  waitMilliseconds: 15_000,
};

/** More than the clients write between two handovers. */
const WRITES_PER_HANDOVER = 2_000;

/**
 * Stops the server (SIGTERM) and starts the next one on the same socket as soon as it has ended, many times, while clients read
 * and write. This process keeps the socket, as systemd does.
 */
export async function* proveHandover(sizes = FULL_SIZE): AsyncGenerator<Finding> {
  const { handovers, clients, proxied, betweenMilliseconds, waitMilliseconds } = sizes;
  const { place, cast } = makePlaceForWrites((handovers + 1) * WRITES_PER_HANDOVER);
  const socket = await holdSocket();
  const start = () => startServer(portalOnSocket(), place.settings, undefined, socket.fd);
  let server = await start();
  const nginx = Object.keys(proxied).length > 0 ? await startNginx(server.port) : null;
  let isDone = false;
  try {
    const [writers, outcomes] = [new Writers(cast), new Outcomes()];
    const rowsBefore = countRows(place);
    const use = (origin: string, kinds: Sizes["clients"]) =>
      (Object.entries(kinds) as [Kind, number][]).flatMap(([kind, count]) =>
        Array.from({ length: count }, () => useServer(origin, kind, { writers, cast, outcomes, isDone: () => isDone })),
      );
    const using = [...use(server.origin, clients), ...(nginx ? use(nginx.origin, proxied) : [])];
    const times: Times = { stops: [], starts: [] };
    for (let done = 0; done < handovers; done += 1) {
      await pause(randomInt(...betweenMilliseconds));
      server = await handOver(server, start, times);
    }
    isDone = true;
    await Promise.all(using);
    const code = await server.stop();
    yield* findings(sizes, place, writers, outcomes, rowsBefore);
    const middle = (values: number[]) => `${percentile(values, 0.5).toFixed(0)} ms`;
    yield {
      what: "longest wait of a request",
      figure: `${outcomes.longestMilliseconds.toFixed(0)} ms; medians: a stop ${middle(times.stops)}, a start ${middle(times.starts)}`,
      bound: `at most ${waitMilliseconds} ms`,
      holds: outcomes.longestMilliseconds <= waitMilliseconds && code === 0,
    };
  } finally {
    isDone = true;
    await nginx?.stop();
    server.process.kill("SIGKILL");
    socket.close();
    place.remove();
  }
}

interface Times {
  stops: number[];
  starts: number[];
}

async function handOver(
  server: RunningServer,
  start: () => Promise<RunningServer>,
  { stops, starts }: Times,
): Promise<RunningServer> {
  const began = performance.now();
  const code = await server.stop();
  if (code !== 0) throw new Error(`The server ended with ${code}`);
  const stopped = performance.now();
  const next = await start();
  stops.push(stopped - began);
  starts.push(performance.now() - stopped);
  return next;
}

function* findings(
  { handovers }: Sizes,
  place: Place,
  { acknowledged }: Writers,
  { requests, failures }: Outcomes,
  rowsBefore: number,
): Generator<Finding> {
  yield {
    what: `requests that failed at ${handovers} handovers under load`,
    figure: `${failures.length} of ${requests}${failures.length > 0 ? `: ${failures[0]}` : ""}`,
    bound: "none",
    holds: failures.length === 0 && requests > 0,
  };
  const unexpected = countRows(place) - rowsBefore - acknowledged.length;
  const problems = [
    ...problemsOf(place, acknowledged),
    ...(unexpected === 0 ? [] : [`${unexpected} rows more than acknowledged`]),
  ];
  yield {
    what: "acknowledged writes that are lost, and others that were made",
    figure: problems[0] ?? `none of ${acknowledged.length}`,
    bound: "none",
    holds: problems.length === 0 && acknowledged.length > 0,
  };
}
