import { Form } from "@remix-run/react";
import { ANSWER_CHARACTERS, READINESS_LEVELS } from "~/domain/assessment/rules";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextArea } from "~/ui/kit/form/text-field";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";
import { answerField, JUDGMENT_LABELS, levelInWords, type ShownQuestion } from "./judgment";

const LEVELS = READINESS_LEVELS.map((_words, index) => ({ value: String(index + 1), label: levelInWords(index + 1) }));
const YES_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];
const SCALE = ["1 (least)", "2", "3", "4", "5 (most)"].map((label) => ({ value: label.charAt(0), label }));

interface AssessmentFormProps {
  /** The name of the form. The ids of its fields begin with it. */
  name: string;
  questions: readonly ShownQuestion[];
  constraints: FieldConstraints;
  values: FieldValues;
  errors: FieldErrors | undefined;
  /** For a form that several people may have open. */
  readAt?: string | null;
  saveLabel: string;
}

/** The form of an opinion or of the conclusion. */
export function AssessmentForm({ name, questions, values, errors, readAt = null, ...props }: AssessmentFormProps) {
  const actionOf = useNamedAction();
  const answers = questions.filter(({ kind }) => kind === "TEXT").map(({ id }) => answerField(id));
  const constraints = {
    ...props.constraints,
    ...Object.fromEntries(answers.map((field) => [field, { maxLength: ANSWER_CHARACTERS }])),
  };
  return (
    <Form method="post" action={actionOf(name)} noValidate className="usa-form usa-form--large glip-form">
      <FormKit constraints={constraints} values={values} errors={errors} idPrefix={`${name}-`}>
        <ReadAtField value={readAt} />
        <SelectField
          name="relevance"
          label={JUDGMENT_LABELS.relevance}
          hint="How well it fits what the agency needs."
        />
        <SelectField name="readinessLevel" label={JUDGMENT_LABELS.readinessLevel} options={LEVELS} />
        <SelectField name="nextStep" label={JUDGMENT_LABELS.nextStep} />
        {questions.map((question) => (
          <AnswerField key={question.id} {...question} />
        ))}
        <TextArea name="comment" label={JUDGMENT_LABELS.comment} rows={4} />
        <SubmitButton pendingText="Saving…">{props.saveLabel}</SubmitButton>
      </FormKit>
    </Form>
  );
}

function AnswerField({ id, kind, label }: ShownQuestion) {
  const name = answerField(id);
  if (kind === "TEXT") return <TextArea name={name} label={label} rows={2} />;
  return <SelectField name={name} label={label} options={kind === "SCALE" ? SCALE : YES_NO} />;
}
