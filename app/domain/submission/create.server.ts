import { eq } from "drizzle-orm";
import { statement } from "#db/open";
import { call } from "#db/schema";
import { findFileFaults, uploadedFiles } from "~/domain/attachment/attachment.server";
import { defineOperation, type ReadContext } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { LIMITS, MB, RATE_LIMITS } from "~/values/limits";
import { organizationOf } from "../../policy/policy";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notifications.server";
import { listFollowers } from "../../routing/route-submission.server";
import { namesOfTypes, SUBMISSION_FILES } from "../../storage/file-types";
import { removeStored, storeUploads } from "../../storage/upload.server";
import { findCall } from "../call/queries.server";
import { promisedDays, takesSubmissions } from "../call/rules";
import { promisedDay } from "../promise/clock";
import { routeAudited } from "./route.server";
import { submissionFieldsSchema } from "./schema";

const NO_FILE = { fileName: null, contentType: null, sizeBytes: null, sha256: null, storageKey: null };

const INSERT = `
  INSERT INTO submission (id, organization_id, submitted_by, call_id, type, title, summary, tech_tags, file_name,
    content_type, size_bytes, sha256, storage_key, answer_by, created_at, updated_at)
  VALUES (@id, @organizationId, @submittedBy, @callId, @type, @title, @summary, @techTags, @fileName,
    @contentType, @sizeBytes, @sha256, @storageKey, @answerBy, @now, @now)`;

const FILE_DESCRIPTION = `One file (${namesOfTypes(SUBMISSION_FILES.types)}) of up to ${LIMITS.fileBytes / MB} MB (${LIMITS.fileBytes} bytes). The content must match the file extension. An empty file counts as no file.`;

/** Creates a submission of the caller's organization, and routes it to reviewers. It fixes the day of the promised answer. */
export const createSubmission = defineOperation({
  gate: "industry",
  input: submissionFieldsSchema
    .extend({ file: uploadedFiles(0, 1).default([]).meta({ description: FILE_DESCRIPTION }) })
    .meta({
      examples: [
        {
          type: "WHITE_PAPER",
          title: "Passive acoustic sensing of small aircraft",
          summary: "How arrays of microphones find and classify small unmanned aircraft.",
          techTags: "counter-uas, sensors",
          callId: "019cb0a4-52f6-7c81-b3d9-4e6a7f8091c2",
        },
      ],
    }),
  refuses: {
    invalid_request: "the call takes no submissions, or the file has the wrong type or is too large",
  },
  limit: RATE_LIMITS.submission,
  events: ["submission_created", "submission_routed", "submission_routing_failed"],

  findFaults: async (context, { callId }, sent) => ({
    callId: takesSubmission(context, callId) ? [] : [{ code: "not_allowed", message: CLOSED_CALL }],
    ...(await findFileFaults("file", sent, SUBMISSION_FILES)),
  }),

  prepare: (context, { file }) => storeUploads(context, file, SUBMISSION_FILES, "file"),
  discard: ({ files }, stored) => removeStored(files, stored),

  run(context, { type, title, summary, techTags, callId }, [stored]) {
    const { db, actor, newId, now, audit, settings } = context;
    // Again under the write lock: the call may have closed during the upload.
    if (!takesSubmission(context, callId)) throw invalidField("callId", "not_allowed", CLOSED_CALL);
    const id = newId();
    const days = promisedDays(settings, callId ? findCall(db, callId) : null);
    const answerBy = promisedDay(settings.workingCalendar, now, days);
    statement(db, INSERT).run({
      id,
      organizationId: organizationOf(actor),
      submittedBy: actor.id,
      callId: callId ?? null,
      type,
      title,
      summary,
      techTags: techTags ?? "",
      ...(stored ?? NO_FILE),
      answerBy,
      now: now.toISOString(),
    });
    audit("submission_created", {
      targetType: "submission",
      targetId: id,
      details: {
        after: {
          type,
          title,
          techTags: techTags ?? "",
          callId: callId ?? null,
          ...(stored && { fileName: stored.fileName, sizeBytes: stored.sizeBytes }),
        },
        promisedDays: days,
        answerBy,
      },
    });
    if (callId) markSeen(db, actor.id, { link: LINK_TO.call(callId) });
    routeAudited(context, id, listFollowers(db));
    return { id, answerBy };
  },
});

const CLOSED_CALL = "Choose a call that is open for submissions";

/** Whether a call takes submissions. A submission without a call is always taken. */
function takesSubmission({ db, now }: Pick<ReadContext, "db" | "now">, id: string | null | undefined): boolean {
  if (!id) return true;
  const { status, releasesAt, closesAt } = call;
  const found = db.select({ status, releasesAt, closesAt }).from(call).where(eq(call.id, id)).get();
  return found !== undefined && takesSubmissions(found, now);
}
