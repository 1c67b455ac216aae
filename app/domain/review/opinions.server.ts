import { and, count, eq } from "drizzle-orm";
import { reviewOpinion } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { submissionInReview } from "../submission/in-review.server";
import { findReviewer } from "./reviewers.server";
import { opinionSchema } from "./schema";

const ofPerson = ({ id, userId }: { id: string; userId: string }) =>
  and(eq(reviewOpinion.submissionId, id), eq(reviewOpinion.userId, userId));

/** Asks a colleague for an opinion on a submission, and tells them. Asking again changes nothing. */
export const askForOpinion = defineOperation({
  gate: "gov write",
  input: opinionSchema,
  refuses: {
    invalid_request:
      "the submission is archived, the person is no active reviewer or recused themselves, or too many people are asked",
    forbidden: "you recused yourself from the submission",
  },
  events: ["submission_opinion_asked"],

  run(context, { id, userId }) {
    const { db, actor, now, audit } = context;
    const { organizationId, title } = submissionInReview(context, id);
    findReviewer(db, id, userId, "userId");
    if (db.select().from(reviewOpinion).where(ofPerson({ id, userId })).get()) return { id, userId };
    const asked = db.select({ total: count() }).from(reviewOpinion).where(eq(reviewOpinion.submissionId, id)).get();
    if ((asked?.total ?? 0) >= LIMITS.opinionsPerSubmission) {
      throw new DomainError("invalid_request", `At most ${LIMITS.opinionsPerSubmission} people can be asked`);
    }
    db.insert(reviewOpinion).values({ submissionId: id, userId, askedBy: actor.id, askedAt: now.toISOString() }).run();
    const notification = {
      kind: "SYSTEM",
      title: `Your opinion, please: ${title}`,
      body: `${actor.name} asks what you think of this submission.`,
      linkUrl: LINK_TO.reviewedSubmission(id),
      tags: [],
    } as const;
    if (userId !== actor.id) deliverTo(db, [{ userId }], notification, now);
    audit("submission_opinion_asked", {
      targetType: "submission",
      targetId: id,
      organizationId,
      details: { after: { userId } },
    });
    return { id, userId };
  },
});

/** Takes back the request for an opinion. What the person wrote stays. */
export const withdrawOpinion = defineOperation({
  gate: "gov write",
  input: opinionSchema,
  refuses: {
    invalid_request: "the submission is archived",
    forbidden: "you recused yourself from the submission",
    not_found: "the person is not asked",
  },
  events: ["submission_opinion_withdrawn"],

  run(context, { id, userId }) {
    const { db, audit } = context;
    const { organizationId } = submissionInReview(context, id);
    if (db.delete(reviewOpinion).where(ofPerson({ id, userId })).run().changes === 0) throw notFound();
    audit("submission_opinion_withdrawn", {
      targetType: "submission",
      targetId: id,
      organizationId,
      details: { before: { userId } },
    });
    return { id };
  },
});
