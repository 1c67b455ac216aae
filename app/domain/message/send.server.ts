import { findFileFaults, uploadedFiles } from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { LIMITS, MB, RATE_LIMITS } from "~/values/limits";
import { namesOfTypes } from "../../storage/file-types";
import { removeStored, storeUploads } from "../../storage/upload.server";
import { submissionInReview } from "../submission/in-review.server";
import { notifyOrganization, notifyReviewers } from "./notify.server";
import { openSubmissionOf } from "./own-submission.server";
import { MESSAGE_FILES } from "./rules";
import { governmentMessageFieldsSchema, messageFieldsSchema } from "./schema";
import { refuseFullThread, writeMessage } from "./thread.server";

const files = uploadedFiles(0, LIMITS.filesPerMessage)
  .default([])
  .meta({
    description: `Up to ${LIMITS.filesPerMessage} files (${namesOfTypes(MESSAGE_FILES.types)}) of up to ${LIMITS.fileBytes / MB} MB (${LIMITS.fileBytes} bytes) each. The content must match the file extension. A message with files is sent as multipart/form-data.`,
  });

/** POST /api/portal/submissions/<id>/messages. */
const newMessageSchema = messageFieldsSchema
  .extend({ files })
  .meta({ examples: [{ body: "600 m, with eight microphones." }] });

/** POST /api/gov/submissions/<id>/messages. */
const newGovernmentMessageSchema = governmentMessageFieldsSchema
  .extend({ files })
  .meta({ examples: [{ body: "Which range did you measure, and with how many microphones?", asksAnswer: true }] });

/** Sends a message of the government to a submission's organization, which does not see who wrote it. */
export const sendMessage = defineOperation({
  gate: "gov write",
  input: newGovernmentMessageSchema,
  refuses: {
    invalid_request: "the submission is archived, there are too many messages, or a file is not accepted",
    forbidden: "you recused yourself from the submission",
  },
  events: ["submission_message_sent"],

  check(context, { id }) {
    submissionInReview(context, id);
    refuseFullThread(context.db, id, "GOVERNMENT");
  },
  findFaults: (_context, _read, sent) => findFileFaults("files", sent, MESSAGE_FILES),
  prepare: (context, { files }) => storeUploads(context, files, MESSAGE_FILES, "files"),
  discard: ({ files }, stored) => removeStored(files, stored),

  run(context, { id, body, asksAnswer }, stored) {
    const { db, now } = context;
    // Again under the write lock: the submission may have been archived during the upload.
    const present = submissionInReview(context, id);
    return writeMessage(context, present, { side: "GOVERNMENT", body, asksAnswer, stored }, () =>
      notifyOrganization(db, present, asksAnswer, now),
    );
  },
});

/** Sends a message of an organization to the reviewers of its submission. It answers any open question. */
export const sendOwnMessage = defineOperation({
  gate: "industry",
  input: newMessageSchema,
  refuses: { invalid_request: "the submission is archived, there are too many messages, or a file is not accepted" },
  limit: RATE_LIMITS.message,
  events: ["submission_message_sent"],

  check(context, { id }) {
    openSubmissionOf(context, id);
    refuseFullThread(context.db, id, "INDUSTRY");
  },
  findFaults: (_context, _read, sent) => findFileFaults("files", sent, MESSAGE_FILES),
  prepare: (context, { files }) => storeUploads(context, files, MESSAGE_FILES, "files"),
  discard: ({ files }, stored) => removeStored(files, stored),

  run(context, { id, body }, stored) {
    const { db, actor, now } = context;
    const present = openSubmissionOf(context, id);
    return writeMessage(context, present, { side: "INDUSTRY", body, asksAnswer: false, stored }, () =>
      notifyReviewers(db, present, actor.name, now),
    );
  },
});
