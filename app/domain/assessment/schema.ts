import * as z from "zod";
import { NEXT_STEPS, QUESTION_KINDS, RELEVANCES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { identifier, line, oneOf, optional, paragraphs } from "~/values/text";
import { READINESS_LEVELS } from "./rules";

const LEVEL_MESSAGE = `Choose a level from 1 to ${READINESS_LEVELS.length}`;

const judgment = {
  relevance: optional(oneOf(RELEVANCES)).meta({ description: "How well it fits what the agency needs." }),
  readinessLevel: optional(z.int(LEVEL_MESSAGE).min(1, LEVEL_MESSAGE).max(READINESS_LEVELS.length, LEVEL_MESSAGE)).meta(
    {
      description: "The technology readiness level (TRL), 1 to 9.",
    },
  ),
  nextStep: optional(oneOf(NEXT_STEPS)),
  comment: optional(paragraphs(1, 4000)),
  answers: z
    .array(
      z.object({
        questionId: identifier(),
        answer: z.union([z.string(), z.number(), z.boolean()], "Send an answer").nullable(),
      }),
      "Send a list",
    )
    .max(LIMITS.assessmentQuestions, `Answer at most ${LIMITS.assessmentQuestions} questions`)
    .optional()
    .meta({
      description:
        "Answers to the further questions: text, true or false, or 1 to 5, as the question's kind says. Null removes an answer. Questions that you leave out keep theirs.",
    }),
};

const example = {
  relevance: "HIGH",
  readinessLevel: 6,
  nextStep: "MEET",
  comment: "The prototype flew at the winter trial.",
  answers: [{ questionId: "019cb3f2-0b44-7d68-8c1a-7e6f5d4c3b2b", answer: true }],
};

/** PUT /api/gov/submissions/<id>/assessment. */
export const opinionSchema = z.object({ id: z.string(), ...judgment }).meta({ examples: [example] });

/** PUT /api/gov/submissions/<id>/conclusion. */
export const conclusionSchema = z
  .object({
    id: z.string(),
    ...judgment,
    replaces: z.string().max(64).nullable().optional().meta({
      description:
        "The `updatedAt` of the conclusion that you read, or null if there was none. If it has changed since, the response is 409. Leave it out to replace any conclusion.",
    }),
  })
  .meta({ examples: [{ ...example, replaces: null }] });

const questions = z
  .array(
    z.object({
      id: identifier().optional().meta({ description: "The question that it was before. New ones have none." }),
      kind: oneOf(QUESTION_KINDS).meta({ description: "TEXT, YES_NO, or SCALE (1 to 5)." }),
      label: line(3, 255),
    }),
    "Send a list",
  )
  .max(LIMITS.assessmentQuestions, `Ask at most ${LIMITS.assessmentQuestions} questions`);

const exampleQuestions = { questions: [{ kind: "YES_NO", label: "Is a prototype available for a trial?" }] };

/** PUT /api/gov/admin/questions. */
export const defaultQuestionsSchema = z.object({ questions }).meta({ examples: [exampleQuestions] });

/** PUT /api/gov/calls/<id>/questions. */
export const callQuestionsSchema = z.object({ id: z.string(), questions }).meta({ examples: [exampleQuestions] });
