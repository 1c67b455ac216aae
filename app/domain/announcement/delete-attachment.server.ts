import { and, eq } from "drizzle-orm";
import { announcementAttachment } from "#db/schema";
import { attachmentSchema } from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { findAnnouncement } from "./queries.server";
import { touchAnnouncement } from "./record.server";

/** Removes a file from an announcement. No row names the file any more, so a later cleanup deletes it. */
export const deleteAnnouncementAttachment = defineOperation({
  gate: "publisher",
  input: attachmentSchema,
  events: ["announcement_attachment_deleted"],

  run({ db, now, audit }, { id, attachmentId }) {
    findAnnouncement(db, id);
    const deleted = db
      .delete(announcementAttachment)
      .where(and(eq(announcementAttachment.id, attachmentId), eq(announcementAttachment.announcementId, id)))
      .returning()
      .get();
    if (!deleted) throw notFound();
    touchAnnouncement(db, id, now);
    const { fileName, sizeBytes } = deleted;
    audit("announcement_attachment_deleted", {
      targetType: "announcement",
      targetId: id,
      details: { before: { attachmentId, fileName, sizeBytes } },
    });
    return { id: attachmentId };
  },
});
