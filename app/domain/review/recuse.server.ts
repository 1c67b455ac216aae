import { and, eq } from "drizzle-orm";
import { reviewOpinion, reviewRecusal, submissionMatch } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { submissionInReview } from "../submission/in-review.server";
import { recusalSchema } from "./schema";
import { giveTo } from "./set-owner.server";

/**
 * Takes the caller out of a submission's review for good: out of its owner, reviewers and people asked. The reason is
 * stored, but is not in the audit log.
 */
export const recuse = defineOperation({
  gate: "gov write",
  input: recusalSchema,
  refuses: {
    invalid_request: "the submission is archived",
    forbidden: "you recused yourself before",
  },
  events: ["submission_owner_changed", "submission_routed", "submission_recused"],

  run(context, { id, reason }) {
    const { db, actor, now, audit } = context;
    const present = submissionInReview(context, id);
    if (present.ownerId === actor.id) giveTo(context, present, null);
    db.insert(reviewRecusal).values({ submissionId: id, userId: actor.id, reason, createdAt: now.toISOString() }).run();
    db.delete(submissionMatch)
      .where(and(eq(submissionMatch.submissionId, id), eq(submissionMatch.userId, actor.id)))
      .run();
    db.delete(reviewOpinion)
      .where(and(eq(reviewOpinion.submissionId, id), eq(reviewOpinion.userId, actor.id)))
      .run();
    const { organizationId } = present;
    audit("submission_recused", { targetType: "submission", targetId: id, organizationId });
    return { id };
  },
});
