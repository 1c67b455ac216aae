import { type Database, openSnapshot } from "#db/open";
import type { ReadContext } from "~/operations/operation.server";
import { streamOfText } from "./text-stream";

/**
 * An answer's text that is made while it is sent. A failure is logged here, since by then the request has been
 * answered; whoever reads sees a broken transfer.
 */
export function responseStream(
  { log, caller }: Pick<ReadContext, "log" | "caller">,
  make: () => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  async function* made(): AsyncGenerator<string, void, void> {
    try {
      yield* make();
    } catch (error) {
      log.error({ err: error, requestId: caller.requestId }, "sending an answer failed");
      throw error;
    }
  }
  return streamOfText(made());
}

/**
 * The same of the database as it stands when somebody begins to read. The snapshot is open only while it is read: until
 * its end, a failure, or the reader's leaving.
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
