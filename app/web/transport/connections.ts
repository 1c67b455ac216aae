import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "~/settings.server";
import { addressGroup } from "~/values/address-group";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "~/values/errors";
import { CONNECTIONS } from "~/values/limits";
import { apiSecurityHeaders } from "./security-headers";
import { createShares } from "./shares";

/** A path that cannot be decoded, and so is refused as malformed. */
const MALFORMED_ADDRESS = "/%";
/** A host that is none, and so is refused as malformed. */
const MALFORMED_HOST = "/";

/** How Node's server reads requests. It is strict whatever the flags of the process say. */
export const CONNECTION_OPTIONS: ServerOptions = {
  insecureHTTPParser: false,
  maxHeaderSize: CONNECTIONS.headerBytes,
  headersTimeout: CONNECTIONS.headersMilliseconds,
  requestTimeout: CONNECTIONS.requestMilliseconds,
  keepAliveTimeout: CONNECTIONS.idleMilliseconds,
  connectionsCheckingInterval: CONNECTIONS.checkMilliseconds,
};

/**
 * Bounds a server's connections, and answers in the API's form what Node, or srvx above it, would answer bare or not at
 * all.
 */
export function guardConnections(server: Server, settings: Settings): void {
  const headers = Object.entries({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...Object.fromEntries(apiSecurityHeaders(settings)),
    connection: "close",
  });
  /** Answers where nothing has been made of a request, and closes its connection. */
  const refuse = (socket: Duplex, code: ErrorCode) => {
    distrusted.add(socket);
    if (!socket.writable) return;
    const body = JSON.stringify({ error: ERROR_MESSAGE[code] });
    const lines = [...headers, ["content-length", body.length]].map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${ERROR_STATUS[code]} ${STATUS_CODES[ERROR_STATUS[code]]}\r\n${lines.join("")}\r\n${body}`);
  };

  server.maxConnections = CONNECTIONS.max;
  if (settings.trustedProxyHops === 0) limitEachAddress(server);
  server.timeout = CONNECTIONS.silentMilliseconds;
  // Without this Node leaves out those above 2,000 and says nothing; `headFault` refuses them.
  server.maxHeadersCount = 0;
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    answers.set(request.socket, response);
    const { url = "/", headers } = request;
    // An address of another scheme, or one that is none, and a host that looks like one but is none: a port above 65535,
    // 256.0.0.1.
    const isAbsolute = /^https?:\/\//i.test(url) && URL.canParse(url);
    if (!url.startsWith("/") && url !== "*" && !isAbsolute) request.url = MALFORMED_ADDRESS;
    if (headers.host && !URL.canParse(`http://${headers.host}`)) headers.host = MALFORMED_HOST;
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answers.get(socket);
    // What is wrong came behind an answer that is on its way: nothing may be written into the midst of it.
    if (answer?.headersSent && !answer.writableFinished) socket.destroy();
    else refuse(socket, CLIENT_ERRORS[error.code ?? ""] ?? "invalid_request");
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => refuse(socket, "method_not_allowed"));
  server.on("checkExpectation", ({ socket }: IncomingMessage) => refuse(socket, "expectation_failed"));
}

/**
 * Closes the connections of an address that has enough of them, as they come, so that one client cannot take all that
 * there are. Behind a trusted proxy every connection is the proxy's own; requests are counted there instead.
 */
function limitEachAddress(server: Server): void {
  const connections = createShares(CONNECTIONS.maxPerAddress);
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    const group = addressGroup(remoteAddress ?? "");
    const release = remoteAddress === undefined ? null : connections.take(group);
    if (!release) {
      crowded.set(group, performance.now());
      socket.destroy();
      return;
    }
    socket.once("close", () => {
      release();
      crowded.delete(group);
    });
  });
}

/** When a connection of an address was last refused, for as long as the address keeps all that it has. */
const crowded = new Map<string, number>();

/** Waits while more connections of an address arrive than it may have, so that those of others are accepted. */
export async function untilCalm(address: string | undefined): Promise<void> {
  if (crowded.size === 0 || address === undefined) return;
  const { calmMilliseconds, mostMilliseconds } = CONNECTIONS.crowded;
  const group = addressGroup(address);
  for (let waited = 0; waited < mostMilliseconds; waited += calmMilliseconds) {
    const refusedAt = crowded.get(group);
    if (refusedAt === undefined || performance.now() - refusedAt >= calmMilliseconds) return;
    await pause(calmMilliseconds);
  }
}

const CLIENT_ERRORS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
};

type Head = Pick<IncomingMessage, "socket" | "headers" | "rawHeaders" | "httpVersionMajor" | "url">;

/** Connections that sent a head at fault. */
const distrusted = new WeakSet<Duplex>();

/**
 * Lets nothing more come of a connection: whoever stands in front may have taken the end of one request for the
 * beginning of another.
 */
export function distrust({ socket }: Pick<Head, "socket">): void {
  distrusted.add(socket);
}

/** What is wrong with the head of a request that Node lets pass, or with one before it on its connection; or null. */
export function headFault({ socket, headers, rawHeaders, httpVersionMajor, url = "/" }: Head): string | null {
  if (distrusted.has(socket)) return "An earlier request on this connection was malformed";
  if (httpVersionMajor !== 1) return "Only HTTP/1.0 and HTTP/1.1 are supported";
  if (rawHeaders.length > 2 * CONNECTIONS.headers) return `More than ${CONNECTIONS.headers} headers are too many`;
  const encoding = headers["transfer-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "chunked")
    return "The only supported Transfer-Encoding is chunked";
  if (headers.host === "" || hosts(rawHeaders) > 1) return "The Host header is empty or repeated";
  if (url.startsWith("/") || url === "*") return null;
  const thisHost = `http://${headers.host}`;
  if (!URL.canParse(url) || !URL.canParse(thisHost)) return "The address is invalid";
  const { host, username, password } = new URL(url);
  const isThisHost = host === new URL(thisHost).host && username === "" && password === "";
  return isThisHost ? null : "The address belongs to another host";
}

function hosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}
