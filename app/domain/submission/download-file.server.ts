import { defineOperation } from "~/operations/operation.server";
import type { Services } from "~/operations/services";
import { showingOf } from "~/storage/file-types";
import { DomainError, notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { findSubmission } from "./queries.server";

const EVENT = "submission_file_downloaded";

/** Opens a submission's file for government, or for the organization that sent it. */
export const downloadSubmissionFile = defineOperation({
  gate: "submission read",
  input: recordSchema,
  refuses: { forbidden: "another organization submitted it", not_found: "it has no file" },
  events: [EVENT],

  prepare(services, { id }) {
    const found = findSubmission(services.db, id);
    if (services.reach !== "any" && found.organizationId !== services.actor.organizationId) {
      throw new DomainError("forbidden");
    }
    return openFile(services, found);
  },
  discard: (_services, { file }) => file.stream.cancel(),

  run({ audit }, { id }, { owner, ...download }) {
    audit(EVENT, downloaded(id, owner, download));
    return download;
  },
});

/** Opens a submission's document to show it on its page. Reading it there is audited as downloading it is. */
export const showSubmissionDocument = defineOperation({
  gate: "gov read",
  input: recordSchema,
  refuses: { not_found: "it has no file, or one that is only downloaded" },
  events: [EVENT],

  async prepare(services, { id }) {
    const found = findSubmission(services.db, id);
    const showing = showingOf(found.contentType, found.sizeBytes);
    if (!showing) throw notFound();
    return { ...(await openFile(services, found)), showing };
  },
  discard: (_services, { file }) => file.stream.cancel(),

  run({ audit }, { id }, { owner, ...download }) {
    audit(EVENT, downloaded(id, owner, download));
    return download;
  },
});

/** @throws DomainError not_found */
async function openFile({ files }: Pick<Services, "files">, found: ReturnType<typeof findSubmission>) {
  const { organizationId: owner, fileName, contentType, storageKey } = found;
  if (fileName === null || contentType === null || storageKey === null) throw notFound();
  const file = await files.open(storageKey);
  if (!file) throw notFound();
  return { file, fileName, contentType, owner };
}

/** What the audit log records. */
const downloaded = (targetId: string, organizationId: string, { fileName }: { fileName: string }) => ({
  targetType: "submission" as const,
  targetId,
  organizationId,
  details: { fileName },
});
