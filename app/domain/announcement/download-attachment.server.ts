import { and, eq } from "drizzle-orm";
import { announcementAttachment } from "#db/schema";
import { attachmentSchema } from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { reachThrough } from "../../policy/policy";
import { findAnnouncement } from "./queries.server";
import { announcementStatus } from "./rules";

/** Opens a file of an announcement: for anyone signed in if it is published, otherwise only for government. */
export const downloadAnnouncementAttachment = defineOperation({
  gate: "signed in",
  input: attachmentSchema,
  events: ["announcement_attachment_downloaded"],

  async prepare({ db, files, actor, now }, { id, attachmentId }) {
    const isPublic = announcementStatus(findAnnouncement(db, id), now) === "PUBLISHED";
    if (!isPublic && reachThrough("gov read", actor) === null) throw notFound();
    const { fileName, contentType, storageKey } = announcementAttachment;
    const found = db
      .select({ fileName, contentType, storageKey })
      .from(announcementAttachment)
      .where(and(eq(announcementAttachment.id, attachmentId), eq(announcementAttachment.announcementId, id)))
      .get();
    const file = found && (await files.open(found.storageKey));
    if (!file) throw notFound();
    return { file, fileName: found.fileName, contentType: found.contentType };
  },
  discard: (_services, { file }) => file.stream.cancel(),

  run({ audit }, { id, attachmentId }, download) {
    audit("announcement_attachment_downloaded", {
      targetType: "announcement",
      targetId: id,
      details: { attachmentId, fileName: download.fileName },
    });
    return download;
  },
});
