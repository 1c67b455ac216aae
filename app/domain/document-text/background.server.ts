import type { Services } from "~/operations/services";
import { connectDocumentReader, type DocumentReader, ReaderEnded } from "~/storage/document-text/reader.server";
import { giveUpInterrupted, nextOf, readWaiting } from "./read-waiting.server";

/** Reads waiting documents while the server runs. */
interface BackgroundReading {
  /** Reads all that wait, unless it is doing so. Looking costs microseconds. */
  run(): void;
  /** Ends the document that is being read, which waits again. */
  stop(): Promise<void>;
}

/**
 * Connects to the host of the document reader.
 * @param address from the start script. Null if it could not start the host; documents then wait
 */
export async function openBackgroundReading(
  services: Pick<Services, "db" | "files" | "clock" | "log">,
  address: string | null,
): Promise<BackgroundReading> {
  const { db, log } = services;
  let reader: DocumentReader | null = null;
  let running: Promise<void> | null = null;
  const givenUp = giveUpInterrupted(db);
  if (givenUp > 0) log.warn({ documents: givenUp }, "gave up documents during whose reading the server ended twice");
  try {
    if (address !== null) reader = await connectDocumentReader(address);
  } catch (error) {
    log.error({ err: error }, "cannot connect to the document reader");
  }
  if (reader === null) log.warn("the search does not find the text of new documents, because nothing reads it");

  const read = async (opened: DocumentReader) => {
    try {
      await readWaiting(services, opened);
    } catch (error) {
      if (!db.$client.open || (reader === null && error instanceof ReaderEnded)) return;
      log.error({ err: error }, "reading the text of documents failed");
      // The start script starts it once. New documents wait until the server starts again.
      if (error instanceof ReaderEnded) reader = null;
    } finally {
      running = null;
    }
  };
  return {
    run() {
      if (reader !== null && running === null && nextOf(db)) running = read(reader);
    },
    async stop() {
      const opened = reader;
      reader = null;
      opened?.close();
      await running;
    },
  };
}
