import type { QuestionKind } from "#db/enumerations";
import { paragraphs } from "~/values/text";
import { ANSWER_CHARACTERS, type Answer } from "./rules";

const SCALE = [1, 2, 3, 4, 5];
const answerText = paragraphs(1, ANSWER_CHARACTERS);

/**
 * Reads the answer to a question of a kind. A form sends numbers and flags as text.
 * @returns the answer, null if it is empty, or what is wrong with it
 */
export function readAnswer(kind: QuestionKind, sent: Answer | null): { answer: Answer | null } | { fault: string } {
  if (sent === null || sent === "") return { answer: null };
  switch (kind) {
    case "TEXT": {
      const text = answerText.safeParse(sent);
      return text.success ? { answer: text.data } : { fault: text.error.issues[0]?.message ?? "Enter text" };
    }
    case "YES_NO": {
      const isTrue = sent === true || sent === "true";
      return isTrue || sent === false || sent === "false" ? { answer: isTrue } : { fault: "Send true or false" };
    }
    case "SCALE": {
      const answer = SCALE.find((value) => String(value) === String(sent));
      return answer === undefined ? { fault: "Choose a number from 1 to 5" } : { answer };
    }
  }
}
