import type { Judgment } from "~/domain/assessment/rules";
import { AssessmentForm } from "~/ui/assessment/assessment-form";
import { AssessmentTable, type ShownAssessments } from "~/ui/assessment/assessment-table";
import { answerValues, type ShownQuestion } from "~/ui/assessment/judgment";
import { type FieldValues, fieldValuesOf } from "~/ui/kit/form/field-values";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";

interface Refused {
  form?: string;
  values: FieldValues;
  errors?: FieldErrors;
  readAt?: string;
}

interface ReviewAssessmentsProps {
  list: ShownAssessments;
  /** Null for people who may not assess the submission. */
  forms: {
    questions: readonly ShownQuestion[];
    opinion: Judgment | null;
    /** Null for people who may not write the conclusion. */
    conclusion: { values: Judgment | null; readAt: string | null } | null;
  } | null;
  constraints: FieldConstraints;
  /** A form of the page that was refused. */
  refused: Refused | undefined;
}

function valuesOf(judgment: Judgment | null): FieldValues {
  if (judgment === null) return {};
  const { relevance, readinessLevel, nextStep, comment, answers } = judgment;
  return fieldValuesOf({ relevance, readinessLevel, nextStep, comment, ...answerValues(answers) });
}

/** What reviewers think of a submission, which its organization never sees, and the forms to say so. */
export function ReviewAssessments({ list, forms, constraints, refused }: ReviewAssessmentsProps) {
  const opinion = refused?.form === "assessment" ? refused : undefined;
  const conclusion = refused?.form === "conclusion" ? refused : undefined;
  const given = { constraints, questions: forms?.questions ?? [] };
  return (
    <Section title={`Assessments (${list.opinions.length})`} id="assessments">
      <p className="usa-hint">Only government users can read these assessments. The organization cannot.</p>
      {list.opinions.length > 0 || list.conclusion ? (
        <AssessmentTable {...list} />
      ) : (
        <EmptyState title="No assessments yet">
          <p>
            {forms ? "Be the first to give your opinion." : "People who take part in the review can assess it here."}
          </p>
        </EmptyState>
      )}
      {forms && (
        <details className="glip-disclosure" open={opinion !== undefined}>
          <summary className="glip-disclosure__summary">
            {forms.opinion ? "Change your opinion" : "Give your opinion"}
          </summary>
          <AssessmentForm
            {...given}
            name="assessment"
            values={opinion?.values ?? valuesOf(forms.opinion)}
            errors={opinion?.errors}
            saveLabel="Save opinion"
          />
        </details>
      )}
      {forms?.conclusion && (
        <details className="glip-disclosure" open={conclusion !== undefined}>
          <summary className="glip-disclosure__summary">
            {forms.conclusion.values ? "Change the conclusion" : "Write the conclusion"}
          </summary>
          <AssessmentForm
            {...given}
            name="conclusion"
            values={conclusion?.values ?? valuesOf(forms.conclusion.values)}
            errors={conclusion?.errors}
            readAt={conclusion?.readAt ?? forms.conclusion.readAt}
            saveLabel="Save conclusion"
          />
        </details>
      )}
    </Section>
  );
}
