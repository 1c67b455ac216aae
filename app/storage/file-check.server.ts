import { createReadStream } from "node:fs";
import { fileTypeFromBuffer } from "file-type";
import { yieldDuringLongTask } from "~/values/event-loop";
import { CONTENT_TYPES, type FileExtension } from "./file-types";
import { findPackageFault } from "./package-check.server";
import { inspectPdf, type PdfInspection } from "./pdf-check.server";
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

/** Looks at a file's bytes while they arrive, so that most checks need not read them again. */
export interface Inspection {
  see(chunk: Uint8Array): void;
  /** The first bytes. */
  head(): Buffer;
  /** Null for other types. */
  pdf: PdfInspection | null;
}

export function inspectionOf(extension: string): Inspection {
  const head = Buffer.alloc(HEAD_BYTES);
  let headBytes = 0;
  const pdf = extension === "pdf" ? inspectPdf() : null;
  return {
    see(chunk) {
      if (headBytes < HEAD_BYTES) {
        const beginning = chunk.subarray(0, HEAD_BYTES - headBytes);
        head.set(beginning, headBytes);
        headBytes += beginning.byteLength;
      }
      pdf?.see(chunk);
    },
    head: () => head.subarray(0, headBytes),
    pdf,
  };
}

async function inspectionAt(path: string, extension: string): Promise<Inspection> {
  const inspection = inspectionOf(extension);
  const yieldIfDue = yieldDuringLongTask();
  for await (const chunk of createReadStream(path)) {
    inspection.see(chunk);
    await yieldIfDue();
  }
  return inspection;
}

/**
 * Checks a staged file's bytes against its extension: PNG and JPEG by their signature, PDF by its signature and its
 * content (`inspectPdf`), DOCX and PPTX part by part (`findPackageFault`), TXT by its characters (`checkText`).
 * @param path the staged file
 * @param inspection of the same bytes while they arrived. Without it, the file is read
 */
export async function checkFile(path: string, extension: FileExtension, inspection?: Inspection): Promise<FileCheck> {
  const contentType = CONTENT_TYPES[extension];
  if (extension === "txt") {
    const checked = await checkText(path);
    return "fault" in checked ? checked : { contentType: `${contentType}; charset=${checked.encoding}` };
  }
  const fault = await findFault(path, extension, inspection ?? (await inspectionAt(path, extension)));
  return fault === null ? { contentType } : { fault };
}

async function findFault(
  path: string,
  extension: Exclude<FileExtension, "txt">,
  inspection: Inspection,
): Promise<FileFault> {
  const head = inspection.head();
  switch (extension) {
    case "pdf":
      return inspection.pdf && (await isOfType(head, "application/pdf"))
        ? inspection.pdf.findFault(path)
        : "This is not a PDF, although its name says so. Choose another file";
    case "png":
      return (await isOfType(head, "image/png", "image/apng"))
        ? null
        : "This is not a PNG image, although its name says so. Choose another file";
    case "jpg":
    case "jpeg":
      return (await isOfType(head, "image/jpeg"))
        ? null
        : "This is not a JPEG image, although its name says so. Choose another file";
    case "docx":
    case "pptx":
      if (!beginsWith(head, ARCHIVE_SIGNATURE))
        return `This is not a ${extension.toUpperCase()} file, although its name says so. Choose another file`;
      return findPackageFault(path, extension);
  }
}

/** @param variant another accepted type with the same signature */
async function isOfType(head: Buffer, type: keyof typeof SIGNATURES, variant?: string): Promise<boolean> {
  if (!beginsWith(head, SIGNATURES[type])) return false;
  const found = (await fileTypeFromBuffer(head))?.mime;
  return found === type || (variant !== undefined && found === variant);
}

const beginsWith = (head: Buffer, signature: string) => head.toString("latin1", 0, signature.length) === signature;
