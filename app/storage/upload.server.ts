import { invalidField } from "../errors";
import { LIMITS, MB } from "../limits";
import { findFileFault } from "./file-check.server";
import type { FileStore, StagedFile } from "./file-store.server";
import { CONTENT_TYPES, extensionOf, type FileExtension } from "./file-types";

/** One file of a form, staged on disk. It is not yet known to be what its name says. */
export interface UploadedFile {
  fileName: string;
  staged: StagedFile;
  /** It was longer than a file may be; only its beginning was kept. */
  oversize: boolean;
}

/** Whether a value of a form is a file that was staged, and not text that somebody sent under its name. */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === "object" && value !== null && "staged" in value && "fileName" in value;
}

/** A file in the store, as its row names it. */
export interface StoredFile {
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

/**
 * Checks that an upload is of an allowed kind and is what its name says. Nothing is placed yet.
 * @returns the content type it is stored with.
 * @throws DomainError invalid_request, naming the form's field.
 */
export async function checkUpload(
  upload: UploadedFile,
  allowed: readonly FileExtension[],
  field: string,
): Promise<string> {
  const { fileName, staged, oversize } = upload;
  if (fileName === "") throw invalidField(field, "must have a name");
  if (oversize) throw invalidField(field, `must be at most ${LIMITS.fileBytes / MB} MB`);
  const extension = allowed.find((candidate) => candidate === extensionOf(fileName));
  if (!extension) throw invalidField(field, `must be one of ${allowed.map((name) => name.toUpperCase()).join(", ")}`);
  const fault = await findFileFault(staged.path, extension);
  if (fault) throw invalidField(field, fault);
  return CONTENT_TYPES[extension];
}

/** Checks an upload and places it in the store, durably, before the row that will name it is written. */
export async function storeUpload(
  files: FileStore,
  upload: UploadedFile,
  allowed: readonly FileExtension[],
  field: string,
): Promise<StoredFile> {
  const contentType = await checkUpload(upload, allowed, field);
  const storageKey = await files.place(upload.staged);
  const { sizeBytes, sha256 } = upload.staged;
  return { fileName: upload.fileName, contentType, sizeBytes, sha256, storageKey };
}
