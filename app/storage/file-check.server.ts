import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import type { FileExtension } from "./file-types";
import { findPackageFault } from "./package-check.server";
import { findPdfFault } from "./pdf-check.server";

/** What is wrong with a file's content, in words for its sender; null when it is what its name says. */
export type FileFault = string | null;

const HEAD_BYTES = 4_100;
const TEXT_CHUNK_BYTES = 64 * 1024;
/** What a file of each kind begins with. */
const SIGNATURES = {
  "application/pdf": "%PDF-",
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
} as const;
/** An archive may follow anything at all; a document begins with its first part. */
const ARCHIVE_SIGNATURE = "PK\x03\x04";

/**
 * Checks a staged file's bytes against its extension: PNG and JPEG by their signature, PDF by its signature and by what
 * it does (`findPdfFault`), DOCX and PPTX part by part (`findPackageFault`), TXT by being text.
 * @param path the staged file
 */
export async function findFileFault(path: string, extension: FileExtension): Promise<FileFault> {
  switch (extension) {
    case "pdf":
      return (await isOfType(path, "application/pdf")) ? findPdfFault(path) : "is not a PDF document";
    case "png":
      return (await isOfType(path, "image/png")) ? null : "is not a PNG image";
    case "jpg":
    case "jpeg":
      return (await isOfType(path, "image/jpeg")) ? null : "is not a JPEG image";
    case "docx":
    case "pptx":
      if (!beginsWith(await headOf(path), ARCHIVE_SIGNATURE)) return `is not a ${extension.toUpperCase()} document`;
      return findPackageFault(path, extension);
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
