import type { Answer } from "./demonstration";

export const shareRight = (answers: readonly Answer[]) =>
  answers.filter(({ isRight }) => isRight).length / answers.length;

/** Success among the first three results, by audience and by kind, and each question without it. */
export function reportOf(answers: readonly Answer[]): string {
  const answerable = answers.filter(({ question }) => question.kind !== "no answer");
  const rows = [
    row("all questions", answers),
    row("with an answer", answerable),
    ...groupsOf(answerable, ({ question }) => question.audience),
    ...groupsOf(answers, ({ question }) => question.kind),
    ...groupsOf(
      answers.filter(({ question }) => question.audience === "government"),
      ({ question }) => `government, ${question.kind}`,
    ),
  ];
  const failures = answers
    .filter(({ isRight }) => !isRight)
    .map(
      ({ question, status, first, count }) =>
        `${question.audience}, ${question.kind}: ${question.question} → ${status}, ${count} results: ${first.join(" | ")}`,
    );
  return [...rows, "", ...failures].join("\n");
}

function groupsOf(answers: readonly Answer[], groupOf: (answer: Answer) => string): string[] {
  return [...Map.groupBy(answers, groupOf)].map(([group, members]) => row(group, members));
}

function row(name: string, answers: readonly Answer[]): string {
  const right = answers.filter(({ isRight }) => isRight).length;
  const percent = Math.round((100 * right) / answers.length);
  return `${name.padEnd(32)} ${String(right).padStart(4)} of ${String(answers.length).padStart(4)} ${String(percent).padStart(4)}%`;
}
