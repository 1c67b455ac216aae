import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInflate } from "node:zlib";
import { yieldDuringLongTask } from "~/values/event-loop";
import { pdfNameReader, unescaped } from "./pdf-names";

/*
 * Accepts only PDF documents without active content. We check every name in the file, including escaped ones, and
 * inflate the object streams, which contain most objects since PDF 1.5. docs/documents.md lists what we do not check.
 */

/** What a document must not do or contain, worded for its sender. */
const FAULT = {
  script: "This file contains JavaScript. Print it to a new PDF, and choose that one",
  launch: "This file starts programs. Print it to a new PDF, and choose that one",
  attached: "This file has other files attached. Remove them, save the file, and choose it again",
  unread: "We cannot check this file because it is encrypted or packed. Print it to a new PDF, and choose that one",
  large: "This file is too large once unpacked. Print it to a new PDF, and choose that one",
} as const;
type Fault = keyof typeof FAULT;

class PdfFault extends Error {
  constructor(fault: Fault) {
    super(FAULT[fault]);
  }
}

const CHUNK_BYTES = 64 * 1024;
/**
 * Limits on a file's object streams: their number, the bytes they may inflate to, and those bytes for each byte of the
 * file beyond an allowance for small files. Ordinary documents stay below all of them.
 */
const OBJECT_STREAMS = { count: 3_000, inflatedBytes: 64 * 1024 * 1024, ratio: 100, smallBytes: 1024 * 1024 };
/** Bytes to read on each side of an object stream's type. Its dictionary has a dozen short entries. */
const DICTIONARY_BYTES = 2 * 1024;
/** The keyword before a stream's data. PDF readers accept more than the standard allows, so this does too. */
const STREAM = /\bstream[\0\t\f ]*(\r\n?|\n)?/g;
/** An object stream's dictionary. Strings and comments are refused: they could fake its end or hide entries. */
const DICTIONARY = /^obj[\0\s]*<<[^()%]*>>[\0\s]*$/;
/** The filter key. Its value may be an indirect reference to any filter. */
const FILTER = /\/Filter\b/;
/** Stream filters and their abbreviations. A packed stream's dictionary names at least one. */
const FILTERS = /\/(FlateDecode|Fl|ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt)\b/g;
/** A predictor, or an indirect reference to parameters, which may have one. */
const PREDICTOR = /\/Predictor(?![\0\s]+1[\0\s]*[/>])|\/(DecodeParms|DP)[\0\s]*\[?[\0\s]*\d/;
/** An unpacked object stream begins with object numbers. */
const PLAIN_BEGINNING = /^[\0\s]*\d/;

/** Checks the names of a PDF file while it arrives, so that the file need not be read again. */
export interface PdfInspection {
  see(chunk: Uint8Array): void;
  /**
   * Checks the rest of the file, once it has been seen whole.
   * @param path where it is
   * @returns what is wrong with it, worded for its sender, or null
   */
  findFault(path: string): Promise<string | null>;
}

export function inspectPdf(): PdfInspection {
  const names = nameCheck();
  let fault: PdfFault | null = null;
  return {
    see(chunk) {
      if (fault !== null) return;
      try {
        names.see(chunk);
      } catch (error) {
        fault = asFault(error);
      }
    },
    async findFault(path) {
      if (fault !== null) return fault.message;
      try {
        await checkObjectStreams(path, names.finish());
        return null;
      } catch (error) {
        return asFault(error).message;
      }
    },
  };
}

function asFault(error: unknown): PdfFault {
  if (error instanceof PdfFault) return error;
  throw error;
}

/** Checks every name in bytes. Both functions throw PdfFault if there is active content or too much to check. */
function nameCheck() {
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
  return {
    see(chunk: Uint8Array): void {
      read(chunk);
      if (objectStreams.length > OBJECT_STREAMS.count) throw new PdfFault("large");
    },
    /** @returns the byte offsets at which the types of object streams end */
    finish(): number[] {
      // A name at the very end of the file has no delimiter after it.
      read(Buffer.from("\n"));
      if (hasScript && playsScript) throw new PdfFault("script");
      return objectStreams;
    },
  };
}

async function checkObjectStreams(path: string, places: number[]): Promise<void> {
  if (places.length === 0) return;
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
      // Overlapping streams would make us unpack the same bytes again and again.
      if (data < end) throw new PdfFault("unread");
      end = data + (isPacked ? await checkObjectStream(path, data, left) : 0);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Reads an object stream's dictionary.
 * @param around the bytes around the stream's type, as Latin-1
 * @param at the offset in `around` at which the type ends
 * @returns `length`: the offset in `around` at which the data begin
 * @throws PdfFault if we cannot unpack the stream reliably
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

/**
 * Checks the names in an object stream.
 * @param left the number of bytes allowed; reduced by the unpacked bytes
 * @returns its packed size in bytes
 */
async function checkObjectStream(path: string, start: number, left: { bytes: number }): Promise<number> {
  const packed = createReadStream(path, { start, highWaterMark: CHUNK_BYTES });
  const inflate = createInflate({ chunkSize: CHUNK_BYTES });
  packed.on("error", (error) => inflate.destroy(error)).pipe(inflate);
  try {
    const names = nameCheck();
    const yieldIfDue = yieldDuringLongTask();
    for await (const chunk of inflate) {
      left.bytes -= chunk.length;
      if (left.bytes < 0) throw new PdfFault("large");
      names.see(chunk);
      await yieldIfDue();
    }
    names.finish();
    return inflate.bytesWritten;
  } catch (error) {
    // Damaged or encrypted. A PDF reader may show the part before the damage, and we cannot read all of that part.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) throw new PdfFault("unread");
    throw error;
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}
