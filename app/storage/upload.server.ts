import { invalidField, undo } from "../errors";
import { type FileJudgement, judgeFile } from "./file-check.server";
import type { FileStore, StagedFile } from "./file-store.server";
import { extensionOf, type FileExtension, findOutwardFault } from "./file-types";

/** One file of a form, staged on disk. It is not yet known to be what its name says. */
export interface UploadedFile {
  fileName: string;
  /** Of one that is longer than a file may be, only the beginning was kept: that, and a byte more than is taken. */
  staged: StagedFile;
}

/** Whether a value of a form is a file that was staged, and not text that somebody sent under its name. */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === "object" && value !== null && "staged" in value && "fileName" in value;
}

/** A file in the store, as its row names it. */
interface StoredFile {
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
  const judged = await judgeUpload(upload, allowed);
  if ("fault" in judged) throw invalidField(field, judged.fault);
  return judged.contentType;
}

async function judgeUpload(
  { fileName, staged }: UploadedFile,
  allowed: readonly FileExtension[],
): Promise<FileJudgement> {
  const outward = findOutwardFault({ fileName, sizeBytes: staged.sizeBytes }, allowed);
  if (outward !== null) return { fault: outward };
  // It is one of those allowed, or it would have been at fault.
  return judgeFile(staged.path, extensionOf(fileName) as FileExtension);
}

/** Checks an upload and places it in the store, durably, before the row that will name it is written. */
export async function storeUpload(
  files: FileStore,
  upload: UploadedFile,
  allowed: readonly FileExtension[],
  field: string,
): Promise<StoredFile> {
  return placeUpload(files, upload, await checkUpload(upload, allowed, field));
}

/** An upload that was found to be of an allowed kind and what its name says. */
interface CheckedUpload extends UploadedFile {
  contentType: string;
}

/**
 * Checks every upload of a batch before anything is done with any. The message says which of them is at fault.
 * @throws DomainError invalid_request, naming the form's field.
 */
export async function checkUploads(
  uploads: readonly UploadedFile[],
  allowed: readonly FileExtension[],
  field: string,
): Promise<CheckedUpload[]> {
  const checked: CheckedUpload[] = [];
  for (const upload of uploads) {
    const judgement = await judgeUpload(upload, allowed);
    if ("fault" in judgement) throw invalidField(field, `${upload.fileName || "A file"} ${judgement.fault}`);
    checked.push({ ...upload, ...judgement });
  }
  return checked;
}

type Storing = { files: FileStore } & Parameters<typeof undo>[0];

/** Checks a batch of uploads and places them, all or none. @throws DomainError as checkUploads does. */
export async function storeUploads(
  context: Storing,
  uploads: readonly UploadedFile[],
  allowed: readonly FileExtension[],
  field: string,
): Promise<StoredFile[]> {
  const { files } = context;
  const checked = await checkUploads(uploads, allowed, field);
  const stored: StoredFile[] = [];
  try {
    for (const upload of checked) stored.push(await placeUpload(files, upload, upload.contentType));
  } catch (error) {
    await undo(context, () => removeStored(files, stored));
    throw error;
  }
  return stored;
}

/**
 * Takes placed files out of the store again, when the rows that were to name them are not written. One that stays is
 * swept later, as any file that no row names.
 */
export async function removeStored(files: FileStore, stored: readonly StoredFile[]): Promise<void> {
  await Promise.all(stored.map(({ storageKey }) => files.remove(storageKey)));
}

async function placeUpload(files: FileStore, upload: UploadedFile, contentType: string): Promise<StoredFile> {
  const storageKey = await files.place(upload.staged);
  const { sizeBytes, sha256 } = upload.staged;
  return { fileName: upload.fileName, contentType, sizeBytes, sha256, storageKey };
}
