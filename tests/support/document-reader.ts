import { tmpdir } from "node:os";
import { onTestFinished } from "vitest";
import { connectDocumentReader, type DocumentReader, type ReadingLimits } from "~/storage/document-text/reader.server";
import { DOCUMENT_TEXT } from "~/values/limits";
import { startDocumentReader } from "../../app/document-reader/start-host.mjs";

/** A reader of documents, until the current test finishes. */
export async function openDocumentReader(
  limits: Partial<ReadingLimits> = {},
  onFinished: (cleanUp: () => void) => void = onTestFinished,
): Promise<DocumentReader> {
  const address = startDocumentReader(process.env, tmpdir());
  if (address === null) throw new Error("The host of the document reader did not start");
  const reader = await connectDocumentReader(address, { ...DOCUMENT_TEXT, ...limits });
  onFinished(() => reader.close());
  return reader;
}

/** Bytes as a stream. */
export const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> => new Blob([new Uint8Array(bytes)]).stream();
