import { Form } from "@remix-run/react";
import { QUESTION_KINDS } from "#db/enumerations";
import { describedBy, FieldDescription, formGroupClass } from "~/ui/kit/form/field-group";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit, useField } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { FirstOf } from "~/ui/kit/list/first-of";
import type { FieldErrors } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import type { ShownQuestion } from "./judgment";

/** The rows of a list that has no questions yet. */
const FEW = 3;
const ROWS = Array.from({ length: LIMITS.assessmentQuestions }, (_, row) => row);
const KIND_LABELS: Record<string, string> = { TEXT: "Text", YES_NO: "Yes or no", SCALE: "Scale from 1 to 5" };

/** For `toInput`: the rows that have a question. */
export function questionsInput(fields: Record<string, unknown>): Record<string, unknown> {
  const questions = ROWS.map((row) => ({
    id: fields[`id.${row}`] || undefined,
    kind: fields[`kind.${row}`],
    label: fields[`label.${row}`],
  })).filter(({ label }) => typeof label === "string" && label.trim() !== "");
  return { ...fields, questions };
}

export const QUESTION_LABELS = { questions: "Questions" };

interface QuestionFormProps {
  questions: readonly ShownQuestion[];
  readAt: string | null;
  refused: { values: FieldValues; errors?: FieldErrors; readAt?: string } | undefined;
}

/** The form of a list of questions. An empty row is no question. */
export function QuestionForm({ questions, readAt, refused }: QuestionFormProps) {
  const present = Object.fromEntries(
    questions.flatMap(({ kind, label }, row) => [
      [`kind.${row}`, kind],
      [`label.${row}`, label],
    ]),
  );
  return (
    // The key shows the questions as they were saved.
    <Form key={JSON.stringify(questions)} method="post" noValidate className="usa-form usa-form--large glip-form">
      <FormKit constraints={{}} values={refused?.values ?? present} errors={refused?.errors}>
        <ReadAtField value={refused?.readAt ?? readAt} />
        <Rows ids={questions.map(({ id }) => id)} shown={refused ? ROWS.length : Math.max(FEW, questions.length + 1)} />
        <SubmitButton pendingText="Saving…">Save questions</SubmitButton>
      </FormKit>
    </Form>
  );
}

const HINT = `Up to ${LIMITS.assessmentQuestions} questions of 3 to 255 characters. Empty a row to stop asking its question. Answers to it are kept.`;

interface RowsProps {
  ids: readonly string[];
  /** How many rows to show at first. */
  shown: number;
}

function Rows({ ids, shown }: RowsProps) {
  const { id, errors } = useField("questions");
  const description = { id, label: "Questions", hint: HINT, errors };
  return (
    <div className={formGroupClass(errors)}>
      <fieldset className="usa-fieldset" id={id} tabIndex={-1} aria-describedby={describedBy(description)}>
        <legend className="usa-sr-only">{description.label}</legend>
        <FieldDescription {...description} />
        <FirstOf items={ROWS} most={shown}>
          {(rows) => rows.map((row) => <Row key={row} row={row} id={ids[row]} />)}
        </FirstOf>
      </fieldset>
    </div>
  );
}

function Row({ row, id }: { row: number; id: string | undefined }) {
  return (
    <div className="glip-side-by-side">
      {id && <input type="hidden" name={`id.${row}`} value={id} />}
      <TextField name={`label.${row}`} label={`Question ${row + 1}`} />
      <SelectField
        name={`kind.${row}`}
        label={
          <>
            Answer<span className="usa-sr-only"> to question {row + 1}</span>
          </>
        }
        options={QUESTION_KINDS}
        labelOf={(kind) => KIND_LABELS[kind] ?? kind}
        emptyLabel={null}
      />
    </div>
  );
}
