import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import yauzl from "yauzl";
import { type FileExtension, hasUnseenCharacters } from "./file-types";

/** What is wrong with a file's content, in words for its sender; null when it is what its name says. */
export type FileFault = string | null;

const HEAD_BYTES = 4_100;
const TEXT_CHUNK_BYTES = 64 * 1024;
/** An honest document has a few hundred parts; an archive bomb has many, or parts far larger than they are packed. */
const ARCHIVE_LIMITS = { entries: 5_000, expandedBytes: 512 * 1024 * 1024, ratio: 200, smallEntryBytes: 1024 * 1024 };

/** What a file of each kind begins with. Nothing else is looked into: of an archive not even what detection unpacks. */
const SIGNATURES = {
  "application/pdf": "%PDF-",
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
} as const;
/** An archive may stand behind anything at all; a document begins with its first part. */
const ARCHIVE_SIGNATURE = "PK\x03\x04";

/** The part that makes an Office Open XML package the document it says it is (ECMA-376, part 1). */
const MAIN_PART = { docx: "word/document.xml", pptx: "ppt/presentation.xml" } as const;
/** What makes an archive a document of another kind: a workbook, a drawing, an OpenDocument, a program of Java or Android. */
const OTHER_KINDS: ReadonlySet<string> = new Set([
  "xl/workbook.xml",
  "xl/workbook.bin",
  "visio/document.xml",
  "mimetype",
  "meta-inf/manifest.mf",
  "meta-inf/manifest.xml",
  "androidmanifest.xml",
]);
/** Macros by the names that every program gives them, and by whatever is made of these to be overlooked. */
const MACRO_PART = /vba(project|data)/i;
/** What a part's name must not escape, since it would be the same name without (ECMA-376, part 2): letters, digits, `/` … */
const NEEDLESS_ESCAPE = /%(2[d-f]|3\d|[46][1-9a-f]|5[0-9acf]|7[0-9ae])/i;
/** ZIP's second name for a part, which some readers take and others do not (Info-ZIP's Unicode Path). */
const SECOND_NAME = 0x7075;

/**
 * Checks a staged file's bytes against its extension: PDF, PNG and JPEG by their signature, DOCX and PPTX by the
 * archive's directory (nothing is inflated), TXT by being text.
 * @param path the staged file
 */
export async function findFileFault(path: string, extension: FileExtension): Promise<FileFault> {
  switch (extension) {
    case "pdf":
      return (await isOfType(path, "application/pdf")) ? null : "is not a PDF document";
    case "png":
      return (await isOfType(path, "image/png")) ? null : "is not a PNG image";
    case "jpg":
    case "jpeg":
      return (await isOfType(path, "image/jpeg")) ? null : "is not a JPEG image";
    case "docx":
    case "pptx":
      return findArchiveFault(path, extension);
    case "txt":
      return findTextFault(path);
  }
}

async function isOfType(path: string, type: keyof typeof SIGNATURES): Promise<boolean> {
  const head = await headOf(path);
  return beginsWith(head, SIGNATURES[type]) && (await fileTypeFromBuffer(head))?.mime === type;
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const beginsWith = (head: Buffer, signature: string) => head.toString("latin1", 0, signature.length) === signature;

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
  if (!beginsWith(await headOf(path), ARCHIVE_SIGNATURE)) return `is not a ${kind} document`;
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
  const dishonest = (why: string) => `is not an honest ${kind} document: ${why}`;
  if (archive.entryCount > ARCHIVE_LIMITS.entries) return dishonest("it has too many parts");
  const names = new Set<string>();
  let expandedBytes = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName;
    // Of parts whose names differ in case alone, readers take the one or the other.
    const key = name.toLowerCase();
    if (names.has(key)) return dishonest("it names a part twice");
    names.add(key);
    if (MACRO_PART.test(name)) return `must not contain macros`;
    if (isMisleading(entry)) return dishonest("it has a part whose name misleads");
    if (OTHER_KINDS.has(key)) return dishonest("it is of another kind too");
    expandedBytes += entry.uncompressedSize;
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    const bomb = ratio > ARCHIVE_LIMITS.ratio && entry.uncompressedSize > ARCHIVE_LIMITS.smallEntryBytes;
    if (bomb || expandedBytes > ARCHIVE_LIMITS.expandedBytes) return dishonest("it expands too far");
  }
  const mainParts = Object.values(MAIN_PART).filter((part) => names.has(part));
  if (mainParts.length > 1) return dishonest("it is of another kind too");
  return names.has("[content_types].xml") && mainParts.includes(MAIN_PART[extension])
    ? null
    : `is not a ${kind} document`;
}

/**
 * Whether a part's name is another one for some readers: it has two, has signs that are not seen or that are escaped
 * without need, or has steps of dots and spaces, which are left out where files have no such names.
 */
function isMisleading({ fileName, extraFields }: yauzl.Entry): boolean {
  const steps = fileName.replace(/\/$/, "").split("/");
  return (
    extraFields.some(({ id }) => id === SECOND_NAME) ||
    hasUnseenCharacters(fileName) ||
    NEEDLESS_ESCAPE.test(fileName) ||
    steps.some((step) => /^[. ]*$/.test(step) || /[. ]$/.test(step))
  );
}
