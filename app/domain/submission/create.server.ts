import { eq } from "drizzle-orm";
import { call, submission } from "#db/schema";
import { invalidField } from "../../errors";
import { LIMITS, MB, RATE_LIMITS } from "../../limits";
import { organizationOf } from "../../policy/policy";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notices.server";
import { listFollowers } from "../../routing/route-submission.server";
import { namesOfTypes, SUBMISSION_FILE_TYPES } from "../../storage/file-types";
import { storeUpload } from "../../storage/upload.server";
import { uploadedFiles } from "../attachment.server";
import { takesSubmissions } from "../call/rules";
import { defineOperation, type ReadContext } from "../operation.server";
import { routeAudited } from "./route.server";
import { submissionFieldsSchema } from "./schema";

const NO_FILE = { fileName: null, contentType: null, sizeBytes: null, sha256: null, storageKey: null };

const FILE_DESCRIPTION = `${namesOfTypes(SUBMISSION_FILE_TYPES)}, of at most ${LIMITS.fileBytes / MB} MB (${LIMITS.fileBytes} bytes), holding what its name says. One of no bytes counts as none.`;

/** Creates a submission of the caller's organization, and routes it. */
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
    invalid_request: "the call takes no submissions, or the file is not of a kind that is taken, or is too large",
  },
  limit: RATE_LIMITS.submission,
  events: ["submission_created", "submission_routed", "submission_routing_failed"],

  check: (context, { callId }) => refuseClosedCall(context, callId),

  async prepare({ files }, { file: [upload] }) {
    return upload ? storeUpload(files, upload, SUBMISSION_FILE_TYPES, "file") : null;
  },
  async discard({ files }, stored) {
    if (stored) await files.remove(stored.storageKey);
  },

  run(context, { type, title, summary, techTags, callId }, stored) {
    const { db, actor, newId, now, audit } = context;
    // Again with the write lock held: the call may have closed while the file came in.
    refuseClosedCall(context, callId);
    const id = newId();
    db.insert(submission)
      .values({
        id,
        organizationId: organizationOf(actor),
        submittedBy: actor.id,
        callId: callId ?? null,
        type,
        title,
        summary,
        techTags: techTags ?? "",
        ...(stored ?? NO_FILE),
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .run();
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
      },
    });
    if (callId) markSeen(db, actor.id, { link: LINK_TO.call(callId) });
    routeAudited(context, id, listFollowers(db));
    return { id };
  },
});

function refuseClosedCall({ db, now }: Pick<ReadContext, "db" | "now">, callId: string | null | undefined): void {
  if (!callId) return;
  const { status, releasesAt, closesAt } = call;
  const found = db.select({ status, releasesAt, closesAt }).from(call).where(eq(call.id, callId)).get();
  if (!found || !takesSubmissions(found, now)) throw invalidField("callId", "names no call that takes submissions");
}
