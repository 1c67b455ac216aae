import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type * as z from "zod";
import type { Database } from "#db/open";
import { organization, submission, submissionOutcome, user } from "#db/schema";
import { orderedBy, readPage } from "~/lists/listing.server";
import { type Paged, paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { findCall } from "../call/queries.server";
import { SORT_COLUMNS } from "../submission/queries.server";
import { ownSubmissionListSchema } from "../submission/schema";
import { questionsAbout } from "./questions.server";
import type { ComparedSubmission } from "./responses";
import type { Answers } from "./rules";

/** What a comparison of a call's submissions has: those that are not archived. */
export const isCompared = (callId: string) => and(eq(submission.callId, callId), ne(submission.status, "ARCHIVED"));

/** The opinions on a submission and the conclusion, as JSON. Only the conclusion's answers are shown, and answers are long. */
const VERDICTS = sql<string>`(
  SELECT json_group_array(json_object('isConclusion', is_conclusion, 'answers', json(iif(is_conclusion, answers, '{}')), 'verdict', json_object(
    'author', json_object('id', author_id, 'name', name),
    'relevance', relevance, 'readinessLevel', readiness_level, 'nextStep', next_step)))
  FROM (SELECT assessment.*, user.name FROM assessment JOIN user ON user.id = assessment.author_id
    WHERE assessment.submission_id = ${submission.id}
    ORDER BY assessment.created_at, assessment.id LIMIT ${sql.raw(String(LIMITS.unpagedRows))}))`;

interface StoredVerdict {
  isConclusion: 0 | 1;
  answers: Answers;
  verdict: ComparedSubmission["opinions"][number];
}

function readRows(db: Database, onPage: SQL | undefined, order: SQL[]) {
  const owner = alias(user, "owner");
  const { outcome, sentAt } = submissionOutcome;
  const { id, title, type, status, createdAt } = submission;
  return db
    .select({
      ...{ id, title, type, status, createdAt },
      organization: { id: organization.id, name: organization.name },
      owner: { id: owner.id, name: owner.name },
      outcome: { outcome, sentAt },
      verdicts: VERDICTS,
    })
    .from(submission)
    .innerJoin(organization, eq(organization.id, submission.organizationId))
    .leftJoin(owner, eq(owner.id, submission.ownerId))
    .leftJoin(submissionOutcome, eq(submissionOutcome.id, submission.outcomeId))
    .where(onPage)
    .orderBy(...order)
    .all();
}

function withVerdicts({ verdicts, ...row }: ReturnType<typeof readRows>[number]): ComparedSubmission {
  const stored: StoredVerdict[] = JSON.parse(verdicts);
  const conclusion = stored.find(({ isConclusion }) => isConclusion === 1);
  return {
    ...row,
    opinions: stored.filter(({ isConclusion }) => isConclusion === 0).map(({ verdict }) => verdict),
    conclusion: conclusion
      ? {
          ...conclusion.verdict,
          answers: Object.entries(conclusion.answers).map(([questionId, answer]) => ({ questionId, answer })),
        }
      : null,
  };
}

const { sort } = ownSubmissionListSchema.shape;

/** How a comparison can be ordered. */
export const comparisonOrder = { sort };

/** The order of a comparison. */
export const orderOfComparison = ({ by }: z.output<typeof sort>) => orderedBy(by, SORT_COLUMNS, submission.id);

/**
 * GET /api/gov/calls/<id>/comparison: a call's submissions side by side, each with its owner, what reviewers think of it
 * and what its organization was answered, and the questions that their conclusions answer.
 */
export const compareSubmissions = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ ...paging(LIMITS.listPageSize), ...comparisonOrder }),
  run({ db }, { id, sort, ...size }): Paged<ComparedSubmission> & { questions: ReturnType<typeof questionsAbout> } {
    findCall(db, id);
    const order = orderOfComparison(sort);
    const listing = { key: submission.recordNumber, where: isCompared(id), order };
    const read = (onPage: SQL | undefined) => readRows(db, onPage, order).map(withVerdicts);
    return { ...readPage(db, size, listing, read), questions: questionsAbout(db, { callId: id }) };
  },
});
