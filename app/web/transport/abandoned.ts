import type { IncomingMessage } from "node:http";

/** A request and its response, as Node's objects. */
interface Exchange {
  req: Pick<IncomingMessage, "socket">;
  res?: { once(event: "close", listener: () => void): unknown; readonly writableFinished: boolean };
}

/** Whether the client has closed its connection, so that nobody would read a response. */
export function hasHungUp(exchange: Pick<Exchange, "req"> | undefined): boolean {
  return exchange !== undefined && (exchange.req.socket.readableEnded || exchange.req.socket.destroyed);
}

/** A page may ask once for each thing that it reads, and a connection warns of more than ten listeners. */
const signals = new WeakMap<NonNullable<Exchange["res"]>, AbortSignal>();

/**
 * Aborts when the client hangs up before its response is sent. Node reports only broken connections. A client that closes
 * normally ends its side first, which Node does not report.
 * @returns undefined for a request without a connection, as in tests
 */
export function abandonedSignal(exchange: Exchange | undefined): AbortSignal | undefined {
  if (!exchange?.res) return undefined;
  const { req, res } = exchange;
  const known = signals.get(res);
  if (known) return known;
  const { socket } = req;
  const controller = new AbortController();
  signals.set(res, controller.signal);
  const abandon = () => controller.abort();
  if (hasHungUp(exchange)) abandon();
  socket.once("end", abandon);
  res.once("close", () => {
    socket.off("end", abandon);
    if (!res.writableFinished) abandon();
  });
  return controller.signal;
}
