import { and, eq } from "drizzle-orm";
import { submissionMessage, submissionMessageFile } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { findSubmission } from "../submission/queries.server";
import { submissionOf } from "./own-submission.server";
import { messageFileSchema } from "./schema";

/** Opens a file of a message for government, or for the submission's organization. */
export const downloadMessageFile = defineOperation({
  gate: "submission read",
  input: messageFileSchema,
  events: ["submission_message_file_downloaded"],

  async prepare(context, { id, messageId, fileId }) {
    const { db, files, reach } = context;
    const { organizationId } = reach === "any" ? findSubmission(db, id) : submissionOf(context, id);
    const { fileName, contentType, storageKey } = submissionMessageFile;
    const found = db
      .select({ fileName, contentType, storageKey })
      .from(submissionMessageFile)
      .innerJoin(submissionMessage, eq(submissionMessage.id, submissionMessageFile.messageId))
      .where(
        and(
          eq(submissionMessageFile.id, fileId),
          eq(submissionMessage.id, messageId),
          eq(submissionMessage.submissionId, id),
        ),
      )
      .get();
    const file = found && (await files.open(found.storageKey));
    if (!file) throw notFound();
    return { file, fileName: found.fileName, contentType: found.contentType, organizationId };
  },
  discard: (_services, { file }) => file.stream.cancel(),

  run({ audit }, { id, messageId, fileId }, { organizationId, ...download }) {
    audit("submission_message_file_downloaded", {
      targetType: "submission",
      targetId: id,
      organizationId,
      details: { messageId, fileId, fileName: download.fileName },
    });
    return download;
  },
});
