import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { byFetch, type Cast, type Send, type Writers } from "./writers";

/* Clients that read and write in turn until they are stopped, each with its own way to use connections. */

/** @param agent what keeps connections. False to open one for each request */
const byNode =
  (agent: Agent | false): Send =>
  async (sent) => {
    const body = Buffer.from(await sent.arrayBuffer());
    const headers = { ...Object.fromEntries(sent.headers), "content-length": String(body.length) };
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    request(sent.url, { method: sent.method, headers, agent }, (response) => {
      text(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    })
      .on("error", reject)
      .end(body);
    return promise;
  };

const ownConnection = () => byNode(new Agent({ keepAlive: true, maxSockets: 1 }));

/** How clients connect, and the longest pause that they make between two requests. */
export const KINDS = {
  "fetch that keeps connections": { sender: () => byFetch, pauseMilliseconds: 100 },
  "kept connections without pauses": { sender: ownConnection, pauseMilliseconds: 0 },
  "kept connections with short pauses": { sender: ownConnection, pauseMilliseconds: 2_500 },
  "kept connections with long pauses": { sender: ownConnection, pauseMilliseconds: 10_000 },
  "a connection for each request": { sender: () => byNode(false), pauseMilliseconds: 100 },
} as const satisfies Record<string, { sender: () => Send; pauseMilliseconds: number }>;

export type Kind = keyof typeof KINDS;

/** What clients read, by the API and as pages. */
const READS = ["/api/portal/calls", "/calls", "/api/gov/submissions", "/gov/submissions"];

/** What became of the requests. */
export class Outcomes {
  requests = 0;
  /** What went wrong with each request that failed. */
  readonly failures: string[] = [];
  longestMilliseconds = 0;
}

/** Reads and writes in turn until `isDone`. */
export async function useServer(
  origin: string,
  kind: Kind,
  { writers, cast, outcomes, isDone }: { writers: Writers; cast: Cast; outcomes: Outcomes; isDone: () => boolean },
): Promise<void> {
  const { sender, pauseMilliseconds } = KINDS[kind];
  const send = sender();
  const read = async (path: string) => {
    const headers = { cookie: `session=${cast.government}` };
    const { status } = await send(new Request(origin + path, { headers }));
    return status === 200 ? null : `${path}: ${status}`;
  };
  const write = async () => {
    const { outcome } = await writers.write(origin, send);
    return outcome === "201" ? null : `write: ${outcome}`;
  };
  for (let turn = 0; !isDone(); turn += 1) {
    const started = performance.now();
    const path = READS[(turn >> 1) % READS.length] ?? "/";
    const fault = await (turn % 2 === 0 ? write() : read(path).catch((error: unknown) => `${path}: ${error}`));
    outcomes.requests += 1;
    outcomes.longestMilliseconds = Math.max(outcomes.longestMilliseconds, performance.now() - started);
    if (fault !== null) outcomes.failures.push(`${kind}: ${fault}`);
    await pause(Math.random() * pauseMilliseconds);
  }
}
