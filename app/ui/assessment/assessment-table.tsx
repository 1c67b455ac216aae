import type { ReactNode } from "react";
import type { Answer } from "~/domain/assessment/rules";
import { DateTime } from "~/ui/kit/format/date-time";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
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

export interface ShownAssessments {
  questions: readonly (ShownQuestion & { isRetired: boolean })[];
  opinions: readonly Shown[];
  conclusion: Shown | null;
}

interface Row {
  key: string;
  header: string;
  cell: (shown: Shown) => ReactNode;
}

const NONE = "—";
const wordsOf = (value: string | null) => (value === null ? NONE : labelOf(value));

const answerRow = ({ id, kind, label, isRetired }: ShownAssessments["questions"][number]): Row => ({
  key: id,
  header: isRetired ? `${label} (no longer asked)` : label,
  cell: ({ answers }) => {
    const found = answers.find(({ questionId }) => questionId === id);
    return found ? <span className="glip-plain-text">{answerInWords(kind, found.answer)}</span> : NONE;
  },
});

/** Everyone's assessments side by side: a column for each person, and the conclusion last. */
export function AssessmentTable({ questions, opinions, conclusion }: ShownAssessments) {
  const rows: Row[] = [
    { key: "relevance", header: JUDGMENT_LABELS.relevance, cell: ({ relevance }) => wordsOf(relevance) },
    {
      key: "readinessLevel",
      header: JUDGMENT_LABELS.readinessLevel,
      cell: ({ readinessLevel: level }) => (level === null ? NONE : levelInWords(level)),
    },
    { key: "nextStep", header: JUDGMENT_LABELS.nextStep, cell: ({ nextStep }) => wordsOf(nextStep) },
    ...questions.map(answerRow),
    {
      key: "comment",
      header: JUDGMENT_LABELS.comment,
      cell: ({ comment }) => (comment === "" ? NONE : <span className="glip-plain-text">{comment}</span>),
    },
    { key: "updatedAt", header: "Written", cell: ({ updatedAt }) => <DateTime value={updatedAt} /> },
  ];
  const columns: Column<Row>[] = [
    { key: "field", header: "Field", cell: ({ header }) => header },
    ...opinions.map((shown) => ({ key: shown.id, header: shown.author.name, cell: (row: Row) => row.cell(shown) })),
    ...(conclusion === null
      ? []
      : [
          {
            key: conclusion.id,
            header: `Conclusion, by ${conclusion.author.name}`,
            cell: (row: Row) => row.cell(conclusion),
          },
        ]),
  ];
  return (
    <div className="usa-table-container--scrollable" tabIndex={opinions.length > 0 || conclusion ? 0 : undefined}>
      <DataTable caption="Assessments by person" columns={columns} rows={rows} rowKey={({ key }) => key} />
    </div>
  );
}
