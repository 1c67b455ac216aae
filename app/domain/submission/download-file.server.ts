import { defineOperation } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { findSubmission } from "./queries.server";

/** Opens a submission's file for government, or for the organization that sent it. */
export const downloadSubmissionFile = defineOperation({
  gate: "submission read",
  input: recordSchema,
  refuses: { forbidden: "another organization submitted it", not_found: "it has no file" },
  events: ["submission_file_downloaded"],

  async prepare({ db, files, actor, reach }, { id }) {
    const { organizationId: owner, fileName, contentType, storageKey } = findSubmission(db, id);
    if (reach !== "any" && owner !== actor.organizationId) throw new DomainError("forbidden");
    if (fileName === null || contentType === null || storageKey === null) throw notFound();
    const file = await files.open(storageKey);
    if (!file) throw notFound();
    return { file, fileName, contentType, owner };
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
