import { count, eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { engagementAttachment } from "#db/schema";
import { ATTACHMENT_FILE_TYPES } from "../../storage/file-types";
import { checkUpload, type UploadedFile } from "../../storage/upload.server";
import { newAttachmentsSchema, refuseTooManyAttachments, viewAttachment } from "../attachment.server";
import { defineOperation } from "../operation.server";
import { removeContent, writeContent } from "./attachment-content.server";
import { tellFollowers, touchEngagement } from "./followers.server";
import { engagementWithinReach } from "./reach.server";

/**
 * Adds files to an engagement, all of them or none, and tells those who follow it. Their bytes are written before the
 * transaction, in many small ones; the metadata rows, which make them visible, are written by it.
 */
export const addEngagementAttachments = defineOperation({
  gate: "engagement write",
  input: newAttachmentsSchema,
  events: ["engagement_attachment_uploaded"],

  check(context, { id, files }) {
    engagementWithinReach(context, id);
    refuseTooManyAttachments(countAttachments(context.db, id), files.length);
  },

  async prepare({ db, newId }, { files }) {
    const checked = [];
    for (const upload of files) {
      const contentType = await checkUpload(upload, ATTACHMENT_FILE_TYPES, "files");
      checked.push({ ...metadataOf(upload), id: newId(), contentType });
    }
    try {
      for (const [index, { staged }] of files.entries()) await writeContent(db, checked[index]?.id ?? "", staged.path);
    } catch (error) {
      await removeContent(db, idsOf(checked));
      throw error;
    }
    return checked;
  },
  discard: ({ db }, checked) => removeContent(db, idsOf(checked)),

  run(context, { id: engagementId }, checked) {
    const { db, actor, now, audit } = context;
    // Again with the write lock held: others may have added theirs, or deleted the engagement, while the bytes came in.
    const present = engagementWithinReach(context, engagementId);
    refuseTooManyAttachments(countAttachments(db, engagementId), checked.length);
    const rows = checked.map((file) => ({
      ...file,
      engagementId,
      uploadedBy: actor.id,
      createdAt: now.toISOString(),
    }));
    db.insert(engagementAttachment).values(rows).run();
    touchEngagement(db, engagementId, now);
    const notified = tellFollowers(context, present, {
      title: `Files added to ${present.title}`,
      body: `added ${rows.map(({ fileName }) => fileName).join(", ")}`,
    });
    for (const { id: attachmentId, fileName, sizeBytes } of rows) {
      audit("engagement_attachment_uploaded", {
        targetType: "engagement",
        targetId: engagementId,
        organizationId: present.organizationId,
        details: { after: { attachmentId, fileName, sizeBytes }, notified },
      });
    }
    return rows.map(viewAttachment);
  },
});

function countAttachments(db: Database, engagementId: string): number {
  const of = eq(engagementAttachment.engagementId, engagementId);
  return db.select({ total: count() }).from(engagementAttachment).where(of).get()?.total ?? 0;
}

const metadataOf = ({ fileName, staged: { sizeBytes, sha256 } }: UploadedFile) => ({ fileName, sizeBytes, sha256 });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
