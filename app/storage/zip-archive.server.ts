import { open } from "node:fs/promises";
import { createInflateRaw } from "node:zlib";
import yauzl from "yauzl";
import { isMisleading as isMisleadingText } from "~/values/characters";
import { DocumentFault } from "./document-fault";

/*
 * Accepts only ZIP archives that every program reads the same way. An archive describes each part twice: in a local
 * header and in its directory. Some programs use one, some the other. Both must agree and account for every byte.
 */

/** Why an archive is refused. */
export class ArchiveFault extends DocumentFault {}
/** The archive or a part of it is encrypted. */
export class EncryptedArchive extends ArchiveFault {}

/**
 * An ordinary document has a few hundred parts with names of less than 100 characters. An archive bomb has many parts,
 * or parts that unpack to far more than their packed size.
 */
const LIMITS = {
  parts: 5_000,
  nameCharacters: 255,
  expandedBytes: 256 * 1024 * 1024,
  ratio: 200,
  smallPartBytes: 1024 * 1024,
};

const LOCATOR_64 = { signature: 0x07064b50, bytes: 20 };
const END = { signature: 0x06054b50, bytes: 22 };
const STORED = 0;
const DEFLATED = 8;
/** General purpose bits (APPNOTE 4.4.4). Those in `SHARED` change how a program reads a part. */
const BIT = { encrypted: 1 << 0, descriptor: 1 << 3, patched: 1 << 5, strong: 1 << 6, utf8: 1 << 11, masked: 1 << 13 };
const ENCRYPTION = BIT.encrypted | BIT.strong | BIT.masked;
const SHARED = ENCRYPTION | BIT.patched | BIT.utf8;
/** The possible sizes of a data descriptor: with or without its signature, and with size fields of 4 or 8 bytes. */
const DESCRIPTOR_BYTES = [12, 16, 20, 24];
/** Placeholders that a local header may have for a number that the data descriptor states. */
const UNKNOWN = [0, 0xffffffff];
/** The extra field for a part's second name (Info-ZIP's Unicode Path), which only some programs use. */
const SECOND_NAME = 0x7075;
/** Escapes of characters that need none (ECMA-376, part 2). A name is the same with and without them. */
const NEEDLESS_ESCAPE = /%(2[d-f]|3\d|[46][1-9a-f]|5[0-9acf]|7[0-9ae])/i;
/** A part stored in pieces (ECMA-376, part 2), which few programs put together. */
const PIECE = /\/\[\d+\](\.last)?\.piece$/i;
const CHUNK_BYTES = 64 * 1024;

export interface ArchivePart {
  name: string;
  /** The unpacked size that the directory states, in bytes. */
  sizeBytes: number;
  /**
   * Reads the content from the beginning, in chunks. It waits for `take` before it unpacks the next chunk.
   * @throws ArchiveFault if the content does not have the stated size or cannot be unpacked.
   */
  read(take: Take): Promise<void>;
}

type Take = (chunk: Buffer) => void | Promise<void>;

/** The bytes to which an archive and the archives inside it may still unpack. */
export interface Allowance {
  expandedBytes: number;
}

export const newAllowance = (): Allowance => ({ expandedBytes: LIMITS.expandedBytes });

/**
 * Opens an archive while `work` runs.
 * @param source a path, or the archive's bytes
 * @param work gets the parts in directory order, with their names and headers already checked
 * @throws ArchiveFault if it is not an archive, or if programs could read it in different ways.
 */
export async function withArchive<Result>(
  source: string | Buffer,
  allowance: Allowance,
  work: (parts: ArchivePart[]) => Promise<Result>,
): Promise<Result> {
  // This file checks sizes itself, against the content too.
  const options = { autoClose: false, lazyEntries: true, validateEntrySizes: false };
  const archive = await understood(
    typeof source === "string" ? yauzl.openPromise(source, options) : yauzl.fromBufferPromise(source, options),
  );
  try {
    const directoryStart = findDirectory(await tailOf(source), archive);
    const entries = await understood(readDirectory(archive, allowance));
    await understood(checkPlaces(archive, entries, directoryStart));
    return await work(
      entries.map((entry) => ({
        name: entry.fileName,
        sizeBytes: entry.uncompressedSize,
        read: (take) => understood(readContent(archive, entry, take)),
      })),
    );
  } finally {
    archive.close();
  }
}

