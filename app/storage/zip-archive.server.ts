import { open } from "node:fs/promises";
import { createInflateRaw } from "node:zlib";
import yauzl from "yauzl";
import { isMisleading as isMisleadingText } from "~/values/characters";
import { DocumentFault } from "./document-fault";

/*
 * ZIP archives that every reader reads alike. An archive describes each part twice, in a local header and in its
 * directory, and some readers believe the one, some the other. Both must agree, and describe every byte of the file.
 */

/** Why an archive is not accepted. */
export class ArchiveFault extends DocumentFault {}
/** The archive, or a part of it, is encrypted. */
export class EncryptedArchive extends ArchiveFault {}

/**
 * An honest document has a few hundred parts, whose names have less than a hundred characters. An archive bomb has many,
 * or parts far larger than they are packed.
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
/** General purpose bits (APPNOTE 4.4.4). Those in `shared` change what a reader makes of a part. */
const BIT = { encrypted: 1 << 0, descriptor: 1 << 3, patched: 1 << 5, strong: 1 << 6, utf8: 1 << 11, masked: 1 << 13 };
const ENCRYPTION = BIT.encrypted | BIT.strong | BIT.masked;
const SHARED = ENCRYPTION | BIT.patched | BIT.utf8;
/** The sizes of a data descriptor: with or without its signature, with sizes of 4 or 8 bytes. */
const DESCRIPTOR_BYTES = [12, 16, 20, 24];
/** What a local header may hold in place of a number that a data descriptor repeats. */
const UNKNOWN = [0, 0xffffffff];
/** ZIP's second name for a part, which some readers use and others do not (Info-ZIP's Unicode Path). */
const SECOND_NAME = 0x7075;
/** Escapes of characters that need none (ECMA-376, part 2): with and without, it would be the same name. */
const NEEDLESS_ESCAPE = /%(2[d-f]|3\d|[46][1-9a-f]|5[0-9acf]|7[0-9ae])/i;
/** A part stored in pieces (ECMA-376, part 2), which few readers put together. */
const PIECE = /\/\[\d+\](\.last)?\.piece$/i;
const CHUNK_BYTES = 64 * 1024;

export interface ArchivePart {
  name: string;
  /** Its size as the directory states it, in bytes. */
  sizeBytes: number;
  /**
   * Reads its content from the beginning, in chunks. Each is taken before the next one is unpacked.
   * @throws ArchiveFault when it is not of the stated size, or cannot be unpacked.
   */
  read(take: Take): Promise<void>;
}

type Take = (chunk: Buffer) => void | Promise<void>;

/** What is left to archives within an archive of what all may unpack to, in bytes. */
export interface Allowance {
  expandedBytes: number;
}

export const newAllowance = (): Allowance => ({ expandedBytes: LIMITS.expandedBytes });

/**
 * Opens an archive, a file or its bytes, for as long as `work` takes.
 * @param work gets the parts in the order of the directory, whose names and headers were checked
 * @throws ArchiveFault when it is not an archive, or readers could read it in different ways.
 */
export async function withArchive<Result>(
  source: string | Buffer,
  allowance: Allowance,
  work: (parts: ArchivePart[]) => Promise<Result>,
): Promise<Result> {
  // Sizes are checked here, against the content as well.
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

/** Turns what yauzl and zlib report of a damaged archive into a fault. Failures of the operating system stay what they are. */
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

/** The bytes that end the archive. */
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
 * Checks the record that ends the archive. Readers find the directory by its offset, by its size, or by looking for
 * its signature, so all must lead to the same place.
 * @returns where the directory begins
 */
function findDirectory(tail: Buffer, { fileSize, entryCount }: yauzl.ZipFile): number {
  const at = tail.length - END.bytes;
  const has64 = at >= LOCATOR_64.bytes && tail.readUInt32LE(at - LOCATOR_64.bytes) === LOCATOR_64.signature;
  if (at < 0 || tail.readUInt32LE(at) !== END.signature || has64)
    throw new ArchiveFault("it does not end as it should");
  const [disk, directoryDisk, onDisk, total] = [4, 6, 8, 10].map((field) => tail.readUInt16LE(at + field));
  const offset = tail.readUInt32LE(at + 16);
  const isWhole =
    disk === 0 &&
    directoryDisk === 0 &&
    onDisk === total &&
    total === entryCount &&
    offset + tail.readUInt32LE(at + 12) === fileSize - END.bytes;
  if (!isWhole) throw new ArchiveFault("its directory is not where it should be");
  return offset;
}

/** Reads the directory, and refuses what its names and stated sizes give away. */
async function readDirectory(archive: yauzl.ZipFile, allowance: Allowance): Promise<yauzl.Entry[]> {
  if (archive.entryCount > LIMITS.parts) throw new ArchiveFault("it has too many parts");
  const entries: yauzl.Entry[] = [];
  const names = new Set<string>();
  for await (const entry of eachEntry(archive)) {
    if (entry.generalPurposeBitFlag & ENCRYPTION) throw new EncryptedArchive("it is encrypted");
    // Before anything looks for patterns in it.
    if (entry.fileName.length > LIMITS.nameCharacters) throw new ArchiveFault("it has a part with too long a name");
    // Where names differ only in case, readers take the one or the other.
    const key = entry.fileName.toLowerCase();
    if (names.has(key)) throw new ArchiveFault("it names a part twice");
    names.add(key);
    if (isMisleading(entry)) throw new ArchiveFault("it has a part with a misleading name");
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    allowance.expandedBytes -= entry.uncompressedSize;
    if (allowance.expandedBytes < 0 || (ratio > LIMITS.ratio && entry.uncompressedSize > LIMITS.smallPartBytes)) {
      throw new ArchiveFault("it unpacks to too much");
    }
    entries.push(entry);
  }
  // It is the cursor's place, whatever its type says: yauzl stops after the number of parts that the archive states.
  if (Number(archive.readEntryCursor) !== archive.fileSize - END.bytes) {
    throw new ArchiveFault("its directory has more in it than it states");
  }
  return entries;
}

async function* eachEntry(archive: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  try {
    yield* archive.eachEntry();
  } catch (error) {
    // The only refusal of yauzl's own that has a name of its own here.
    if (error instanceof Error && /encryption/.test(error.message)) throw new EncryptedArchive("it is encrypted");
    throw error;
  }
}

/**
 * Whether some readers know a part by another name: it has two, has invisible characters or needless escapes, is in
 * pieces, or has steps of dots and spaces, which systems without such names leave out.
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
 * Compares each part's local header with the directory, and checks that headers and contents fill the file from its
 * beginning to its directory: nothing overlaps, and no byte belongs to no part.
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

/** Unpacks a part in the thread pool, chunk by chunk, and no further than its stated size. */
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
  // What follows the end of the packed data is hidden in the part.
  if (inflate && inflate.bytesWritten !== compressedSize) throw misstated();
  if (sizeBytes !== uncompressedSize) throw misstated();
}
