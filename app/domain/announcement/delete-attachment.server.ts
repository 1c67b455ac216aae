import { and, eq } from "drizzle-orm";
import { announcement, announcementAttachment } from "#db/schema";
import { notFound } from "../../errors";
import { attachmentSchema } from "../attachment.server";
import { defineOperation } from "../operation.server";
import { presentAnnouncement } from "./queries.server";

/** Takes a file off an announcement. The file itself, which no row names any more, is swept later. */
export const deleteAnnouncementAttachment = defineOperation({
  gate: "publisher",
  input: attachmentSchema,
  events: ["announcement_attachment_deleted"],

  run({ db, now, audit }, { id, attachmentId }) {
    presentAnnouncement(db, id);
    const deleted = db
      .delete(announcementAttachment)
      .where(and(eq(announcementAttachment.id, attachmentId), eq(announcementAttachment.announcementId, id)))
      .returning()
      .get();
    if (!deleted) throw notFound();
    db.update(announcement).set({ updatedAt: now.toISOString() }).where(eq(announcement.id, id)).run();
    const { fileName, sizeBytes } = deleted;
    audit("announcement_attachment_deleted", {
      targetType: "announcement",
      targetId: id,
      details: { before: { attachmentId, fileName, sizeBytes } },
    });
    return { id: attachmentId };
  },
});
