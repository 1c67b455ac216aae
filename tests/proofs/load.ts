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
  /** Long enough for the server to close connections that send no head or read nothing. */
  slowMilliseconds: number;
  signIns: number;
  signInRounds: number;
  uploads: number;
  uploadBytes: number;
  uploadRounds: number;
}

const FULL_SIZE: Sizes = {
  slowConnections: 500,
  // Twice, because bytes in the system's buffers count as read.
  slowMilliseconds: 2 * CONNECTIONS.silentMilliseconds + 2 * CONNECTIONS.checkMilliseconds,
  signIns: 200,
  signInRounds: 5,
  uploads: 20,
  uploadBytes: LIMITS.fileBytes,
  uploadRounds: 2,
};
/** A first run, so that what every process allocates once does not count as growth. */
const WARM_UP: Sizes = { ...FULL_SIZE, slowMilliseconds: 5_000, signInRounds: 1, uploadRounds: 1 };

/** The service's own bcrypt cost. */
const COST = 12;
const OPEN_CALLS = 50;
const SETTLING_MILLISECONDS = 10_000;
/** How much memory may grow after the first run. */
const GROWTH_MEGABYTES = 32;
/** Time for idle readers to see that their connection is closed. */
const READING_MILLISECONDS = 10_000;
const FEED = "/api/portal/calls";

interface Loaded {
  server: RunningServer;
  tokens: readonly string[];
  file: { path: string; cookie: string };
}

/**
 * Opens many slow connections, then sends many sign-ins and many uploads at once. The public feed must stay fast meanwhile.
 */
export async function* proveLoad(sizes = FULL_SIZE, warmUp = WARM_UP): AsyncIterable<Finding> {
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
      what: "memory after a second run",
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
  // In less time, the server closes no connections.
  if (sizes.slowMilliseconds > 2 * CONNECTIONS.silentMilliseconds) yield* proveTimeouts(clients, sizes.uploadBytes);
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
    what: "sign-ins that succeeded or were asked to wait",
    figure: `${admitted} succeeded, ${refused} asked to wait`,
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
        const responses = await Promise.all(
          tokens.slice(0, sizes.uploads).map((token) => upload(server, token, bytes)),
        );
        statuses.push(...responses.map(({ status }) => status));
      }
      return statuses;
    },
  );
  yield uploads.finding;
  const accepted = uploads.result.filter((status) => status === 201).length;
  yield {
    what: "accepted uploads",
    figure: `${accepted} of ${uploads.result.length}`,
    bound: "all",
    holds: accepted === uploads.result.length,
  };
}

/** Checks that the server closed the connections that took too long. */
async function* proveTimeouts({ heads, readers }: SlowClients, fileBytes: number): AsyncIterable<Finding> {
  for (const { socket } of readers) socket.resume();
  await pause(READING_MILLISECONDS);
  const late = heads.filter(({ response, isClosed }) => isClosed && isTimeout(response)).length;
  const cut = readers.filter(({ socket, isClosed }) => isClosed && socket.bytesRead < fileBytes).length;
  for (const [what, count, all] of [
    ["slow heads got a 408 and were closed", late, heads.length],
    ["idle readers were cut off", cut, readers.length],
  ] as const) {
    yield { what: `  ${what}`, figure: `${count} of ${all}`, bound: "all", holds: count === all };
  }
}

const isTimeout = (response: string) => response.startsWith("HTTP/1.1 408 ") && response.includes('{"error"');

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
