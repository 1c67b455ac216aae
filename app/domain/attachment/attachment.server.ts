import * as z from "zod";
import { ATTACHMENT_FILE_TYPES, type FileRules, namesOfTypes } from "~/storage/file-types";
import { findUploadFaults, isUploadedFile, type UploadedFile } from "~/storage/upload.server";
import { findCountFault, NO_FILE_CHOSEN, tooManyFiles } from "~/values/attachment-count";
import { invalidField } from "~/values/errors";
import { LIMITS, MB } from "~/values/limits";
import type { attachment } from "~/values/responses";

/** What files of announcements and of engagements have in common. */

export function uploadedFiles(min: number, max: number) {
  return z
    .array(z.custom<UploadedFile>(isUploadedFile, "Send a file"), "Send files")
    .min(min, NO_FILE_CHOSEN)
    .max(max, tooManyFiles(max));
}

/** POST …/<id>/attachments. */
export const newAttachmentsSchema = z.object({
  id: z.string(),
  files: uploadedFiles(1, LIMITS.attachmentsPerRecord).meta({
    description: `Files (${namesOfTypes(ATTACHMENT_FILE_TYPES)}) of up to ${LIMITS.fileBytes / MB} MB (${LIMITS.fileBytes} bytes) each. The content must match the file extension. A record can have up to ${LIMITS.attachmentsPerRecord} files in total.`,
  }),
});

/** GET and DELETE …/<id>/attachments/<attachmentId>. */
export const attachmentSchema = z.object({ id: z.string(), attachmentId: z.string() });

/**
 * Refuses files that would exceed a record's maximum. Call it under the write lock, because others may be adding files.
 * @throws DomainError invalid_request
 */
export function refuseTooManyAttachments(present: number, added: number): void {
  const fault = findCountFault(present, added);
  if (fault !== null) throw invalidField("files", "too_many", fault);
}

/** Finds errors in a form's files, for an operation's `findFaults`. Other code checks their number. */
export async function findFileFaults(field: string, sent: Record<string, unknown>, rules: FileRules) {
  const uploads = [sent[field] ?? []].flat().filter(isUploadedFile);
  return { [field]: await findUploadFaults(uploads, rules) };
}

type AttachmentRow = z.infer<typeof attachment>;

export function viewAttachment({ id, fileName, contentType, sizeBytes, createdAt }: AttachmentRow): AttachmentRow {
  return { id, fileName, contentType, sizeBytes, createdAt };
}
