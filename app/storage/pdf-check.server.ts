import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInflate } from "node:zlib";
import { yieldDuringLongTask } from "~/values/event-loop";
import { pdfNameReader, unescaped } from "./pdf-names";

/*
 * PDF documents that do nothing but show what is in them. We look at every name in the file, however it is escaped, and
 * inflate the object streams, which pack most objects since PDF 1.5. docs/documents.md says what we do not look at.
 */

/** What a document must not do or contain, in words for its sender. */
const FAULT = {
  script: "must not contain JavaScript. Print it to a new PDF file, and choose that one",
  launch: "must not start programs. Print it to a new PDF file, and choose that one",
  attached: "must not contain attached files. Remove them, save the file, and choose it again",
  unread: "is encrypted or packed in a way we cannot check. Print it to a new PDF file, and choose that one",
  large: "unpacks to too much. Print it to a new PDF file, and choose that one",
} as const;
type Fault = keyof typeof FAULT;

class PdfFault extends Error {
  constructor(fault: Fault) {
    super(FAULT[fault]);
  }
}

const CHUNK_BYTES = 64 * 1024;
/** Object streams of a file, and what all of them may inflate to, also for each byte of the file: honest ones do not. */
const OBJECT_STREAMS = { count: 3_000, inflatedBytes: 64 * 1024 * 1024, ratio: 100, smallBytes: 1024 * 1024 };
/** Around the type of an object stream: its dictionary has a dozen short entries. */
const DICTIONARY_BYTES = 2 * 1024;
/** Where the data of a stream begin; readers bear with more than the standard allows. */
const STREAM = /\bstream[\0\t\f ]*(\r\n?|\n)?/g;
/** The dictionary of an object stream. One with strings or comments could show us another end, or hide entries. */
const DICTIONARY = /^obj[\0\s]*<<[^()%]*>>[\0\s]*$/;
/** What names a filter: an indirect reference could name any. */
const FILTER = /\/Filter\b/;
/** Filters that pack a stream in some way, with their short forms. A packed stream's dictionary names one. */
const FILTERS = /\/(FlateDecode|Fl|ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt)\b/g;
/** A predictor, or parameters elsewhere, which may have one. */
const PREDICTOR = /\/Predictor(?![\0\s]+1[\0\s]*[/>])|\/(DecodeParms|DP)[\0\s]*\[?[\0\s]*\d/;
/** What is not packed begins with the numbers of its objects. */
const PLAIN_BEGINNING = /^[\0\s]*\d/;

/**
 * What is wrong with a staged PDF file, in words for its sender; null when nothing is.
 * @param path the staged file
 */
export async function findPdfFault(path: string): Promise<string | null> {
  try {
    const objectStreams = await checkBytes(createReadStream(path, { highWaterMark: CHUNK_BYTES }));
    await checkObjectStreams(path, objectStreams);
    return null;
  } catch (error) {
    if (error instanceof PdfFault) return error.message;
    throw error;
  }
}

/**
 * Looks at every name of the bytes.
 * @param left how many bytes there may be
 * @returns where the types of object streams end
 */
async function checkBytes(
  chunks: AsyncIterable<Buffer>,
  left = { bytes: Number.POSITIVE_INFINITY },
): Promise<number[]> {
  const objectStreams: number[] = [];
  let hasScript = false;
  let playsScript = false;
  const read = pdfNameReader({
    name(name, after, end) {
      if (name === "JS") hasScript = true;
      if (name === "ObjStm" && after === "obj") throw new PdfFault("unread");
      if (name === "ObjStm" && after === "Type") objectStreams.push(end);
      if (name === "EmbeddedFile" && after === "Type") throw new PdfFault("attached");
      if (after !== "S" && after !== "obj") return;
      if (name === "JavaScript") throw new PdfFault("script");
      if (name === "Launch") throw new PdfFault("launch");
      if (name === "Rendition") playsScript = true;
    },
    dictionary(of) {
      if (of === "EF") throw new PdfFault("attached");
    },
  });
  const yieldIfDue = yieldDuringLongTask();
  for await (const chunk of chunks) {
    left.bytes -= chunk.length;
    if (left.bytes < 0) throw new PdfFault("large");
    read(chunk);
    if (objectStreams.length > OBJECT_STREAMS.count) throw new PdfFault("large");
    await yieldIfDue();
  }
  // The last name ends with the file.
  read(Buffer.from("\n"));
  if (hasScript && playsScript) throw new PdfFault("script");
  return objectStreams;
}

async function checkObjectStreams(path: string, places: number[]): Promise<void> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const { inflatedBytes, ratio, smallBytes } = OBJECT_STREAMS;
    const left = { bytes: Math.min(inflatedBytes, smallBytes + ratio * size) };
    let end = 0;
    for (const place of places) {
      const start = Math.max(0, place - DICTIONARY_BYTES);
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(2 * DICTIONARY_BYTES),
        0,
        2 * DICTIONARY_BYTES,
        start,
      );
      const { length, isPacked } = headOf(buffer.toString("latin1", 0, bytesRead), place - start);
      const data = start + length;
      // Streams that overlap would have the same bytes unpacked again and again.
      if (data < end) throw new PdfFault("unread");
      end = data + (isPacked ? await checkObjectStream(path, data, left) : 0);
    }
  } finally {
    await handle.close();
  }
}

/**
 * What stands before an object stream's data.
 * @param around the bytes around its type
 * @param at where its type ends in them
 * @returns where the data begin in them
 */
function headOf(around: string, at: number): { length: number; isPacked: boolean } {
  STREAM.lastIndex = at;
  const found = STREAM.exec(around);
  const dictionary = unescaped(around.slice(Math.max(0, around.lastIndexOf("obj", at)), found?.index));
  if (!found?.[1] || !DICTIONARY.test(dictionary)) throw new PdfFault("unread");
  const length = found.index + found[0].length;
  const filters = dictionary.match(FILTERS) ?? [];
  const isPacked = FILTER.test(dictionary) || filters.length > 0;
  const isReadable = isPacked
    ? filters.length === 1 && filters[0]?.startsWith("/Fl") && !PREDICTOR.test(dictionary)
    : PLAIN_BEGINNING.test(around.slice(length));
  if (!isReadable) throw new PdfFault("unread");
  return { length, isPacked };
}

/** Looks at the names of an object stream. @returns how many bytes it is packed in */
async function checkObjectStream(path: string, start: number, left: { bytes: number }): Promise<number> {
  const packed = createReadStream(path, { start, highWaterMark: CHUNK_BYTES });
  const inflate = createInflate({ chunkSize: CHUNK_BYTES });
  packed.on("error", (error) => inflate.destroy(error)).pipe(inflate);
  try {
    await checkBytes(inflate, left);
    return inflate.bytesWritten;
  } catch (error) {
    // Damaged or encrypted. A reader may show what comes before, and we do not get the last part of that.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw new PdfFault("unread");
    throw error;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}
