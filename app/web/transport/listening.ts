import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "~/settings.server";
import { CONNECTIONS, STOPPING } from "~/values/limits";
import { latestResponse } from "./connections";
import { drainBeforeClosing } from "./unread-body";

/** A server that listens. */
interface Listening {
  address: AddressInfo;
  /**
   * Stops the server after it has responded to everything that it received, and closes its connections. Responses say that
   * their connection closes after them, so that clients send what follows on new ones.
   */
  stop(): Promise<void>;
}

/**
 * Has a server listen on HOST and PORT, or on a socket that another process keeps open. Call `guardConnections` first.
 * @param socket the file descriptor of such a socket. Null if there is none
 * @throws Error if it cannot listen there
 */
export async function listen(
  server: Server,
  { host, port, standbyDataAt }: Settings,
  socket: number | null,
): Promise<Listening> {
  const connections = new Set<Socket>();
  server.on("connection", (connection: Socket) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
  });
  const { backlog } = CONNECTIONS;
  // The server of a standby's next copy listens before that of this one stops.
  const reusePort = standbyDataAt !== null;
  if (socket === null) server.listen({ host, port, backlog, exclusive: true, reusePort });
  // Beside a file descriptor, Node ignores the option, and would shorten the socket's queue.
  else server.listen({ fd: socket }, backlog);
  await once(server, "listening");
  return { address: server.address() as AddressInfo, stop: () => stop(server, connections, socket !== null) };
}

/**
 * A client may send a request on a connection just when the server closes it, and then sees it fail. So the server closes only
 * connections that are unused for a moment. If other servers will listen on the same socket, it first serves a while longer, for
 * clients that make pauses, and while a request is slow. Nobody waits for that.
 */
async function stop(server: Server, connections: ReadonlySet<Socket>, isPassed: boolean): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), STOPPING.mostMilliseconds);
  const unused = unusedAmong(connections);
  announceClosing(server, connections);
  if (isPassed) await servedMeanwhile([...connections], () => unused.isAnySlow());
  // After the system was asked for what has arrived, and not before.
  const look = setInterval(() => setImmediate(() => unused.close()), STOPPING.lookMilliseconds);
  // Not the HTTP server's own `close`, which also closes connections on which a client may be sending a request.
  await new Promise<unknown>((resolve) => NetServer.prototype.close.call(server, resolve));
  clearInterval(look);
  clearTimeout(deadline);
}

function announceClosing(server: Server, connections: ReadonlySet<Socket>): void {
  server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  for (const connection of connections) {
    const response = latestResponse(connection);
    if (!response?.shouldKeepAlive || response.headersSent) continue;
    response.shouldKeepAlive = false;
    drainBeforeClosing(response.req);
  }
}

/** Waits until clients have used connections once more, which closes them, and no request is slow, but not without end. */
async function servedMeanwhile(connections: readonly Socket[], isAnySlow: () => boolean): Promise<void> {
  const started = performance.now();
  const isBefore = (milliseconds: number) => performance.now() - started < milliseconds;
  const isOpen = (connection: Socket) => !connection.destroyed;
  for (;;) {
    const waitsForUse = isBefore(STOPPING.announceMilliseconds) && connections.some(isOpen);
    // Each time, because it notes since when they are under way.
    const waitsForSlow = isAnySlow() && isBefore(STOPPING.servedMilliseconds);
    if (!waitsForUse && !waitsForSlow) return;
    await pause(STOPPING.lookMilliseconds);
  }
}

const isUnderWay = (response: ServerResponse | undefined) =>
  response !== undefined && !response.closed && !(response.writableFinished && response.req.complete);

/** Finds connections that are unused for a moment, and closes them, and requests that are slow. */
function unusedAmong(connections: ReadonlySet<Socket>) {
  const uses = new WeakMap<Socket, { bytes: number; at: number }>();
  const busySince = new WeakMap<Socket, number>();
  const noteUse = (connection: Socket, bytes: number) => {
    const use = { bytes, at: performance.now() };
    uses.set(connection, use);
    return use;
  };
  for (const connection of connections) noteUse(connection, latestResponse(connection) ? connection.bytesRead : 0);
  return {
    /** Whether a request that has begun takes long, be it on the way or under way. */
    isAnySlow() {
      const now = performance.now();
      const isSlow = (connection: Socket) => {
        const isBusy =
          isUnderWay(latestResponse(connection)) || connection.bytesRead > (uses.get(connection)?.bytes ?? 0);
        if (!isBusy) busySince.delete(connection);
        else if (!busySince.has(connection)) busySince.set(connection, now);
        return isBusy && now - (busySince.get(connection) ?? now) >= STOPPING.slowMilliseconds;
      };
      // All of them, to note since when each is busy.
      return [...connections].filter(isSlow).length > 0;
    },
    close() {
      for (const connection of connections) {
        if (isUnderWay(latestResponse(connection))) noteUse(connection, connection.bytesRead);
        const { bytes, at } = uses.get(connection) ?? noteUse(connection, 0);
        // With more bytes, a request has begun, and its response closes the connection.
        if (connection.bytesRead > bytes || performance.now() - at < STOPPING.unusedMilliseconds) continue;
        connection.destroy();
      }
    },
  };
}
