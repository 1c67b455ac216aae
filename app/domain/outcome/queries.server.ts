import { desc, eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { submissionOutcome, user } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { reachThrough } from "../../policy/policy";
import { isRecused } from "../submission/in-review.server";
import { findSubmission } from "../submission/queries.server";
import { mayAnswer } from "./authority.server";

function listOf(db: Database, submissionId: string) {
  const { id, outcome, body, sentAt } = submissionOutcome;
  return db
    .select({ id, outcome, body, sentAt, sentBy: { id: user.id, name: user.name } })
    .from(submissionOutcome)
    .innerJoin(user, eq(user.id, submissionOutcome.sentBy))
    .where(eq(submissionOutcome.submissionId, submissionId))
    .orderBy(desc(submissionOutcome.sentAt), desc(id))
    .limit(LIMITS.unpagedRows)
    .all();
}

/** GET /api/gov/submissions/<id>/outcomes: the newest, which is the current one, first. */
export const listOutcomes = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    findSubmission(db, id);
    return listOf(db, id);
  },
});

/** The same for the submission's page, with who owns it and whether the reader may answer. */
export const answersOfSubmission = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db, actor }, { id }) {
    const { status, ownerId } = findSubmission(db, id);
    const owner = ownerId ? db.select({ name: user.name }).from(user).where(eq(user.id, ownerId)).get() : undefined;
    const mayReview = reachThrough("gov write", actor) !== null && !isRecused(db, id, actor.id);
    return {
      status,
      owner: owner?.name ?? null,
      outcomes: listOf(db, id),
      mayReview,
      mayAnswer: mayReview && status !== "ARCHIVED" && mayAnswer(db, actor, { ownerId }),
    };
  },
});
