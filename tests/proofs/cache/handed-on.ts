import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startNginx } from "../../support/nginx";
import { exchangeRaw } from "../../support/raw-exchange";
import { MALFORMED, type MalformedRequest, WITH_A_REQUEST_IN_THE_BODY } from "../malformed-requests";
import { ask } from "./ask";
import type { Site } from "./site";

/* What nginx hands on to the server: each request once, and read as nginx read it. */

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Keeps connections to the server. nginx repeats only requests on those, and an operator may want them. */
export const keeping = (configuration: string): string =>
  configuration
    .replace(/^( {2}server .*;)$/m, "$1\n  keepalive 4;")
    .replace(/^( {2}proxy_http_version 1.1;)$/m, '$1\n  proxy_set_header Connection "";');

/** The same, without what keeps nginx from repeating them. */
export const repeating = (configuration: string): string =>
  keeping(configuration).replace(/^ {2}proxy_next_upstream off;.*\n/m, "");

/**
 * Puts a server behind nginx, and breaks the connection off instead of responding to a second request.
 * @param change of nginx's configuration
 * @returns how often the server got each of these second requests
 */
export async function timesSent(change?: (configuration: string) => string): Promise<Record<string, number>> {
  const times: Record<string, number> = Object.fromEntries(METHODS.map((method) => [method, 0]));
  const server = createServer((request, response) => {
    if (request.url !== "/second") {
      response.end("first");
      return;
    }
    times[request.method ?? ""] = (times[request.method ?? ""] ?? 0) + 1;
    request.socket.destroy();
  });
  const nginx = await startNginx(await listen(server), change);
  try {
    for (const method of METHODS) {
      await ask(nginx.port, { path: "/first" });
      await ask(nginx.port, { method, path: "/second", ...(method === "GET" ? {} : { body: "x" }) });
    }
  } finally {
    await nginx.stop();
    server.close();
    server.closeAllConnections();
  }
  return times;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const CLOSING_MILLISECONDS = 1_500;
const SETTLING_MILLISECONDS = 200;
/** What the requests hide, in the server's log. */
const HIDDEN_PATH = '"path":"/api/analytics/pageview"';
const AFTERWARD = 100;

export interface Ambiguous {
  sent: number;
  responses: number;
  /** How many requests the server got for them. More than the responses would mean that it found some in others. */
  got: number;
  /** How many it found in the bodies of others. */
  hidden: number;
  /** Later requests that got another one's response. */
  mixedUp: number;
}

/** Sends requests that can be read in two ways, and requests with another one in their body. */
export async function sendAmbiguous(site: Site): Promise<Ambiguous> {
  const { nginx, place } = site;
  const logged = () => readFileSync(join(place.folder, "log"), "utf8").split("\n");
  const send = async (requests: readonly MalformedRequest[]) => {
    const before = logged().length;
    const answers = await Promise.all(
      requests.map(({ bytes }) => exchangeRaw(nginx.port, [bytes], CLOSING_MILLISECONDS)),
    );
    await pause(SETTLING_MILLISECONDS);
    const lines = logged().slice(before - 1);
    return {
      responses: answers.reduce((sum, { response }) => sum + (response.match(/^HTTP\/1\.1 \d{3} /gm)?.length ?? 0), 0),
      got: lines.filter((line) => line.includes('"msg":"request"')).length,
      hidden: lines.filter((line) => line.includes(HIDDEN_PATH)).length,
    };
  };
  const malformed = await send(MALFORMED);
  const inBodies = await send(WITH_A_REQUEST_IN_THE_BODY);
  const later = await Promise.all(
    Array.from({ length: AFTERWARD }, async (_unused, index) => {
      const visitor = { name: "", cookie: "a=b", from: `127.0.2.${index + 1}` };
      const { text } = await site.ask(visitor, { path: `/login?redirectTo=/gov/${index}x` });
      return text.includes(`/gov/${index}x`);
    }),
  );
  return {
    sent: MALFORMED.length + WITH_A_REQUEST_IN_THE_BODY.length,
    responses: malformed.responses + inBodies.responses,
    got: malformed.got + inBodies.got,
    hidden: inBodies.hidden,
    mixedUp: later.filter((isOwn) => !isOwn).length,
  };
}