/** Turns the errors of yauzl and zlib for a damaged archive into an ArchiveFault. System errors pass through. */
async function understood<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DocumentFault || error instanceof TypeError || !(error instanceof Error)) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (code === "" || code.startsWith("Z_") || code.startsWith("ERR_")) {
      throw new ArchiveFault("it is damaged", { cause: error });
    }
    throw error;
  }
}

/** The archive's last bytes. */
async function tailOf(source: string | Buffer): Promise<Buffer> {
  const bytes = LOCATOR_64.bytes + END.bytes;
  if (typeof source !== "string") return source.subarray(-bytes);
  const handle = await open(source, "r");
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, Math.max(0, size - bytes));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Checks the record at the end of the archive. Programs find the directory by its offset, by its size, or by searching
 * for its signature, so all three must lead to the same place.
 * @returns the byte offset of the directory
 */
function findDirectory(tail: Buffer, { fileSize, entryCount }: yauzl.ZipFile): number {
  const at = tail.length - END.bytes;
  const has64 = at >= LOCATOR_64.bytes && tail.readUInt32LE(at - LOCATOR_64.bytes) === LOCATOR_64.signature;
  if (at < 0 || tail.readUInt32LE(at) !== END.signature || has64) throw new ArchiveFault("it is cut off");
  const [disk, directoryDisk, onDisk, total] = [4, 6, 8, 10].map((field) => tail.readUInt16LE(at + field));
  const offset = tail.readUInt32LE(at + 16);
  const isWhole =
    disk === 0 &&
    directoryDisk === 0 &&
    onDisk === total &&
    total === entryCount &&
    offset + tail.readUInt32LE(at + 12) === fileSize - END.bytes;
  if (!isWhole) throw new ArchiveFault("its directory is in the wrong place");
  return offset;
}

/** Reads the directory and checks its names and stated sizes. */
async function readDirectory(archive: yauzl.ZipFile, allowance: Allowance): Promise<yauzl.Entry[]> {
  if (archive.entryCount > LIMITS.parts) throw new ArchiveFault("it has too many parts");
  const entries: yauzl.Entry[] = [];
  const names = new Set<string>();
  for await (const entry of eachEntry(archive)) {
    if (entry.generalPurposeBitFlag & ENCRYPTION) throw new EncryptedArchive("it is encrypted");
    // Before any regular expression runs on the name.
    if (entry.fileName.length > LIMITS.nameCharacters)
      throw new ArchiveFault("the name of one of its parts is too long");
    // If names differ only in case, different programs use different parts.
    const key = entry.fileName.toLowerCase();
    if (names.has(key)) throw new ArchiveFault("it names a part twice");
    names.add(key);
    if (isMisleading(entry)) throw new ArchiveFault("it has a part with a misleading name");
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    allowance.expandedBytes -= entry.uncompressedSize;
    if (allowance.expandedBytes < 0 || (ratio > LIMITS.ratio && entry.uncompressedSize > LIMITS.smallPartBytes)) {
      throw new ArchiveFault("it is too large once unpacked");
    }
    entries.push(entry);
  }
  // yauzl stops after the number of parts that the archive states. At runtime, its cursor is a number.
  if (Number(archive.readEntryCursor) !== archive.fileSize - END.bytes) {
    throw new ArchiveFault("its directory is larger than it states");
  }
  return entries;
}

async function* eachEntry(archive: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  try {
    yield* archive.eachEntry();
  } catch (error) {
    // The only error of yauzl's that callers need to tell apart.
    if (error instanceof Error && /encryption/.test(error.message)) throw new EncryptedArchive("it is encrypted");
    throw error;
  }
}

