import * as z from "zod";
import {
  NEXT_STEPS,
  OUTCOMES,
  QUESTION_KINDS,
  RELEVANCES,
  SUBMISSION_STATUSES,
  SUBMISSION_TYPES,
} from "#db/enumerations";
import { instant, named, paged } from "~/values/responses";

const exampleQuestion = {
  id: "019cb3f2-0b44-7d68-8c1a-7e6f5d4c3b2b",
  kind: "YES_NO",
  label: "Is a prototype available for a trial?",
};

export const assessmentQuestion = z
  .object({ id: z.string(), kind: z.enum(QUESTION_KINDS), label: z.string() })
  .meta({ id: "AssessmentQuestion", description: "A further question of assessments.", examples: [exampleQuestion] });

/** PUT …/questions and GET /api/gov/admin/questions. */
export const assessmentQuestions = z.object({ questions: z.array(assessmentQuestion) });

const exampleAssessment = {
  id: "019cb3f2-0b44-7d68-8c1a-7e6f5d4c3b2a",
  author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
  relevance: "HIGH",
  readinessLevel: 6,
  nextStep: "MEET",
  comment: "The prototype flew at the winter trial.",
  answers: [{ questionId: exampleQuestion.id, answer: true }],
  createdAt: "2026-03-02T15:00:00.000Z",
  updatedAt: "2026-03-02T15:00:00.000Z",
};

const assessment = z
  .object({
    id: z.string(),
    author: named,
    relevance: z.enum(RELEVANCES).nullable(),
    readinessLevel: z.int().min(1).max(9).nullable(),
    nextStep: z.enum(NEXT_STEPS).nullable(),
    comment: z.string().meta({ description: "Empty if there is none." }),
    answers: z.array(z.object({ questionId: z.string(), answer: z.union([z.string(), z.number(), z.boolean()]) })),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Assessment", description: "What a reviewer thinks of a submission.", examples: [exampleAssessment] });

/** GET /api/gov/submissions/<id>/assessments. */
export const assessments = z
  .object({
    questions: z
      .array(assessmentQuestion.extend({ isRetired: z.boolean() }))
      .meta({ description: "The questions that are asked now, and retired ones that someone answered." }),
    opinions: z.array(assessment).meta({ description: "One of each reviewer, oldest first." }),
    conclusion: assessment.nullable().meta({ description: "The owner's conclusion." }),
  })
  .meta({
    id: "Assessments",
    description: "The assessments of a submission.",
    examples: [
      { questions: [{ ...exampleQuestion, isRetired: false }], opinions: [exampleAssessment], conclusion: null },
    ],
  });

const verdict = assessment.pick({ author: true, relevance: true, readinessLevel: true, nextStep: true });

const comparedSubmission = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.enum(SUBMISSION_TYPES),
    status: z.enum(SUBMISSION_STATUSES),
    createdAt: instant,
    organization: named,
    owner: named.nullable(),
    outcome: z
      .object({ outcome: z.enum(OUTCOMES), sentAt: instant })
      .nullable()
      .meta({ description: "What its organization was answered last." }),
    opinions: z.array(verdict).meta({ description: "One of each reviewer, oldest first." }),
    conclusion: verdict
      .extend({ answers: assessment.shape.answers })
      .nullable()
      .meta({ description: "The owner's conclusion." }),
  })
  .meta({
    id: "ComparedSubmission",
    description: "A submission in a comparison.",
    examples: [
      {
        id: "019cb1d0-6f0e-7c25-9a4e-8d5c6b7a8091",
        title: "Passive acoustic array",
        type: "WHITE_PAPER",
        status: "REVIEWED",
        createdAt: "2026-03-01T15:00:00.000Z",
        organization: { id: "019b1e33-0a6e-7b93-a1d2-5c7e8f904b17", name: "Example Sensors" },
        owner: exampleAssessment.author,
        outcome: { outcome: "INTERESTED", sentAt: "2026-03-03T15:00:00.000Z" },
        opinions: [{ author: exampleAssessment.author, relevance: "HIGH", readinessLevel: 6, nextStep: "MEET" }],
        conclusion: {
          author: exampleAssessment.author,
          relevance: "HIGH",
          readinessLevel: 6,
          nextStep: "MEET",
          answers: [{ questionId: exampleQuestion.id, answer: true }],
        },
      },
    ],
  });
export type ComparedSubmission = z.infer<typeof comparedSubmission>;

/** GET /api/gov/calls/<id>/comparison. */
export const comparison = paged(comparedSubmission).extend({
  questions: z.array(assessmentQuestion).meta({ description: "What the conclusions' answers answer." }),
});
