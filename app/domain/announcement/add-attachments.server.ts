import { announcementAttachment } from "#db/schema";
import {
  findFileFaults,
  newAttachmentsSchema,
  refuseTooManyAttachments,
  viewAttachment,
} from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { ATTACHMENT_FILES } from "../../storage/file-types";
import { removeStored, storeUploads } from "../../storage/upload.server";
import { countAttachments, findAnnouncement } from "./queries.server";
import { touchAnnouncement } from "./record.server";

/** Attaches files to an announcement, all or none. */
export const addAnnouncementAttachments = defineOperation({
  gate: "publisher",
  input: newAttachmentsSchema,
  refuses: { invalid_request: "a file has the wrong type or is too large, or there are too many files" },
  events: ["announcement_attachment_uploaded"],

  check({ db }, { id, files }) {
    findAnnouncement(db, id);
    refuseTooManyAttachments(countAttachments(db, id), files.length);
  },

  findFaults: (_context, _read, sent) => findFileFaults("files", sent, ATTACHMENT_FILES),

  prepare: (context, { files }) => storeUploads(context, files, ATTACHMENT_FILES, "files"),
  discard: ({ files: store }, stored) => removeStored(store, stored),

  run({ db, actor, newId, now, audit }, { id }, stored) {
    // Again under the write lock: during the upload, the announcement may have been deleted or filled.
    findAnnouncement(db, id);
    refuseTooManyAttachments(countAttachments(db, id), stored.length);
    const rows = stored.map((file) => ({
      ...file,
      id: newId(),
      announcementId: id,
      uploadedBy: actor.id,
      createdAt: now.toISOString(),
    }));
    db.insert(announcementAttachment).values(rows).run();
    touchAnnouncement(db, id, now);
    for (const { id: attachmentId, fileName, sizeBytes } of rows) {
      audit("announcement_attachment_uploaded", {
        targetType: "announcement",
        targetId: id,
        details: { after: { attachmentId, fileName, sizeBytes } },
      });
    }
    return rows.map(viewAttachment);
  },
});
