import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { DRAIN } from "../limits";

/**
 * Closes a connection only once its request has been read, within the bounds of a drain. When the client asked for
 * `Connection: close` (as a proxy speaking HTTP/1.0 does), Node closes as soon as the answer is written; what of the
 * body is still on its way is then met with a reset, which can take the answer away from the client unread.
 */
export function lingerOnClose(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (response.shouldKeepAlive) return;
    const { socket } = request;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (request.complete) return destroySoon();
      socket.end();
      const deadline = setTimeout(() => socket.destroy(), DRAIN.milliseconds);
      const readBefore = socket.bytesRead;
      request.on("data", () => socket.bytesRead - readBefore > DRAIN.bytes && socket.destroy());
      request.once("end", destroySoon).resume();
      socket.once("close", () => clearTimeout(deadline));
    };
  });
}
