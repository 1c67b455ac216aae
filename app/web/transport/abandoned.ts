import type { IncomingMessage } from "node:http";

/** A request and its answer as Node has them. */
interface Exchange {
  req: Pick<IncomingMessage, "socket">;
  res?: { once(event: "close", listener: () => void): unknown; readonly writableFinished: boolean };
}

/** Whether the client has closed its connection, so that nobody reads an answer. */
export function hasHungUp(exchange: Pick<Exchange, "req"> | undefined): boolean {
  return exchange !== undefined && (exchange.req.socket.readableEnded || exchange.req.socket.destroyed);
}

/**
 * Aborts when the client hangs up before its answer is sent. Node only reports a connection that broke; a client that
 * closes in order ends its side first, and its request would go on unseen.
 * @returns undefined for a request that came over no connection
 */
export function abandonedSignal(exchange: Exchange | undefined): AbortSignal | undefined {
  if (!exchange?.res) return undefined;
  const { req, res } = exchange;
  const { socket } = req;
  const controller = new AbortController();
  const abandon = () => controller.abort();
  if (hasHungUp(exchange)) abandon();
  socket.once("end", abandon);
  res.once("close", () => {
    socket.off("end", abandon);
    if (!res.writableFinished) abandon();
  });
  return controller.signal;
}
