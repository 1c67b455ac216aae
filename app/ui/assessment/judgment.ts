import type { QuestionKind } from "#db/enumerations";
import { type Answer, type Answers, READINESS_LEVELS } from "~/domain/assessment/rules";

/* How pages name the parts of an assessment. */

export interface ShownQuestion {
  id: string;
  kind: QuestionKind;
  label: string;
}

export const JUDGMENT_LABELS = {
  relevance: "Relevance",
  readinessLevel: "Technology readiness level (TRL)",
  nextStep: "Next step",
  comment: "Comment",
};

const ANSWER = "answers.";

/** The name of the field that answers a question. Errors have it, too. */
export const answerField = (questionId: string) => ANSWER + questionId;

/** The labels of the answers' fields. */
export const answerLabels = (questions: readonly ShownQuestion[]): Record<string, string> =>
  Object.fromEntries(questions.map(({ id, label }) => [answerField(id), label]));

/** The answers as the values of their fields. */
export const answerValues = (answers: Answers) =>
  Object.fromEntries(Object.entries(answers).map(([id, answer]) => [answerField(id), answer]));

/** For `toInput`: what a form of an assessment sends, as the operation takes it. */
export function judgmentInput(fields: Record<string, unknown>): Record<string, unknown> {
  const level = fields.readinessLevel;
  const answers = Object.entries(fields)
    .filter(([name]) => name.startsWith(ANSWER))
    .map(([name, answer]) => ({ questionId: name.slice(ANSWER.length), answer }));
  return {
    ...fields,
    readinessLevel: typeof level === "string" && /^\d+$/.test(level) ? Number(level) : level,
    answers,
  };
}

export const levelInWords = (level: number) => `${level}. ${READINESS_LEVELS[level - 1] ?? ""}`;

/** An answer in words. */
export function answerInWords(kind: QuestionKind, answer: Answer): string {
  if (kind === "YES_NO") return answer === true ? "Yes" : "No";
  return kind === "SCALE" ? `${answer} of 5` : String(answer);
}
