import { asc, eq } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { assessment, user } from "#db/schema";
import { versionOf } from "~/operations/edited-record.server";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { findSubmission } from "../submission/queries.server";
import { type Question, questionsAbout } from "./questions.server";
import { findAssessment, mayConclude } from "./write.server";

const SELECT_QUESTIONS = `
  SELECT id, kind, label FROM assessment_question
  WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position, id`;

/** The questions that are asked now, and then the other ones that someone answered. */
function withAnswered(db: Database, asked: readonly Question[], answered: readonly string[]) {
  const others = answered.filter((id) => !asked.some((question) => question.id === id));
  const retired = statement<Question>(db, SELECT_QUESTIONS).all(JSON.stringify(others));
  return [
    ...asked.map((question) => ({ ...question, isRetired: false })),
    ...retired.map((question) => ({ ...question, isRetired: true })),
  ];
}

/** GET /api/gov/submissions/<id>/assessments: everyone's opinion, the conclusion, and the questions that they answer. */
export const assessmentsOfSubmission = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const row = findSubmission(db, id);
    const { relevance, readinessLevel, nextStep, comment, answers, createdAt, updatedAt, isConclusion } = assessment;
    const rows = db
      .select({
        id: assessment.id,
        author: { id: user.id, name: user.name },
        ...{ relevance, readinessLevel, nextStep, comment, answers, createdAt, updatedAt, isConclusion },
      })
      .from(assessment)
      .innerJoin(user, eq(user.id, assessment.authorId))
      .where(eq(assessment.submissionId, id))
      .orderBy(asc(createdAt), asc(assessment.id))
      .limit(LIMITS.unpagedRows)
      .all();
    const shown = rows.map(({ isConclusion: concludes, answers: given, ...found }) => ({
      concludes,
      assessment: {
        ...found,
        answers: Object.entries(given).map(([questionId, answer]) => ({ questionId, answer })),
      },
    }));
    const answered = [...new Set(rows.flatMap((found) => Object.keys(found.answers)))];
    return {
      questions: withAnswered(db, questionsAbout(db, row), answered),
      opinions: shown.filter(({ concludes }) => !concludes).map((found) => found.assessment),
      conclusion: shown.find(({ concludes }) => concludes)?.assessment ?? null,
    };
  },
});

/** What the forms of a submission's page begin with: the caller's own opinion and, for its owner, the conclusion. */
export const assessmentForms = defineQuery({
  gate: "gov write",
  input: recordSchema,
  run({ db, actor }, { id }) {
    const row = findSubmission(db, id);
    return {
      questions: questionsAbout(db, row),
      opinion: findAssessment(db, id, { authorId: actor.id }) ?? null,
      conclusion: mayConclude(db, actor, row)
        ? {
            values: findAssessment(db, id, "conclusion") ?? null,
            readAt: versionOf(db, { kind: "conclusion", id }),
          }
        : null,
    };
  },
});
