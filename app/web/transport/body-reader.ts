import type { IncomingMessage } from "node:http";
import type { ServerRequest } from "srvx";
import { DRAIN } from "~/values/limits";
import { drainRequest } from "./unread-body";

/** Reads a request's body. */
export interface BodyReader {
  /**
   * The next bytes, or null at the end.
   * @throws Error if the body is cut short
   */
  read(): Promise<Uint8Array | null>;
  /**
   * Reads and discards the rest in the background, because many clients read the response only after they have sent
   * everything. Closes the connection after a limit of bytes and time.
   */
  drain(): void;
}

/** Bytes that may wait to be read before the client has to pause. */
const WAITING_BYTES = 256 * 1024;

/**
 * The reader of a request's body, or null if it has none. It reads Node's own message if the server received one, because the
 * web stream over it takes as long as checking and storing the bytes.
 */
export function bodyReader(request: Request): BodyReader | null {
  if (request.method === "GET" || request.method === "HEAD") return null;
  const message = (request as Pick<ServerRequest, "runtime">).runtime?.node?.req;
  if (message) return messageReader(message as IncomingMessage);
  const reader = request.body?.getReader();
  return reader ? streamReader(reader) : null;
}

function messageReader(message: IncomingMessage): BodyReader {
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let wake: (() => void) | undefined;
  const isOver = () => message.readableEnded || message.destroyed;
  const look = () => wake?.();
  message.on("data", (chunk: Uint8Array) => {
    waiting.push(chunk);
    waitingBytes += chunk.byteLength;
    if (waitingBytes >= WAITING_BYTES) message.pause();
    look();
  });
  message.on("end", look);
  message.on("close", look);
  // Node then also emits "close".
  message.on("error", () => {});
  return {
    async read() {
      while (waiting.length === 0 && !isOver()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const chunk = waiting.shift();
      if (chunk === undefined) {
        if (message.complete && message.readableEnded) return null;
        throw new Error("The client ended the body early");
      }
      waitingBytes -= chunk.byteLength;
      if (message.isPaused() && waitingBytes < WAITING_BYTES) message.resume();
      return chunk;
    },
    drain: () => drainRequest(message),
  };
}

function streamReader(reader: ReadableStreamDefaultReader<Uint8Array>): BodyReader {
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? null : value;
    },
    drain() {
      let bytes = 0;
      const deadline = setTimeout(() => reader.cancel().catch(() => {}), DRAIN.milliseconds);
      deadline.unref();
      (async () => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          bytes += value.byteLength;
          if (bytes > DRAIN.bytes) return await reader.cancel();
        }
      })()
        // A client may hang up as soon as it has the response.
        .catch(() => {})
        .finally(() => clearTimeout(deadline));
    },
  };
}
