import { eq } from "drizzle-orm";
import type * as z from "zod";
import { submission } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { statusWords } from "~/values/labels";
import { markSeen } from "../../routing/read-notifications.server";
import { refuseRecused } from "./in-review.server";
import { markReviewed } from "./mark-reviewed.server";
import { notifySubmitter } from "./notify-submitter.server";
import { findSubmission } from "./queries.server";
import { maySetStatus } from "./rules";
import type { submissionStatusSchema } from "./schema";

type Context = WriteContext<"gov write", "submission_reviewed" | "submission_archived">;

/**
 * Changes the status of a submission, in the open transaction, and notifies its submitter of a review.
 * @throws DomainError as `setSubmissionStatus` states
 */
export function changeStatus(context: Context, { id, status }: z.output<typeof submissionStatusSchema>) {
  const { db, actor, now, audit } = context;
  const present = findSubmission(db, id);
  refuseRecused(db, id, actor.id);
  if (!maySetStatus(present.status, status)) {
    throw new DomainError(
      "invalid_request",
      `A submission that is ${statusWords(present.status)} cannot become ${statusWords(status)}`,
    );
  }
  markSeen(db, actor.id, { submissionId: id });
  if (status === "REVIEWED") {
    const title = `Reviewed: ${present.title}`;
    const body = (whose: string) => `A government reviewer read ${whose}.`;
    const reviewDelivery = notifySubmitter(db, present, { title, body, isOnce: true }, now);
    markReviewed(context, present, reviewDelivery);
    return { id, status, reviewDelivery };
  }
  const at = now.toISOString();
  db.update(submission).set({ status, archivedAt: at, updatedAt: at }).where(eq(submission.id, id)).run();
  audit("submission_archived", {
    targetType: "submission",
    targetId: id,
    organizationId: present.organizationId,
    details: { before: { status: present.status }, after: { status } },
  });
  return { id, status, reviewDelivery: null };
}
