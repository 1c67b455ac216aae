import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import yauzl from "yauzl";
import type { FileExtension } from "./file-types";

/** What is wrong with a file's content, in words for its sender; null when it is what its name says. */
export type FileFault = string | null;

const HEAD_BYTES = 4_100;
const TEXT_CHUNK_BYTES = 64 * 1024;
/** An honest document has a few hundred parts; an archive bomb has many, or parts far larger than they are packed. */
const ARCHIVE_LIMITS = { entries: 5_000, expandedBytes: 512 * 1024 * 1024, ratio: 200, smallEntryBytes: 1024 * 1024 };

/** The part that makes an Office Open XML package the document it says it is (ECMA-376, part 1). */
const MAIN_PART = { docx: "word/document.xml", pptx: "ppt/presentation.xml" } as const;
const MACRO_PART = /(^|\/)(vbaProject\.bin|vbaData\.xml)$/i;

/**
 * Checks a staged file's bytes against its extension: PDF, PNG and JPEG by their signature, DOCX and PPTX by the
 * archive's directory (nothing is inflated), TXT by being text.
 * @param path the staged file
 */
export async function findFileFault(path: string, extension: FileExtension): Promise<FileFault> {
  switch (extension) {
    case "pdf":
      return (await signatureOf(path)) === "application/pdf" ? null : "is not a PDF document";
    case "png":
      return (await signatureOf(path)) === "image/png" ? null : "is not a PNG image";
    case "jpg":
    case "jpeg":
      return (await signatureOf(path)) === "image/jpeg" ? null : "is not a JPEG image";
    case "docx":
    case "pptx":
      return findArchiveFault(path, extension);
    case "txt":
      return findTextFault(path);
  }
}

async function signatureOf(path: string): Promise<string | undefined> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime;
  } finally {
    await handle.close();
  }
}

/** Text in UTF-8 without NUL or control characters other than tabs and line ends; a byte-order mark is tolerated. */
async function findTextFault(path: string): Promise<FileFault> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const handle = await open(path, "r");
  try {
    for await (const chunk of handle.createReadStream({ highWaterMark: TEXT_CHUNK_BYTES, autoClose: false })) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
      if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(decoder.decode(chunk, { stream: true }))) {
        return "is not plain text: it has control characters";
      }
    }
    decoder.decode();
    return null;
  } catch (error) {
    if (error instanceof TypeError) return "is not plain text in UTF-8";
    throw error;
  } finally {
    await handle.close();
  }
}

async function findArchiveFault(path: string, extension: keyof typeof MAIN_PART): Promise<FileFault> {
  const kind = extension.toUpperCase();
  try {
    const archive = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
    try {
      return await findDirectoryFault(archive, extension, kind);
    } finally {
      archive.close();
    }
  } catch (error) {
    // The directory itself could not be read: not an archive, or one that lies about its own structure.
    if (error instanceof Error && !("code" in error)) return `is not a ${kind} document`;
    throw error;
  }
}

async function findDirectoryFault(
  archive: yauzl.ZipFile,
  extension: keyof typeof MAIN_PART,
  kind: string,
): Promise<FileFault> {
  if (archive.entryCount > ARCHIVE_LIMITS.entries) return `is not an honest ${kind} document: it has too many parts`;
  const names = new Set<string>();
  let expandedBytes = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName;
    if (names.has(name)) return `is not an honest ${kind} document: it names a part twice`;
    names.add(name);
    if (MACRO_PART.test(name)) return `must not contain macros`;
    expandedBytes += entry.uncompressedSize;
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    const bomb = ratio > ARCHIVE_LIMITS.ratio && entry.uncompressedSize > ARCHIVE_LIMITS.smallEntryBytes;
    if (bomb || expandedBytes > ARCHIVE_LIMITS.expandedBytes) {
      return `is not an honest ${kind} document: it expands too far`;
    }
  }
  const whole = names.has("[Content_Types].xml") && names.has(MAIN_PART[extension]);
  return whole ? null : `is not a ${kind} document`;
}
