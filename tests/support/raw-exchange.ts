import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";

/** A connection's response, and whether the server closed the connection. */
export interface RawExchange {
  response: string;
  isClosed: boolean;
}

/** Sends bytes on a separate connection and reads until the server closes it or the time is up. */
export async function exchangeRaw(
  port: number,
  parts: Iterable<string | Buffer>,
  milliseconds = 60_000,
): Promise<RawExchange> {
  const socket = connect(port, "127.0.0.1");
  let response = "";
  socket.on("data", (chunk: Buffer) => {
    response += chunk.toString("latin1");
  });
  // If the server resets the connection, the text is incomplete and the caller's checks fail.
  socket.on("error", () => {});
  const closed = new Promise<true>((resolve) => socket.once("close", () => resolve(true)));
  for (const part of parts) socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
  const cancelled = new AbortController();
  const late = after(milliseconds, false as const, { signal: cancelled.signal }).catch(() => false as const);
  const isClosed = await Promise.race([closed, late]);
  cancelled.abort();
  socket.destroy();
  return { response, isClosed };
}
