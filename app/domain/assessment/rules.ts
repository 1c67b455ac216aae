import type { NextStep, Relevance } from "#db/enumerations";

/** Technology readiness levels 1 to 9, in short words of NASA and the Department of Defense. */
export const READINESS_LEVELS = [
  "Basic principles observed and reported",
  "Technology concept or application formulated",
  "Experimental proof of concept",
  "Component validated in a laboratory",
  "Component validated in a relevant environment",
  "Prototype demonstrated in a relevant environment",
  "Prototype demonstrated in an operational environment",
  "System completed, tested and qualified",
  "System proven in successful operation",
] as const;

export type Answer = string | number | boolean;
export type Answers = Record<string, Answer>;

/** What an assessment says. */
export interface Judgment {
  relevance: Relevance | null;
  readinessLevel: number | null;
  nextStep: NextStep | null;
  comment: string;
  answers: Answers;
}

/** Whether an assessment says nothing. */
export const isBlank = ({ relevance, readinessLevel, nextStep, comment, answers }: Judgment): boolean =>
  relevance === null &&
  readinessLevel === null &&
  nextStep === null &&
  comment === "" &&
  Object.keys(answers).length === 0;

export const ANSWER_CHARACTERS = 1000;
