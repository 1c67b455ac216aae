import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, migrateDatabase, openDatabase } from "#db/open";
import { CONNECTIONS, LIMITS, MB } from "~/values/limits";
import { addOpenCalls, addSubmitters, pdfOfSize, submissionForm } from "../bench/data";
import { residentMegabytes } from "../bench/portal-process";
import { PASSWORD } from "../support/cast";
import { hashForServer } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { feedDuring } from "./feed-during";
import { proveHostile } from "./hostile";
import type { Finding } from "./proof";
import { openSlowClients, type SlowClients } from "./slow-clients";

interface Sizes {
  slowConnections: number;
  /** Long enough that the server ends what has sent no head, and what has read nothing. */
  slowMilliseconds: number;
  signIns: number;
  signInRounds: number;
  uploads: number;
  uploadBytes: number;
  uploadRounds: number;
}

const WHOLE: Sizes = {
  slowConnections: 500,
  // Twice, since bytes that the system still took for a reader count as such.
  slowMilliseconds: 2 * CONNECTIONS.silentMilliseconds + 2 * CONNECTIONS.checkMilliseconds,
  signIns: 200,
  signInRounds: 5,
  uploads: 20,
  uploadBytes: LIMITS.fileBytes,
  uploadRounds: 2,
};
/** The same once before, so that what every process takes once is not counted as growth. */
const WARM_UP: Sizes = { ...WHOLE, slowMilliseconds: 5_000, signInRounds: 1, uploadRounds: 1 };

/** The service's own bcrypt cost. */
const COST = 12;
const OPEN_CALLS = 50;
const SETTLING_MILLISECONDS = 10_000;
/** How much memory may grow after the first run. */
const GROWTH_MEGABYTES = 32;
/** In which whoever read nothing sees that there is no more to come. */
const READING_MILLISECONDS = 10_000;
const FEED = "/api/portal/calls";

interface Loaded {
  server: RunningServer;
  tokens: readonly string[];
  file: { path: string; cookie: string };
}

/**
 * Many slow connections, many sign-ins at once, many uploads at once, while the public feed is asked: nobody waits for
 * them.
 */
export async function* proveLoad(sizes = WHOLE, warmUp = WARM_UP): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openDatabase(place.settings.DATABASE_PATH);
  migrateDatabase(db);
  addOpenCalls(db, OPEN_CALLS);
  const tokens = addSubmitters(db, Math.max(sizes.signIns, sizes.uploads));
  db.$client.prepare("UPDATE user SET password_hash = ?").run(await hashForServer(db, COST));
  closeDatabase(db);
  const server = await startServer(PORTAL, { ...place.settings, TRUSTED_PROXY_HOPS: "1" }, join(place.folder, "log"));
  try {
    const cookie = `session=${tokens[0]}`;
    const { body } = await upload(server, tokens[0] ?? "", pdfOfSize(sizes.uploadBytes));
    const file = { path: `/api/portal/submissions/${body.data.id}/file`, cookie };
    const loaded = { server, tokens, file };

    for await (const _finding of underLoad(loaded, warmUp));
    await pause(SETTLING_MILLISECONDS);
    const before = residentMegabytes(server.pid, "VmRSS");
    yield* underLoad(loaded, sizes);
    await pause(SETTLING_MILLISECONDS);
    const after = residentMegabytes(server.pid, "VmRSS");
    yield {
      what: "memory after the same again",
      figure: `${after.toFixed(0)} MB, before ${before.toFixed(0)}, most ${residentMegabytes(server.pid, "VmHWM").toFixed(0)}`,
      bound: `at most ${GROWTH_MEGABYTES} MB more`,
      holds: after - before <= GROWTH_MEGABYTES,
    };
  } finally {
    await server.stop();
    place.remove();
  }
  yield* proveHostile();
}

async function* underLoad({ server, tokens, file }: Loaded, sizes: Sizes): AsyncIterable<Finding> {
  const feed = server.origin + FEED;
  const { result: clients, finding } = await feedDuring(feed, `${sizes.slowConnections} slow connections`, async () => {
    const opened = openSlowClients(server.port, sizes.slowConnections, file);
    await pause(sizes.slowMilliseconds);
    return opened;
  });
  yield finding;
  // In less time than that nothing has come to its end.
  if (sizes.slowMilliseconds > 2 * CONNECTIONS.silentMilliseconds) yield* proveEnds(clients, sizes.uploadBytes);
  clients.hangUp();

  const signIns = await feedDuring(feed, `${sizes.signInRounds} times ${sizes.signIns} sign-ins at once`, async () => {
    const statuses: number[] = [];
    for (let round = 0; round < sizes.signInRounds; round += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: sizes.signIns }, (_, index) => signIn(server, index)))));
    }
    return statuses;
  });
  yield signIns.finding;
  const admitted = signIns.result.filter((status) => status === 200).length;
  const refused = signIns.result.filter((status) => status === 429).length;
  yield {
    what: "sign-ins that were let in, or told to wait",
    figure: `${admitted} let in, ${refused} told to wait`,
    bound: `${signIns.result.length} in all`,
    holds: admitted > 0 && admitted + refused === signIns.result.length,
  };

  const bytes = pdfOfSize(sizes.uploadBytes);
  const megabytes = Math.round(sizes.uploadBytes / MB);
  const uploads = await feedDuring(
    feed,
    `${sizes.uploadRounds} times ${sizes.uploads} uploads of ${megabytes} MB at once`,
    async () => {
      const statuses: number[] = [];
      for (let round = 0; round < sizes.uploadRounds; round += 1) {
        const answers = await Promise.all(tokens.slice(0, sizes.uploads).map((token) => upload(server, token, bytes)));
        statuses.push(...answers.map(({ status }) => status));
      }
      return statuses;
    },
  );
  yield uploads.finding;
  const taken = uploads.result.filter((status) => status === 201).length;
  yield {
    what: "uploads that were taken",
    figure: `${taken} of ${uploads.result.length}`,
    bound: "all",
    holds: taken === uploads.result.length,
  };
}

/** That the server has ended by itself what took too long. */
async function* proveEnds({ heads, readers }: SlowClients, fileBytes: number): AsyncIterable<Finding> {
  for (const { socket } of readers) socket.resume();
  await pause(READING_MILLISECONDS);
  const late = heads.filter(({ answer, isClosed }) => isClosed && isTimeout(answer)).length;
  const cut = readers.filter(({ socket, isClosed }) => isClosed && socket.bytesRead < fileBytes).length;
  for (const [what, count, all] of [
    ["slow heads answered 408 and closed", late, heads.length],
    ["those that read nothing cut off", cut, readers.length],
  ] as const) {
    yield { what: `of them, ${what}`, figure: `${count} of ${all}`, bound: "all", holds: count === all };
  }
}

const isTimeout = (answer: string) => answer.startsWith("HTTP/1.1 408 ") && answer.includes('{"error"');

async function signIn({ origin }: RunningServer, index: number): Promise<number> {
  const response = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `198.51.100.${index % 250}` },
    body: JSON.stringify({ email: `bench-${index}@example.com`, password: PASSWORD }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function upload({ origin }: RunningServer, token: string, file: Buffer) {
  const response = await fetch(`${origin}/api/portal/submissions`, {
    method: "POST",
    body: submissionForm(file),
    headers: { cookie: `session=${token}` },
  });
  return { status: response.status, body: (await response.json()) as { data: { id: string } } };
}
