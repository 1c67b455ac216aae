import { eq } from "drizzle-orm";
import { z } from "zod";
import { submission } from "#db/schema";
import { DomainError, notFound } from "../../errors";
import { defineOperation } from "../operation.server";

/** Opens a submission's file for government, or for the organization that sent it. */
export const downloadSubmissionFile = defineOperation({
  gate: "submission read",
  input: z.object({ id: z.string() }),
  events: ["submission_file_downloaded"],

  async prepare({ db, files, actor, reach }, { id }) {
    const { organizationId, fileName, contentType, storageKey } = submission;
    const found = db
      .select({ organizationId, fileName, contentType, storageKey })
      .from(submission)
      .where(eq(submission.id, id))
      .get();
    if (!found) throw notFound();
    if (reach !== "any" && found.organizationId !== actor.organizationId) throw new DomainError("forbidden");
    if (found.fileName === null || found.contentType === null || found.storageKey === null) throw notFound();
    const file = await files.open(found.storageKey);
    if (!file) throw notFound();
    const { organizationId: owner } = found;
    return { file, fileName: found.fileName, contentType: found.contentType, owner };
  },
  discard: (_services, { file }) => file.stream.cancel(),

  run({ audit }, { id }, { owner, ...download }) {
    audit("submission_file_downloaded", {
      targetType: "submission",
      targetId: id,
      organizationId: owner,
      details: { fileName: download.fileName },
    });
    return download;
  },
});
