import { type Database, statement } from "#db/open";
import type { submission } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { reachThrough } from "../../policy/policy";
import { findSubmission } from "./queries.server";

/** Whether a person recused themselves from a submission. */
export const isRecused = (db: Database, submissionId: string, userId: string): boolean =>
  statement(db, "SELECT 1 FROM review_recusal WHERE submission_id = ? AND user_id = ?").get(submissionId, userId) !==
  undefined;

/** @throws DomainError forbidden if the person recused themselves: they take no part in the review anymore */
export function refuseRecused(db: Database, submissionId: string, userId: string): void {
  if (isRecused(db, submissionId, userId))
    throw new DomainError("forbidden", "You recused yourself from this submission");
}

/** Whether the caller may take part in a submission's review now: a shorter answer to `submissionInReview`, for pages. */
export const mayReviewSubmission = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db, actor }, { id }) =>
    reachThrough("gov write", actor) !== null &&
    findSubmission(db, id).status !== "ARCHIVED" &&
    !isRecused(db, id, actor.id),
});

/**
 * A submission for someone who is about to take part in its review. Every write of a review begins with this, under the
 * write lock.
 * @returns its whole row
 * @throws DomainError not_found; forbidden if the person recused themselves; invalid_request if it is archived
 */
export function submissionInReview(
  { db, actor }: { db: Database; actor: { id: string } },
  id: string,
): typeof submission.$inferSelect {
  const found = findSubmission(db, id);
  refuseRecused(db, id, actor.id);
  if (found.status === "ARCHIVED") throw new DomainError("invalid_request", "This submission is archived");
  return found;
}
