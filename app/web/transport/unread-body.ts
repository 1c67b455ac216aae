import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { DRAIN } from "~/values/limits";

/**
 * After a response, reads and discards the rest of the request, within limits, before the connection is reused or closed.
 * Otherwise a client may never see an early refusal: an unread body blocks the connection until the client gives up, and
 * a connection that the client wants closed (as a proxy using HTTP/1.0 does) is reset while the body still arrives.
 */
export function drainUnreadBodies(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!response.shouldKeepAlive) return drainBeforeClosing(request);
    response.once("finish", () => {
      if (!request.complete) drainRequest(request);
    });
  });
}

/** Has Node close a request's connection only after it has read the rest of the request. */
export function drainBeforeClosing(request: IncomingMessage): void {
  const { socket } = request;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete) return destroySoon();
    socket.end();
    request.once("end", destroySoon);
    drainRequest(request);
  };
}

/** Reads and discards the rest of a request in the background. Closes the connection after a limit of bytes and time. */
export function drainRequest(request: IncomingMessage): void {
  // It would never be closed again, and its connection may already serve another request.
  if (request.closed) return;
  const { socket } = request;
  const readBefore = socket.bytesRead;
  const deadline = setTimeout(() => socket.destroy(), DRAIN.milliseconds);
  request.once("close", () => clearTimeout(deadline));
  // Other listeners pass the bytes to nobody, and would pause the request once their buffers are full.
  request.removeAllListeners("data");
  request.on("data", () => {
    if (socket.bytesRead - readBefore > DRAIN.bytes) socket.destroy();
  });
  request.resume();
}
