import { defineOperation } from "~/operations/operation.server";
import { changeStatus } from "./change-status.server";
import { submissionStatusSchema } from "./schema";

/**
 * Archives a submission, or marks it reviewed and notifies its submitter if their settings allow it.
 * @returns its status, and whether the submitter was notified; null when it was archived
 */
export const setSubmissionStatus = defineOperation({
  gate: "gov write",
  input: submissionStatusSchema,
  refuses: {
    invalid_request: "the submission cannot change to this status",
    forbidden: "you recused yourself from the submission",
  },
  events: ["submission_reviewed", "submission_archived"],

  run: changeStatus,
});
