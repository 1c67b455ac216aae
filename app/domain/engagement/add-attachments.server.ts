import { engagementAttachment } from "#db/schema";
import {
  findFileFaults,
  newAttachmentsSchema,
  refuseTooManyAttachments,
  viewAttachment,
} from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { undo } from "~/values/errors";
import { ATTACHMENT_FILES } from "../../storage/file-types";
import { checkUploads } from "../../storage/upload.server";
import { removeContent, writeContent } from "./attachment-content.server";
import { notifyFollowers } from "./followers.server";
import { countAttachments } from "./queries.server";
import { engagementWithinReach } from "./reach.server";
import { touchEngagement } from "./record.server";

/**
 * Adds files to an engagement, all or none, and notifies its followers. It writes the bytes before the transaction, in
 * many small ones. The transaction writes the metadata rows, which make the files visible.
 */
export const addEngagementAttachments = defineOperation({
  gate: "engagement write",
  input: newAttachmentsSchema,
  refuses: {
    invalid_request: "a file has the wrong type or is too large, or there are too many files",
    forbidden: "the engagement belongs to another command",
  },
  events: ["engagement_attachment_uploaded"],

  check(context, { id, files }) {
    engagementWithinReach(context, id);
    refuseTooManyAttachments(countAttachments(context.db, id), files.length);
  },

  findFaults: (_context, _read, sent) => findFileFaults("files", sent, ATTACHMENT_FILES),

  // Simultaneous uploads may together write more than an engagement may have, until `run` refuses the late ones and
  // removes their bytes. We accept this, because only government users who may write here can do it.
  async prepare(context, { files }) {
    const { db, newId } = context;
    const uploads = await checkUploads(files, ATTACHMENT_FILES, "files");
    const written = uploads.map(({ fileName, contentType, staged: { path, sizeBytes, sha256 } }) => ({
      path,
      row: { id: newId(), fileName, contentType, sizeBytes, sha256 },
    }));
    const rows = written.map(({ row }) => row);
    try {
      for (const { path, row } of written) await writeContent(db, row.id, path);
    } catch (error) {
      await undo(context, () => removeContent(db, idsOf(rows)));
      throw error;
    }
    return rows;
  },
  discard: ({ db }, rows) => removeContent(db, idsOf(rows)),

  run(context, { id: engagementId }, written) {
    const { db, actor, now, audit } = context;
    // Again under the write lock: during the upload, others may have added files or deleted the engagement.
    const present = engagementWithinReach(context, engagementId);
    refuseTooManyAttachments(countAttachments(db, engagementId), written.length);
    const rows = written.map((file) => ({
      ...file,
      engagementId,
      uploadedBy: actor.id,
      createdAt: now.toISOString(),
    }));
    db.insert(engagementAttachment).values(rows).run();
    touchEngagement(db, engagementId, now);
    const notified = notifyFollowers(context, present, {
      title: `Files added: ${present.title}`,
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

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
