import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { CONTENT_TYPES, type FileExtension } from "./file-types";
import { findPackageFault } from "./package-check.server";
import { findPdfFault } from "./pdf-check.server";
import { checkText } from "./text-check.server";

/** What is wrong with a file's content, worded for its sender. Null if the content matches the name. */
type FileFault = string | null;

/** The content type to store a file with, or what is wrong with it, worded for its sender. */
type FileCheck = { contentType: string } | { fault: string };

const HEAD_BYTES = 4_100;
/** The first bytes of each type, as Latin-1. */
const SIGNATURES = {
  "application/pdf": "%PDF-",
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
} as const;
/** Other bytes may precede an archive, but a document must begin with its first part. */
const ARCHIVE_SIGNATURE = "PK\x03\x04";

/**
 * Checks a staged file's bytes against its extension: PNG and JPEG by their signature, PDF by its signature and its
 * content (`findPdfFault`), DOCX and PPTX part by part (`findPackageFault`), TXT by its characters (`checkText`).
 * @param path the staged file
 */
export async function checkFile(path: string, extension: FileExtension): Promise<FileCheck> {
  const contentType = CONTENT_TYPES[extension];
  if (extension === "txt") {
    const checked = await checkText(path);
    return "fault" in checked ? checked : { contentType: `${contentType}; charset=${checked.encoding}` };
  }
  const fault = await findFault(path, extension);
  return fault === null ? { contentType } : { fault };
}

async function findFault(path: string, extension: Exclude<FileExtension, "txt">): Promise<FileFault> {
  switch (extension) {
    case "pdf":
      return (await isOfType(path, "application/pdf"))
        ? findPdfFault(path)
        : "This is not a PDF, although its name says so. Choose another file";
    case "png":
      return (await isOfType(path, "image/png", "image/apng"))
        ? null
        : "This is not a PNG image, although its name says so. Choose another file";
    case "jpg":
    case "jpeg":
      return (await isOfType(path, "image/jpeg"))
        ? null
        : "This is not a JPEG image, although its name says so. Choose another file";
    case "docx":
    case "pptx":
      if (!beginsWith(await headOf(path), ARCHIVE_SIGNATURE))
        return `This is not a ${extension.toUpperCase()} file, although its name says so. Choose another file`;
      return findPackageFault(path, extension);
  }
}

/** @param variant another accepted type with the same signature */
async function isOfType(path: string, type: keyof typeof SIGNATURES, variant?: string): Promise<boolean> {
  const head = await headOf(path);
  if (!beginsWith(head, SIGNATURES[type])) return false;
  const found = (await fileTypeFromBuffer(head))?.mime;
  return found === type || (variant !== undefined && found === variant);
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
