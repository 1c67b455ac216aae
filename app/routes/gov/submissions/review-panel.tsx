import { GovernmentMessageForm } from "~/ui/message/messages";
import { Answers } from "~/ui/outcome/answers";
import { ReviewerForms } from "~/ui/review/reviewer-forms";
import { Owner } from "~/ui/review/reviewers";
import { AssessmentForms } from "~/ui/submission/review-assessments";
import { ReviewNoteForm } from "~/ui/submission/review-notes";
import type { FormState } from "~/web/forms/form-state";

type PropsOf<Component extends (props: never) => unknown> = Omit<Parameters<Component>[0], "refused">;

type ReviewPanelProps = PropsOf<typeof Owner> &
  Pick<Parameters<typeof ReviewerForms>[0], "presets"> & {
    reviewerConstraints: Parameters<typeof ReviewerForms>[0]["constraints"];
    answers: PropsOf<typeof Answers>;
    /** Null for people who may not assess the submission. */
    assessments: PropsOf<typeof AssessmentForms> | null;
    /** Null for people who may not write notes. */
    notes: (PropsOf<typeof ReviewNoteForm> & { total: number }) | null;
    /** Null for people who may not write messages. */
    messages: (PropsOf<typeof GovernmentMessageForm> & { total: number }) | null;
    /** A form of the page that was refused. */
    refused: FormState | undefined;
  };

/** What a reviewer can do with a submission: its owner and its answer, and a row for each other form. */
export function ReviewPanel({ review, takesPart, answers, refused, ...props }: ReviewPanelProps) {
  const { assessments, notes, messages } = props;
  const of = (form: string) => (refused?.form === form ? refused : undefined);
  return (
    <>
      {/* Sections and items keep the focus after their form is done. */}
      <section className="glip-section" aria-label="Owner">
        <Owner review={review} takesPart={takesPart} />
      </section>
      <Answers {...answers} refused={of("answer")} />
      {takesPart && (
        <ul className="usa-list usa-list--unstyled glip-review-forms">
          {assessments && <AssessmentForms {...assessments} refused={refused} />}
          {/* The keys make new forms after a note or message. Otherwise the browser would keep the text in them. */}
          {notes && (
            <li>
              <ReviewNoteForm key={notes.total} {...notes} refused={of("note")} />
            </li>
          )}
          {messages && (
            <li>
              <GovernmentMessageForm key={messages.total} {...messages} refused={of("message")} />
            </li>
          )}
          <ReviewerForms
            review={review}
            presets={props.presets}
            constraints={props.reviewerConstraints}
            refused={refused}
          />
        </ul>
      )}
    </>
  );
}
