import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request as send } from "node:http";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { closeDatabase } from "#db/open";
import { percentile } from "../bench/measure";
import { PEOPLE, type PersonKey } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { fillLedger, type LedgerSize } from "./cost-ledger";
import { type HostileRequest, hostileTo, hostileToAll, TARGETS } from "./cost-requests";
import type { Finding } from "./proof";

interface Sizes {
  ledger: LedgerSize;
  /** The people who send requests, besides visitors. */
  people: readonly PersonKey[];
  /** Sends only every n-th request. */
  every: number;
}

const FULL_SIZE: Sizes = {
  ledger: { publications: 1_000, records: 1_000, administration: 10_000, each: 1_500, events: 2_000 },
  people: PEOPLE.filter((person) => !["bravoPoc", "borealisAdmin"].includes(person)),
  every: 1,
};

/** The most that one request may add to another's wait. */
const WAIT_MILLISECONDS = 50;
/**
 * Repeats measurements above this, and takes the lowest. An expensive request blocks the server every time, but other work
 * of the machine does not.
 */
const CONFIRMED_FROM_MILLISECONDS = 20;
const CONFIRMATIONS = 6;
const BASELINE_ROUNDS = 200;
/** Clears the rate limits after this many requests, because they would refuse what we want to measure. */
const FORGET_EVERY = 20;

interface Worst {
  sent: number;
  milliseconds: number;
  request: string;
}

/**
 * Sends expensive requests to every route, anonymously and as each role. A separate process measures how long another
 * request waits meanwhile.
 */
export async function* proveCost({ ledger, people, every } = FULL_SIZE): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  fillLedger(db, ledger);
  closeDatabase(db);
  const settings = { ...place.settings, TRUSTED_PROXY_HOPS: "1" };
  const server = await startServer(PORTAL, settings, join(place.folder, "log"));
  const limits = new Sqlite(place.settings.DATABASE_PATH, { timeout: 5_000 });
  const asker = fork("tests/proofs/cost-asker.ts", [`${server.origin}/healthz`], { execArgv: ["--import", "tsx"] });
  try {
    const wait = waitingDuring(asker);
    const idle: number[] = [];
    for (let round = 0; round < BASELINE_ROUNDS; round += 1) idle.push(await wait(async () => {}));
    const baseline = percentile(idle, 0.5);

    const worst = new Map<string, Worst>();
    let count = 0;
    const clearLimits = limits.prepare("DELETE FROM rate_limit_attempt");
    const measure = (request: HostileRequest, token: string | undefined) =>
      wait(async () => {
        count += 1;
        if (count % FORGET_EVERY === 0) clearLimits.run();
        await ask(server, request, token, count);
      });
    let number = 0;
    for (const [person, request] of requestsOf(people)) {
      number += 1;
      if (number % every !== 0) continue;
      const token = person && tokens[person];
      let milliseconds = (await measure(request, token)) - baseline;
      for (let again = 0; milliseconds > CONFIRMED_FROM_MILLISECONDS && again < CONFIRMATIONS; again += 1) {
        milliseconds = Math.min(milliseconds, (await measure(request, token)) - baseline);
      }
      const before = worst.get(request.kind) ?? { sent: 0, milliseconds: 0, request: "" };
      const isWorse = milliseconds > before.milliseconds;
      const { method, path, body = "" } = request;
      const described = `${method} ${path.slice(0, 70)} ${body.slice(0, 30)} as ${person ?? "anonymous"}`;
      if (milliseconds > WAIT_MILLISECONDS)
        process.stderr.write(`${milliseconds.toFixed(0)} ms: ${request.kind}: ${described}\n`);
      worst.set(request.kind, {
        sent: before.sent + 1,
        milliseconds: Math.max(milliseconds, before.milliseconds),
        request: isWorse ? described : before.request,
      });
    }
    for (const [kind, { sent, milliseconds, request }] of worst) {
      yield {
        what: `another request's wait during ${kind}`,
        figure: `${milliseconds.toFixed(0)} ms at most for ${sent} requests (${request})`,
        bound: `at most ${WAIT_MILLISECONDS} ms`,
        holds: milliseconds <= WAIT_MILLISECONDS,
      };
    }
  } finally {
    asker.kill();
    limits.close();
    await server.stop();
    place.remove();
  }
}

/** All requests and who sends them. A generator, because all bodies together would fill the memory. */
function* requestsOf(people: readonly PersonKey[]): Generator<[PersonKey | undefined, HostileRequest]> {
  for (const person of [undefined, ...people]) {
    for (const target of TARGETS) for (const request of hostileTo(target)) yield [person, request];
    for (const request of hostileToAll()) yield [person, request];
  }
}

/** @returns a function that does some work and returns the asker's longest wait meanwhile, in milliseconds */
function waitingDuring(asker: ReturnType<typeof fork>) {
  const reply = async () => (await once(asker, "message"))[0];
  return async (work: () => Promise<void>): Promise<number> => {
    const begun = reply();
    asker.send("begin");
    await begun;
    await work();
    const longest = reply();
    asker.send("end");
    return Number(await longest);
  };
}

const agent = new Agent({ keepAlive: true });
const RESPONSE_MILLISECONDS = 30_000;

/** Sends a request and reads its response, whatever the status. Each comes from another address. */
async function ask(
  { port }: RunningServer,
  { method, path, headers, body }: HostileRequest,
  token: string | undefined,
  number: number,
): Promise<void> {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const cookie = token && `session=${token}${headers?.cookie ? `; ${headers.cookie}` : ""}`;
  await new Promise<void>((resolve) => {
    const sending = send(
      {
        port,
        method,
        path,
        agent,
        timeout: RESPONSE_MILLISECONDS,
        headers: {
          "x-forwarded-for": address,
          ...headers,
          ...(cookie && { cookie }),
          ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.resume();
        response.once("close", resolve);
      },
    );
    sending.once("error", () => resolve());
    sending.once("timeout", () => sending.destroy());
    sending.end(body);
  });
}
