import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { DRAIN } from "~/values/limits";

/**
 * Reads on what is left of a request once it is answered, within the bounds of a drain, and only then lets its
 * connection be used again or closed. Without this an early refusal can be lost: a body that was handed on but never
 * read stays in the way until the client gives up, and a connection that the client wants closed (as a proxy speaking
 * HTTP/1.0 does) is reset while the body is still coming.
 */
export function drainUnreadBodies(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (response.shouldKeepAlive) {
      response.once("finish", () => {
        if (!request.complete) drainRequest(request);
      });
      return;
    }
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (request.complete) return destroySoon();
      socket.end();
      request.once("end", destroySoon);
      drainRequest(request);
    };
  });
}

function drainRequest(request: IncomingMessage): void {
  const { socket } = request;
  const readBefore = socket.bytesRead;
  const deadline = setTimeout(() => socket.destroy(), DRAIN.milliseconds);
  request.once("close", () => clearTimeout(deadline));
  // Whatever still listens hands the bytes to nobody, and would pause the request again when it has enough of them.
  request.removeAllListeners("data");
  request.on("data", () => {
    if (socket.bytesRead - readBefore > DRAIN.bytes) socket.destroy();
  });
  request.resume();
}
