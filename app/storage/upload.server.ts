import { type FieldError, invalidFields, undo } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { checkFile, type Inspection, inspectionOf } from "./file-check.server";
import type { FileStore } from "./file-store.server";
import {
  cleanFileName,
  extensionOf,
  type FileExtension,
  type FileRules,
  fileError,
  findMetadataFault,
} from "./file-types";
import type { StagedFile, Staging } from "./staging.server";

/** One file of a form, staged on disk. Its content has not been checked yet. */
export interface UploadedFile {
  fileName: string;
  /** If the file was too large, this has only its beginning: one byte more than the limit. */
  staged: StagedFile;
  inspection: Inspection;
}

const received = new WeakSet<object>();

/** Receives one file of a form: stages its bytes, and inspects them. */
export interface UploadReceiver extends Pick<Staging, "write" | "discard"> {
  finish(): Promise<UploadedFile>;
}

/** Makes every uploaded file. @param name as it was sent */
export function receiveUpload(files: FileStore, name: string): UploadReceiver {
  const fileName = cleanFileName(name, LIMITS.fileNameCharacters);
  const inspection = inspectionOf(extensionOf(fileName));
  const staging = files.stage();
  return {
    write(chunk) {
      const room = staging.write(chunk);
      inspection.see(chunk);
      return room;
    },
    async finish() {
      const upload = { fileName, staged: await staging.finish(), inspection };
      received.add(upload);
      return upload;
    },
    discard: staging.discard,
  };
}

/** Whether a value is a staged file, and not what someone sent as text or JSON to make the server read another file. */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === "object" && value !== null && received.has(value);
}

/** A file in the store, with the values that its row records. */
interface StoredFile {
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

type UploadCheck = { contentType: string } | { error: FieldError };

const checks = new WeakMap<UploadedFile, Promise<UploadCheck>>();

/** Checks each upload only once, although callers ask twice: to collect the form's errors, and before storing. */
function checkOnce(upload: UploadedFile, rules: FileRules): Promise<UploadCheck> {
  const check = checks.get(upload) ?? checkUpload(upload, rules);
  checks.set(upload, check);
  return check;
}

async function checkUpload({ fileName, staged, inspection }: UploadedFile, rules: FileRules): Promise<UploadCheck> {
  const fault = findMetadataFault({ fileName, sizeBytes: staged.sizeBytes }, rules);
  if (fault !== null) return { error: fault };
  // `findMetadataFault` has just accepted the extension.
  const check = await checkFile(staged.path, extensionOf(fileName) as FileExtension, inspection);
  return "fault" in check ? { error: { code: "file_content", message: check.fault } } : check;
}

/** Lists what is wrong with a form's uploads: name, size, type, or content that does not match. Stores nothing. */
export async function findUploadFaults(uploads: readonly UploadedFile[], rules: FileRules): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  for (const upload of uploads) {
    const check = await checkOnce(upload, rules);
    if ("error" in check) faults.push(fileError(upload.fileName, check.error, rules));
  }
  return faults;
}

/** An upload of an accepted type whose content matches its name. */
interface CheckedUpload extends UploadedFile {
  contentType: string;
}

/**
 * Checks every upload of a form.
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
    const check = await checkOnce(upload, rules);
    if ("contentType" in check) checked.push({ ...upload, ...check });
  }
  return checked;
}

type Storing = { files: FileStore } & Parameters<typeof undo>[0];

/** Checks a form's uploads and places all of them or none. @throws DomainError invalid_request, naming the field. */
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
 * Removes placed files if the rows that should name them could not be written. The sweep later removes any file that
 * this leaves behind.
 */
export async function removeStored(files: FileStore, stored: readonly StoredFile[]): Promise<void> {
  await Promise.all(stored.map(({ storageKey }) => files.remove(storageKey)));
}

async function placeUpload(files: FileStore, upload: UploadedFile, contentType: string): Promise<StoredFile> {
  const storageKey = await files.place(upload.staged);
  const { sizeBytes, sha256 } = upload.staged;
  return { fileName: upload.fileName, contentType, sizeBytes, sha256, storageKey };
}
