import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { FOR_EVERYONE } from "~/web/transport/caching";
import { startNginx } from "../../support/nginx";
import type { Finding } from "../proof";
import { ask } from "./ask";

/* How long nginx sends what it has stored after the server has something else, whatever the server then says. */

const PATH = "/announcements/withdrawn";
const TEXT = "what was withdrawn";
const VISITOR = "127.0.8.1";
/** Someone who sends too much, so the server keeps them waiting and then refuses. */
const HOLDER = "127.0.9.1";
const [HELD_MILLISECONDS, HOLDERS] = [1_000, 8];
const [LOOK_MILLISECONDS, LOOKING_MILLISECONDS] = [100, 5_000];
/** Of the server's times, to take less of them. */
const SHORTER = { "s-maxage": 1, "stale-while-revalidate": 1 };
const MOST_REQUESTS_UNTIL_STORED = 50;
/** One second each, and nginx counts whole seconds. */
const LONGEST_MILLISECONDS = 3_500;

/** The header of responses for everyone, with shorter times. */
function cacheControl(): string {
  const [, value = ""] = FOR_EVERYONE.find(([name]) => name === "cache-control") ?? [];
  return Object.entries(SHORTER).reduce((header, [name, seconds]) => {
    const directive = new RegExp(`(?<=[ ,]${name}=)\\d+`);
    if (!directive.test(header)) throw new Error(`The server's Cache-Control has no ${name}.`);
    return header.replace(directive, String(seconds));
  }, value);
}

/** What a server says once it has withdrawn a text. */
const AFTERWARD: Record<string, RequestListener> = {
  "while one address asks without end and the server refuses it late": (request, response) => {
    if (!String(request.headers["x-forwarded-for"]).endsWith(HOLDER)) {
      response.writeHead(404, { "cache-control": cacheControl() }).end("gone");
      return;
    }
    setTimeout(() => response.writeHead(429, { "cache-control": "private, no-store" }).end(), HELD_MILLISECONDS);
  },
  "if the server refuses everyone, because another one has taken its place": (_request, response) =>
    response.writeHead(503, { "cache-control": "private, no-store" }).end(),
  "if the server fails": (_request, response) =>
    response.writeHead(500, { "cache-control": "private, no-store" }).end(),
};

/** Withdraws a text and looks how long visitors still get it. */
export async function* outdated(): AsyncGenerator<Finding> {
  const seen = Object.entries(AFTERWARD).map(async ([when, afterward]) => ({ when, ...(await lastSeen(afterward)) }));
  for (const { when, wasStored, lastMilliseconds } of await Promise.all(seen)) {
    yield {
      what: `what was withdrawn, ${when}`,
      figure: wasStored ? `seen for ${lastMilliseconds.toFixed(0)} ms` : "it was not stored, so this tested nothing",
      bound: `at most ${LONGEST_MILLISECONDS} ms, with a header of one second for each time`,
      holds: wasStored && lastMilliseconds <= LONGEST_MILLISECONDS,
    };
  }
}

/** Asks until nginx sends what it has stored. On a busy machine, the second between two requests may already be over. */
async function isStored(port: number): Promise<boolean> {
  for (let count = 0; count < MOST_REQUESTS_UNTIL_STORED; count += 1) {
    const { cache } = await ask(port, { path: PATH, from: VISITOR });
    if (cache === "HIT") return true;
  }
  return false;
}

async function lastSeen(afterward: RequestListener): Promise<{ wasStored: boolean; lastMilliseconds: number }> {
  let isWithdrawn = false;
  const server = createServer((request, response) => {
    if (isWithdrawn) return afterward(request, response);
    response.writeHead(200, { "cache-control": cacheControl() }).end(TEXT);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const nginx = await startNginx((server.address() as AddressInfo).port);
  let isDone = false;
  const hold = async () => {
    while (!isDone) await ask(nginx.port, { path: PATH, from: HOLDER });
  };
  try {
    const wasStored = await isStored(nginx.port);
    isWithdrawn = true;
    const started = performance.now();
    const holding = Array.from({ length: HOLDERS }, hold);
    let lastMilliseconds = 0;
    for (let sent = 0; sent < LOOKING_MILLISECONDS; sent = performance.now() - started) {
      const { text } = await ask(nginx.port, { path: PATH, from: VISITOR });
      // When it was asked for. A busy machine may take its time to hand it over.
      if (text === TEXT) lastMilliseconds = sent;
      await pause(LOOK_MILLISECONDS);
    }
    isDone = true;
    await Promise.all(holding);
    return { wasStored, lastMilliseconds };
  } finally {
    isDone = true;
    await nginx.stop();
    server.close();
    server.closeAllConnections();
  }
}
