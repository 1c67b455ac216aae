import { eq } from "drizzle-orm";
import { submission } from "#db/schema";
import { DomainError } from "../../errors";
import { statusWords } from "../../labels";
import { deliverTo } from "../../routing/deliver.server";
import { tagsOf } from "../../routing/tags";
import { defineOperation } from "../operation.server";
import { findSubmission } from "./queries.server";
import { maySetStatus } from "./rules";
import { submissionStatusSchema } from "./schema";

/** Marks a submission reviewed, and tells its submitter; or archives it. */
export const setSubmissionStatus = defineOperation({
  gate: "gov write",
  input: submissionStatusSchema,
  refuses: { invalid_request: "the submission cannot make this move" },
  events: ["submission_reviewed", "submission_archived"],

  run({ db, actor, now, audit }, { id, status }) {
    const present = findSubmission(db, id);
    if (!maySetStatus(present.status, status)) {
      throw new DomainError(
        "invalid_request",
        `A submission that is ${statusWords(present.status)} cannot become ${statusWords(status)}`,
      );
    }
    const at = now.toISOString();
    const columns = status === "REVIEWED" ? { reviewedAt: at, reviewedBy: actor.id } : { archivedAt: at };
    db.update(submission)
      .set({ status, ...columns, updatedAt: at })
      .where(eq(submission.id, id))
      .run();
    if (status === "REVIEWED") {
      const notice = {
        kind: "SYSTEM",
        title: `Reviewed: ${present.title}`,
        body: "Your submission was reviewed by the government.",
        linkUrl: `/portal/submissions/${id}`,
        tags: tagsOf(present.techTags),
        submissionId: id,
      } as const;
      deliverTo(db, [present.submittedBy], notice, now);
    }
    audit(status === "REVIEWED" ? "submission_reviewed" : "submission_archived", {
      targetType: "submission",
      targetId: id,
      organizationId: present.organizationId,
      details: { before: { status: present.status }, after: { status } },
    });
    return { id, status };
  },
});