/**
 * Whether some programs could see another name for a part: it has a second name, invisible characters or needless
 * escapes, is in pieces, or has path segments of dots and spaces, which some systems drop.
 */
function isMisleading({ fileName, extraFields }: yauzl.Entry): boolean {
  const steps = fileName.replace(/\/$/, "").split("/");
  return (
    extraFields.some(({ id }) => id === SECOND_NAME) ||
    isMisleadingText(fileName) ||
    NEEDLESS_ESCAPE.test(fileName) ||
    PIECE.test(fileName) ||
    steps.some((step) => /^[. ]*$/.test(step) || /[. ]$/.test(step))
  );
}

/**
 * Compares each part's local header with the directory. Also checks that headers and contents fill the file up to the
 * directory, without overlaps or gaps.
 */
async function checkPlaces(archive: yauzl.ZipFile, entries: yauzl.Entry[], directoryStart: number): Promise<void> {
  const byPlace = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let ends = [0];
  for (const entry of byPlace) {
    if (!ends.includes(entry.relativeOffsetOfLocalHeader)) throw new ArchiveFault("its parts overlap or leave gaps");
    const header = await archive.readLocalFileHeaderPromise(entry);
    if (!agree(header, entry)) throw new ArchiveFault("its directory misstates a part");
    const end = header.fileDataStart + entry.compressedSize;
    const hasDescriptor = (header.generalPurposeBitFlag & BIT.descriptor) !== 0;
    ends = hasDescriptor ? DESCRIPTOR_BYTES.map((bytes) => end + bytes) : [end];
  }
  if (!ends.includes(directoryStart)) throw new ArchiveFault("its parts overlap or leave gaps");
}

function agree(header: yauzl.LocalFileHeader, entry: yauzl.Entry): boolean {
  const { generalPurposeBitFlag: flags, compressionMethod: method } = header;
  const isLater = (flags & BIT.descriptor) !== 0;
  const same = (here: number, there: number) => here === there || (isLater && UNKNOWN.includes(here));
  return (
    (flags & SHARED) === (entry.generalPurposeBitFlag & SHARED) &&
    (flags & BIT.patched) === 0 &&
    method === entry.compressionMethod &&
    (method === DEFLATED || (method === STORED && entry.compressedSize === entry.uncompressedSize)) &&
    same(header.crc32, entry.crc32) &&
    same(header.compressedSize, entry.compressedSize) &&
    same(header.uncompressedSize, entry.uncompressedSize) &&
    header.fileName.equals(entry.fileNameRaw) &&
    !yauzl.parseExtraFields(header.extraField).some(({ id }) => id === SECOND_NAME)
  );
}

/** Unpacks a part in the thread pool, chunk by chunk, and stops if it exceeds its stated size. */
async function readContent(archive: yauzl.ZipFile, entry: yauzl.Entry, take: Take): Promise<void> {
  const { compressedSize, compressionMethod, uncompressedSize } = entry;
  const misstated = () => new ArchiveFault("its directory misstates the size of a part");
  const packed = await archive.openReadStreamPromise(entry, { decodeFileData: false });
  const inflate = compressionMethod === DEFLATED ? createInflateRaw({ chunkSize: CHUNK_BYTES }) : null;
  if (inflate) packed.on("error", (error) => inflate.destroy(error)).pipe(inflate);
  let sizeBytes = 0;
  try {
    for await (const chunk of inflate ?? packed) {
      sizeBytes += chunk.length;
      if (sizeBytes > uncompressedSize) throw misstated();
      await take(chunk);
    }
  } finally {
    packed.destroy();
  }
  // Bytes after the end of the packed data would be hidden inside the part.
  if (inflate && inflate.bytesWritten !== compressedSize) throw misstated();
  if (sizeBytes !== uncompressedSize) throw misstated();
}
