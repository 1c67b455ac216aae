import { type FieldError, invalidFields, undo } from "~/values/errors";
import { judgeFile } from "./file-check.server";
import type { FileStore, StagedFile } from "./file-store.server";
import { extensionOf, type FileExtension, type FileRules, fileError, findOutwardFault } from "./file-types";

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

type UploadJudgement = { contentType: string } | { error: FieldError };

const judged = new WeakMap<UploadedFile, Promise<UploadJudgement>>();

/** Checks each upload once, although it is asked twice: when the form's faults are collected, and before storing. */
function judgeUpload(upload: UploadedFile, rules: FileRules): Promise<UploadJudgement> {
  const judgement = judged.get(upload) ?? readJudgement(upload, rules);
  judged.set(upload, judgement);
  return judgement;
}

async function readJudgement({ fileName, staged }: UploadedFile, rules: FileRules): Promise<UploadJudgement> {
  const outward = findOutwardFault({ fileName, sizeBytes: staged.sizeBytes }, rules);
  if (outward !== null) return { error: outward };
  // It is one of those allowed, or it would have been at fault.
  const judgement = await judgeFile(staged.path, extensionOf(fileName) as FileExtension);
  return "fault" in judgement ? { error: { code: "file_content", message: judgement.fault } } : judgement;
}

/** The faults of a form's uploads: a type that is not allowed, or content that does not match the name. Stores nothing. */
export async function findUploadFaults(uploads: readonly UploadedFile[], rules: FileRules): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const upload of uploads) {
    const judgement = await judgeUpload(upload, rules);
    if ("error" in judgement) faults.push(fileError(upload.fileName, judgement.error, rules));
  }
  return faults;
}

/** An upload that was found to be of an allowed type and what its name says. */
interface CheckedUpload extends UploadedFile {
  contentType: string;
}

/**
 * Checks every upload of a form before anything is done with any.
 * @throws DomainError invalid_request, naming the form's field.
 */
export async function checkUploads(
  uploads: readonly UploadedFile[],
  rules: FileRules,
  field: string,
): Promise<CheckedUpload[]> {
  const faults = await findUploadFaults(uploads, rules);
  if (faults.length > 0) throw invalidFields({ [field]: faults });
  const checked: CheckedUpload[] = [];
  for (const upload of uploads) {
    const judgement = await judgeUpload(upload, rules);
    if ("contentType" in judgement) checked.push({ ...upload, ...judgement });
  }
  return checked;
}

type Storing = { files: FileStore } & Parameters<typeof undo>[0];

/** Checks a form's uploads and places them, all or none. @throws DomainError as checkUploads does. */
export async function storeUploads(
  context: Storing,
  uploads: readonly UploadedFile[],
  rules: FileRules,
  field: string,
): Promise<StoredFile[]> {
  const { files } = context;
  const checked = await checkUploads(uploads, rules, field);
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
