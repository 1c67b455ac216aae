import { Form } from "@remix-run/react";
import type { Outcome, SubmissionStatus } from "#db/enumerations";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextArea } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { Section } from "~/ui/kit/page/section";
import { ReviewForm } from "~/ui/review/review-form";
import { REVIEW_NOTICE } from "~/ui/submission/submission-review";
import type { FieldErrors } from "~/values/errors";
import { labelOf } from "~/values/labels";
import type { FieldConstraints } from "~/web/forms/form-state";

interface SentAnswer {
  id: string;
  outcome: Outcome;
  body: string;
  sentAt: string;
  sentBy: { name: string };
}

interface AnswersOfSubmission {
  status: SubmissionStatus;
  /** The name of the person who owns the submission. */
  owner: string | null;
  /** The current one first. */
  outcomes: readonly SentAnswer[];
  mayAnswer: boolean;
  /** Whether the reader reviews submissions at all. */
  mayReview: boolean;
}

/** The ID of the heading. */
export const ANSWER_ID = "answer";

/** What the ids of this form's controls begin with. */
const ANSWER_IDS = "answer-";

export const ANSWER_LABELS = { outcome: "Outcome", body: "Text" };

type AnswersProps = {
  id: string;
  answers: AnswersOfSubmission;
  constraints: FieldConstraints;
  /** The refused form. */
  refused: { values?: FieldValues; errors?: FieldErrors } | undefined;
};

/** What a submitter was answered, and the forms to answer and to mark the submission reviewed. */
export function Answers({ id, answers, constraints, refused }: AnswersProps) {
  const { status, owner, mayAnswer, mayReview } = answers;
  const [current, ...earlier] = answers.outcomes;
  const form = mayAnswer && (
    <AnswerForm status={status} current={current} constraints={constraints} refused={refused} />
  );
  return (
    <Section title="Answer to the submitter" id={ANSWER_ID}>
      {current ? (
        <>
          <ol className="glip-notes">
            <SentAnswerItem {...current} />
          </ol>
          {earlier.length > 0 && (
            <details className="glip-disclosure">
              <summary className="glip-disclosure__summary">Earlier answers ({earlier.length})</summary>
              <ol className="glip-notes">
                {earlier.map((answer) => (
                  <SentAnswerItem key={answer.id} {...answer} />
                ))}
              </ol>
            </details>
          )}
          {form && (
            <ReviewForm label="Replace this answer" isOpen={refused !== undefined}>
              {form}
            </ReviewForm>
          )}
        </>
      ) : (
        form || <p>No answer yet.</p>
      )}
      {mayReview && !mayAnswer && owner !== null && status !== "ARCHIVED" && (
        <p>{owner} owns this submission, so only they can answer it.</p>
      )}
      {mayReview && status === "ROUTED" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton name="status" value="REVIEWED" variant="outline" pendingText="Saving…">
            Mark reviewed without an answer
          </SubmitButton>
        </Form>
      )}
      {mayReview && status === "ROUTED" && <p className="usa-hint">{REVIEW_NOTICE}</p>}
    </Section>
  );
}

function SentAnswerItem({ outcome, body, sentAt, sentBy }: Omit<SentAnswer, "id">) {
  return (
    <li className="glip-note">
      <p className="glip-note__origin">
        <strong>{labelOf(outcome)}</strong>, sent by {sentBy.name}, <DateTime value={sentAt} />
      </p>
      {body && <div className="glip-plain-text">{body}</div>}
    </li>
  );
}

type AnswerFormProps = Pick<AnswersProps, "constraints" | "refused"> & {
  status: SubmissionStatus;
  current: SentAnswer | undefined;
};

function AnswerForm({ status, current, constraints, refused }: AnswerFormProps) {
  const actionOf = useNamedAction();
  return (
    <Form
      // The key makes a new form after an answer. Otherwise the browser would keep the text in it.
      key={current?.id}
      method="post"
      action={actionOf("answer")}
      noValidate
      preventScrollReset
      className="usa-form usa-form--large glip-form"
    >
      <FormKit constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors} idPrefix={ANSWER_IDS}>
        <input type="hidden" name="replaces" value={current?.id ?? ""} />
        <SelectField name="outcome" label={ANSWER_LABELS.outcome} />
        <TextArea
          name="body"
          label={ANSWER_LABELS.body}
          hint="The organization reads it, without your name. Required, unless you choose “No answer planned”."
        />
        <SubmitButton pendingText="Sending…">
          {status === "REVIEWED" ? "Send answer" : "Send answer and mark reviewed"}
        </SubmitButton>
      </FormKit>
    </Form>
  );
}
