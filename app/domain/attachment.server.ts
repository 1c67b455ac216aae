import { z } from "zod";
import { invalidField } from "../errors";
import { LIMITS } from "../limits";
import { isUploadedFile, type UploadedFile } from "../storage/upload.server";

/** What the files of an announcement and of an engagement have in common: how they come, how many, how they are read. */

/** A form's files: `min` to `max` of them. */
export function uploadedFiles(min: number, max: number) {
  return z
    .array(z.custom<UploadedFile>(isUploadedFile, "must be a file"), "must be sent as files")
    .min(min, "Choose at least one file")
    .max(max, `must be at most ${max} ${max === 1 ? "file" : "files"}`);
}

/** POST …/<id>/attachments. */
export const newAttachmentsSchema = z.object({
  id: z.string(),
  files: uploadedFiles(1, LIMITS.attachmentsPerRecord),
});

/** GET and DELETE …/<id>/attachments/<attachmentId>. */
export const attachmentSchema = z.object({ id: z.string(), attachmentId: z.string() });

/**
 * Refuses files that would make a record's attachments too many. Call it with the write lock held, since others may be
 * adding theirs.
 * @throws DomainError invalid_request
 */
export function refuseTooManyAttachments(present: number, added: number): void {
  const { attachmentsPerRecord } = LIMITS;
  if (present + added <= attachmentsPerRecord) return;
  throw invalidField("files", `must be at most ${attachmentsPerRecord} in all, and ${present} are here already`);
}

interface AttachmentRow {
  id: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  createdAt: string;
}

/** An attachment as it is read (specification, "Announcement attachment and engagement attachment"). */
export function viewAttachment({ id, fileName, contentType, sizeBytes, createdAt }: AttachmentRow): AttachmentRow {
  return { id, fileName, contentType, sizeBytes, createdAt };
}
