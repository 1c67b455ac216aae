import { NOT_YET, refuseOvertakenEdit } from "~/operations/edited-record.server";
import { defineOperation } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { submissionInReview } from "../submission/in-review.server";
import { conclusionSchema } from "./schema";
import { mayConclude, writeAssessment } from "./write.server";

/** Writes or replaces the conclusion of a submission's review. The audit log has its id, not its text. */
export const concludeReview = defineOperation({
  gate: "gov write",
  input: conclusionSchema,
  refuses: {
    forbidden: "the submission has no owner, you are not its owner, or you recused yourself",
    conflict: "someone else changed the conclusion",
  },
  events: ["submission_concluded"],

  run(context, { id: submissionId, replaces, ...sent }) {
    const { db, actor, audit } = context;
    const row = submissionInReview(context, submissionId);
    if (row.ownerId === null) throw new DomainError("forbidden", "This submission has no owner. Take it first");
    if (!mayConclude(db, actor, row)) {
      throw new DomainError("forbidden", "Only its owner, or someone who can assign it, can write the conclusion");
    }
    if (replaces !== undefined) {
      refuseOvertakenEdit(db, { kind: "conclusion", id: submissionId }, replaces ?? NOT_YET);
    }
    const { id, isChanged } = writeAssessment(context, row, "conclusion", sent);
    if (isChanged) {
      audit("submission_concluded", {
        targetType: "submission",
        targetId: submissionId,
        organizationId: row.organizationId,
        details: { after: { assessmentId: id } },
      });
    }
    return { id };
  },
});
