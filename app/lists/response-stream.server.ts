import { type Database, openSnapshot } from "#db/open";
import type { ReadContext } from "~/operations/operation.server";
import { streamOfText } from "./text-stream";

/**
 * The text of a response, made while it is sent. By then the request has its status, so a failure is only logged here,
 * and the reader sees a broken transfer.
 */
export function responseStream(
  { log, caller }: Pick<ReadContext, "log" | "caller">,
  make: () => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  async function* made(): AsyncGenerator<string, void, void> {
    try {
      yield* make();
    } catch (error) {
      log.error({ err: error, requestId: caller.requestId }, "sending a response failed");
      throw error;
    }
  }
  return streamOfText(made());
}

/**
 * The same, made from the database as it is when the reader begins. The snapshot stays open until the text ends or
 * fails, or the reader leaves.
 */
export function streamOfSnapshot(
  context: Pick<ReadContext, "db" | "log" | "caller">,
  make: (snapshot: Database) => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  return responseStream(context, async function* ofSnapshot() {
    const snapshot = openSnapshot(context.db);
    try {
      yield* make(snapshot);
    } finally {
      snapshot.$client.close();
    }
  });
}
