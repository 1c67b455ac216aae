import { withoutMisleading } from "~/values/characters";
import type { FieldError } from "~/values/errors";
import { LIMITS, MB } from "~/values/limits";

/**
 * The accepted file types, by extension, with the content type we store. We never use the content type that the sender
 * states. For text, the stored type also has the charset.
 */
export const CONTENT_TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  txt: "text/plain",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
} as const;

export type FileExtension = keyof typeof CONTENT_TYPES;

export const SUBMISSION_FILE_TYPES = ["pdf", "docx", "pptx", "txt"] as const satisfies readonly FileExtension[];

/** The files of announcements and engagements. */
export const ATTACHMENT_FILE_TYPES = [
  ...SUBMISSION_FILE_TYPES,
  "png",
  "jpg",
  "jpeg",
] as const satisfies readonly FileExtension[];

/** The value of a file input's `accept`. */
export function acceptOf(types: readonly FileExtension[]): string {
  return types.map((extension) => `.${extension}`).join(",");
}

/** The content types for some extensions, without duplicates. */
export function contentTypesOf(types: readonly FileExtension[]): string[] {
  return [...new Set(types.map((extension) => CONTENT_TYPES[extension]))];
}

/** How a page shows a document: in a sandboxed frame, or in one without a sandbox, which viewers of PDF files need. */
export type Showing = "sandboxed" | "viewer";

/**
 * The documents that a page can show, by their checked and stored content type. Everything else is only downloaded: no
 * browser shows Office files, and whatever could run a script (HTML, SVG) must not be in this table.
 */
const SHOWN: ReadonlyMap<string, Showing> = new Map([
  [CONTENT_TYPES.pdf, "viewer"],
  ...["utf-8", "utf-16", "windows-1252"].map(
    (charset) => [`${CONTENT_TYPES.txt}; charset=${charset}`, "sandboxed"] as [string, Showing],
  ),
]);

/** How a page shows a stored document. Null for one that is only downloaded. */
export function showingOf(contentType: string | null, sizeBytes: number | null): Showing | null {
  const showing = SHOWN.get(contentType ?? "") ?? null;
  return showing === "sandboxed" && (sizeBytes ?? 0) > LIMITS.shownTextBytes ? null : showing;
}

/** The extension of a file name, in lowercase and without the dot. Empty if there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf(".");
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : "";
}

/** Example: "PDF, DOCX". */
export function namesOfTypes(types: readonly FileExtension[]): string {
  return types.map((extension) => extension.toUpperCase()).join(", ");
}

/** Example: "PDF or DOCX". */
export function choiceOfTypes(types: readonly FileExtension[]): string {
  return namesOfTypes(types).replace(/, (\w+)$/, " or $1");
}

/** Which types of file a form accepts, and whether it accepts only one file. */
export interface FileRules {
  types: readonly FileExtension[];
  isOne: boolean;
}

export const SUBMISSION_FILES: FileRules = { types: SUBMISSION_FILE_TYPES, isOne: true };

/** The files of announcements and engagements. */
export const ATTACHMENT_FILES: FileRules = { types: ATTACHMENT_FILE_TYPES, isOne: false };

const UP_TO_MOST = `up to ${LIMITS.fileBytes / MB} MB`;
export const FILE_SIZE_MESSAGE = `Choose a file ${UP_TO_MOST}`;

/**
 * Checks a file's name and size without reading its content. The browser calls it before sending, the server after
 * receiving.
 * @returns the error, worded for the sender, or null
 */
export function findMetadataFault(
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
  { types }: FileRules,
): FieldError | null {
  if (fileName === "") return { code: "file_name", message: "Choose a file that has a name" };
  if (sizeBytes === 0) return { code: "file_empty", message: "This file is empty. Choose another file" };
  if (sizeBytes > LIMITS.fileBytes) return { code: "file_size", message: FILE_SIZE_MESSAGE };
  const extension = extensionOf(fileName);
  if (types.some((name) => name === extension)) return null;
  return { code: "file_type", message: `Choose a ${choiceOfTypes(types)} file ${UP_TO_MOST}` };
}

/** The error to show at a file's field. It names the file if the form accepts several. */
export function fileError(fileName: string, { code, message }: FieldError, { isOne }: FileRules): FieldError {
  return isOne ? { code, message } : { code, message: fileName === "" ? message : `${fileName}: ${message}`, fileName };
}

/**
 * Cleans a file name: last path segment only, in NFC, without control, bidirectional or invisible characters, and at
 * most `max` UTF-16 code units with the extension kept. Empty if nothing is left.
 */
export function cleanFileName(name: string, max: number): string {
  const segment = name.split(/[\\/]/).at(-1) ?? "";
  // Normalizing a very long name could take seconds. Only its beginning and its extension can be kept anyway.
  const bounded = segment.length > 4 * max ? segment.slice(0, 2 * max) + segment.slice(-2 * max) : segment;
  const clean = withoutMisleading(bounded.toWellFormed()).normalize("NFC").trim();
  if (clean.length <= max) return clean;
  const dot = clean.lastIndexOf(".");
  const suffix = dot > 0 && clean.length - dot < max ? clean.slice(dot) : "";
  return `${clean.slice(0, max - suffix.length).toWellFormed()}${suffix}`.trim();
}
