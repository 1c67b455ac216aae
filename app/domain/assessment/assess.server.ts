import { defineOperation } from "~/operations/operation.server";
import { submissionInReview } from "../submission/in-review.server";
import { opinionSchema } from "./schema";
import { writeAssessment } from "./write.server";

/** Writes or replaces the caller's own opinion of a submission. The audit log has its id, not its text. */
export const assessSubmission = defineOperation({
  gate: "gov write",
  input: opinionSchema,
  refuses: { forbidden: "you recused yourself from the submission" },
  events: ["submission_assessed"],

  run(context, { id: submissionId, ...sent }) {
    const row = submissionInReview(context, submissionId);
    const { id, isChanged } = writeAssessment(context, row, "opinion", sent);
    if (isChanged) {
      context.audit("submission_assessed", {
        targetType: "submission",
        targetId: submissionId,
        organizationId: row.organizationId,
        details: { after: { assessmentId: id } },
      });
    }
    return { id };
  },
});
