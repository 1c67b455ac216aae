import type { Answer } from "~/domain/assessment/rules";
import { DateTime } from "~/ui/kit/format/date-time";
import { labelOf } from "~/values/labels";
import { answerInWords, JUDGMENT_LABELS, levelInWords, type ShownQuestion } from "./judgment";

interface Shown {
  id: string;
  author: { id: string; name: string };
  relevance: string | null;
  readinessLevel: number | null;
  nextStep: string | null;
  comment: string;
  answers: readonly { questionId: string; answer: Answer }[];
  updatedAt: string;
}

type Questions = readonly (ShownQuestion & { isRetired: boolean })[];

export interface ShownAssessments {
  questions: Questions;
  opinions: readonly Shown[];
  conclusion: Shown | null;
}

/** Everyone's assessments, side by side if there is room, and the conclusion last. */
export function AssessmentList({ questions, opinions, conclusion }: ShownAssessments) {
  return (
    <ol className="glip-notes glip-notes--beside">
      {opinions.map((shown) => (
        <Assessment key={shown.id} shown={shown} questions={questions} />
      ))}
      {conclusion && <Assessment shown={conclusion} questions={questions} isConclusion />}
    </ol>
  );
}

type AssessmentProps = { shown: Shown; questions: Questions; isConclusion?: boolean };

function Assessment({ shown, questions, isConclusion = false }: AssessmentProps) {
  const { author, comment, updatedAt } = shown;
  return (
    <li className="glip-note">
      <p className="glip-note__origin">
        <strong>{isConclusion ? `Conclusion, by ${author.name}` : author.name}</strong>, <DateTime value={updatedAt} />
      </p>
      <dl className="glip-values">
        {valuesOf(shown, questions).map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {comment && <div className="glip-plain-text">{comment}</div>}
    </li>
  );
}

/** What someone chose or answered, in the order of the form. */
function valuesOf({ relevance, readinessLevel, nextStep, answers }: Shown, questions: Questions) {
  const given = new Map(answers.map(({ questionId, answer }) => [questionId, answer]));
  const values = [
    { term: JUDGMENT_LABELS.relevance, value: relevance && labelOf(relevance) },
    { term: "TRL", value: readinessLevel && levelInWords(readinessLevel) },
    { term: JUDGMENT_LABELS.nextStep, value: nextStep && labelOf(nextStep) },
    ...questions.map(({ id, kind, label, isRetired }) => {
      const answer = given.get(id);
      return {
        term: isRetired ? `${label} (no longer asked)` : label,
        value: answer === undefined ? null : answerInWords(kind, answer),
      };
    }),
  ];
  return values.filter(({ value }) => value !== null);
}
