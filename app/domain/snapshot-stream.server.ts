import { type Database, openSnapshot } from "#db/open";
import type { ReadContext } from "./operation.server";
import { streamOfText } from "./text-stream";

/**
 * Text made of the database as it stands when somebody begins to read, as a stream. The snapshot is open only while it
 * is read: until its end, a failure, or the reader's leaving. A failure is logged here, since by then the request has
 * been answered; whoever reads sees a broken transfer.
 */
export function streamOfSnapshot(
  { db, log, caller }: Pick<ReadContext, "db" | "log" | "caller">,
  make: (snapshot: Database) => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  async function* made(): AsyncGenerator<string, void, void> {
    const snapshot = openSnapshot(db);
    try {
      yield* make(snapshot);
    } catch (error) {
      log.error({ err: error, requestId: caller.requestId }, "sending a snapshot failed");
      throw error;
    } finally {
      snapshot.$client.close();
    }
  }
  return streamOfText(made());
}
