import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "~/settings.server";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "~/values/errors";
import { CONNECTIONS } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";
import { apiSecurityHeaders } from "./security-headers";
import { createShares } from "./shares";

/** A path that cannot be decoded, so that a later check refuses it. */
const MALFORMED_ADDRESS = "/%";
/** An invalid host, so that a later check refuses it. */
const MALFORMED_HOST = "/";

/** How Node's server reads requests. It is strict even if the process has a flag for lenient parsing. */
export const CONNECTION_OPTIONS: ServerOptions = {
  insecureHTTPParser: false,
  maxHeaderSize: CONNECTIONS.headerBytes,
  headersTimeout: CONNECTIONS.headersMilliseconds,
  requestTimeout: CONNECTIONS.requestMilliseconds,
  keepAliveTimeout: CONNECTIONS.idleMilliseconds,
  connectionsCheckingInterval: CONNECTIONS.checkMilliseconds,
};

/**
 * Limits a server's connections. Sends the API's error body for requests that Node or srvx would refuse without one, or
 * would not respond at all.
 */
export function guardConnections(server: Server, settings: Settings): void {
  const headers = Object.entries({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...Object.fromEntries(apiSecurityHeaders(settings)),
    connection: "close",
  });
  /** Responds to a request that no handler has seen, and closes its connection. */
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
  // Otherwise Node silently drops headers after the first 2,000. `headFault` refuses too many.
  server.maxHeadersCount = 0;
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
    const { url = "/", headers } = request;
    // Replaces an address of another scheme or an invalid one, and a host that only looks valid: a port above 65535,
    // 256.0.0.1.
    const isAbsolute = /^https?:\/\//i.test(url) && URL.canParse(url);
    if (!url.startsWith("/") && url !== "*" && !isAbsolute) request.url = MALFORMED_ADDRESS;
    if (headers.host && !URL.canParse(`http://${headers.host}`)) headers.host = MALFORMED_HOST;
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = responses.get(socket);
    // The error came after a response that is still being sent, so nothing may be written into it.
    if (response?.headersSent && !response.writableFinished) socket.destroy();
    else refuse(socket, CLIENT_ERRORS[error.code ?? ""] ?? "invalid_request");
  });
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => refuse(socket, "method_not_allowed"));
  server.on("checkExpectation", ({ socket }: IncomingMessage) => refuse(socket, "expectation_failed"));
}

/** The response to the last request of each connection. */
const responses = new WeakMap<Duplex, ServerResponse>();

/** The response to the last request of a guarded connection, or undefined if it had none. */
export const latestResponse = (socket: Duplex): ServerResponse | undefined => responses.get(socket);

/**
 * Closes new connections of an address that already has its limit, so that one client cannot take all of them. Not used
 * behind a trusted proxy, where every connection is the proxy's. Requests are counted there instead.
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

/** When each address was last refused a connection. An address is removed once one of its connections closes. */
const crowded = new Map<string, number>();

/** Delays an address that keeps opening too many connections, so that the server accepts those of others. */
export async function waitUntilUncrowded(address: string | undefined): Promise<void> {
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

/** Connections that sent an invalid request head. */
const distrusted = new WeakSet<Duplex>();

/**
 * Rejects further requests on this connection. A proxy in front may have read the end of one request as the start of
 * another.
 */
export function distrust({ socket }: Pick<Head, "socket">): void {
  distrusted.add(socket);
}

/** What is wrong with a request's head that Node accepted, or with an earlier one on its connection; null if nothing. */
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
