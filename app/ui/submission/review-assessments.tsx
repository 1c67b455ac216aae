import type { Judgment } from "~/domain/assessment/rules";
import { AssessmentForm } from "~/ui/assessment/assessment-form";
import { AssessmentList, type ShownAssessments } from "~/ui/assessment/assessment-list";
import { answerValues, type ShownQuestion } from "~/ui/assessment/judgment";
import { type FieldValues, fieldValuesOf } from "~/ui/kit/form/field-values";
import { Section } from "~/ui/kit/page/section";
import { ReviewForm } from "~/ui/review/review-form";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";
import { GovernmentOnly } from "./government-only";

/** What reviewers think of a submission, which its organization never sees. */
export function ReviewAssessments({ list }: { list: ShownAssessments }) {
  return (
    <Section title={`Assessments (${list.opinions.length})`} id="assessments" actions={<GovernmentOnly />}>
      {list.opinions.length > 0 || list.conclusion ? (
        <AssessmentList {...list} />
      ) : (
        <p className="glip-muted">No assessments yet.</p>
      )}
    </Section>
  );
}

interface Refused {
  form?: string;
  values: FieldValues;
  errors?: FieldErrors;
  readAt?: string;
}

interface AssessmentFormsProps {
  list: ShownAssessments;
  readerId: string;
  forms: {
    questions: readonly ShownQuestion[];
    opinion: Judgment | null;
    /** Null for people who may not write the conclusion. */
    conclusion: { values: Judgment | null; readAt: string | null } | null;
  };
  constraints: FieldConstraints;
  /** A form of the page that was refused. */
  refused: Refused | undefined;
}

/** The ID of the row that opens the form of an opinion. */
const OPINION_ID = "opinion";

/** The forms to assess a submission, and to write the conclusion, as items of a list. Each closes after its reader has saved it. */
export function AssessmentForms({ list, readerId, forms, constraints, refused }: AssessmentFormsProps) {
  const opinion = refused?.form === "assessment" ? refused : undefined;
  const conclusion = refused?.form === "conclusion" ? refused : undefined;
  const given = { constraints, questions: forms.questions };
  const own = list.opinions.find(({ author }) => author.id === readerId);
  return (
    <>
      <li>
        <ReviewForm
          key={own?.updatedAt}
          label={forms.opinion ? "Change your opinion" : "Give your opinion"}
          id={OPINION_ID}
          isOpen={opinion !== undefined}
        >
          <AssessmentForm
            {...given}
            name="assessment"
            values={opinion?.values ?? valuesOf(forms.opinion)}
            errors={opinion?.errors}
            saveLabel="Save opinion"
          />
        </ReviewForm>
      </li>
      {forms.conclusion && (
        <li>
          <ReviewForm
            key={list.conclusion?.updatedAt}
            label={forms.conclusion.values ? "Change the conclusion" : "Write the conclusion"}
            isOpen={conclusion !== undefined}
          >
            <AssessmentForm
              {...given}
              name="conclusion"
              values={conclusion?.values ?? valuesOf(forms.conclusion.values)}
              errors={conclusion?.errors}
              readAt={conclusion?.readAt ?? forms.conclusion.readAt}
              saveLabel="Save conclusion"
            />
          </ReviewForm>
        </li>
      )}
    </>
  );
}

function valuesOf(judgment: Judgment | null): FieldValues {
  if (judgment === null) return {};
  const { relevance, readinessLevel, nextStep, comment, answers } = judgment;
  return fieldValuesOf({ relevance, readinessLevel, nextStep, comment, ...answerValues(answers) });
}
