import { eq } from "drizzle-orm";
import type { Outcome } from "#db/enumerations";
import { submission, submissionOutcome } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { statusWords } from "~/values/labels";
import { markSeen } from "../../routing/read-notifications.server";
import { routeToAssigned } from "../../routing/route-submission.server";
import { submissionInReview } from "../submission/in-review.server";
import { markReviewed } from "../submission/mark-reviewed.server";
import { notifySubmitter } from "../submission/notify-submitter.server";
import { mayAnswer } from "./authority.server";
import { newOutcomeSchema } from "./schema";

/**
 * Answers the submitter, and notifies them once. A submission without an owner gets the sender as its owner, and one that
 * is not reviewed becomes REVIEWED. Nothing changes an answer: a new one replaces it.
 * @returns its id, whether the submitter was notified, and whether it is the submission's first review
 */
export const sendOutcome = defineOperation({
  gate: "gov write",
  input: newOutcomeSchema,
  refuses: {
    invalid_request: "the submission is archived",
    forbidden: "someone else owns the submission, or you recused yourself from it",
    conflict: "someone sent another outcome since",
  },
  events: ["submission_answered", "submission_routed", "submission_reviewed"],

  run(context, { id: submissionId, outcome, body, replaces }) {
    const { db, actor, newId, now, audit } = context;
    const present = submissionInReview(context, submissionId);
    if (present.outcomeId !== replaces) throw new DomainError("conflict", ANSWERED_MEANWHILE);
    if (!mayAnswer(db, actor, present)) {
      throw new DomainError("forbidden", "Only this submission's owner can answer it");
    }
    const target = { targetType: "submission", targetId: submissionId, organizationId: present.organizationId };
    const takes = present.ownerId === null;
    const taken = { submissionId, userId: actor.id, delivery: "SELF" } as const;
    if ((takes || present.status === "SUBMITTED") && routeToAssigned(db, taken, now)) {
      audit("submission_routed", { ...target, details: { matches: 1 } });
    }
    const id = newId();
    const sentAt = now.toISOString();
    db.insert(submissionOutcome)
      .values({ id, submissionId, outcome, body: body ?? "", sentBy: actor.id, sentAt })
      .run();
    db.update(submission)
      .set({ outcomeId: id, updatedAt: sentAt, ...(takes && { ownerId: actor.id }) })
      .where(eq(submission.id, submissionId))
      .run();
    const delivery = notifySubmitter(db, present, notificationOf(present.title, outcome), now);
    audit("submission_answered", {
      ...target,
      details: {
        before: { outcomeId: present.outcomeId, ...(takes && { ownerId: null }) },
        after: { outcomeId: id, outcome, ...(takes && { ownerId: actor.id }) },
        delivery,
      },
    });
    const isReview = present.status !== "REVIEWED";
    if (isReview) markReviewed(context, present, delivery);
    markSeen(db, actor.id, { submissionId });
    return { id, delivery, isReview };
  },
});

const ANSWERED_MEANWHILE =
  "Someone else answered this submission after you opened it. We kept what you typed. Read their answer, then send yours to replace it";

function notificationOf(title: string, outcome: Outcome) {
  return {
    title: `Answered: ${title}`,
    body: (whose: string) =>
      outcome === "NO_ANSWER_PLANNED"
        ? `A government reviewer read ${whose}. No answer is planned.`
        : `A government reviewer answered ${whose}: ${statusWords(outcome)}.`,
  };
}
