import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ownPreferences } from "~/domain/account/preferences.server";
import { assessmentForms, assessmentsOfSubmission } from "~/domain/assessment/queries.server";
import { opinionSchema } from "~/domain/assessment/schema";
import { messagesForPage } from "~/domain/message/queries.server";
import { governmentMessageFieldsSchema } from "~/domain/message/schema";
import { answersOfSubmission } from "~/domain/outcome/queries.server";
import { newOutcomeSchema } from "~/domain/outcome/schema";
import { presetTagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { reviewForPage } from "~/domain/review/queries.server";
import { readersOfSubmission } from "~/domain/review/readers.server";
import { peopleToMention } from "~/domain/review-note/people.server";
import { reviewNotes } from "~/domain/review-note/queries.server";
import { newReviewNoteSchema } from "~/domain/review-note/schema";
import { reviewedSubmission } from "~/domain/submission/explained-routing.server";
import { mayReviewSubmission } from "~/domain/submission/in-review.server";
import { neighborsOfSubmission } from "~/domain/submission/neighbors.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { showingOf } from "~/storage/file-types";
import { answerLabels, JUDGMENT_LABELS } from "~/ui/assessment/judgment";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { MESSAGE_LABELS } from "~/ui/message/message-form";
import { GovernmentMessages } from "~/ui/message/messages";
import { ANSWER_LABELS, Answers } from "~/ui/outcome/answers";
import { Readers } from "~/ui/review/readers";
import { REVIEWER_LABELS, Reviewers } from "~/ui/review/reviewers";
import { addressIn, QueueNav, queueOf } from "~/ui/submission/queue-nav";
import { ReviewAssessments } from "~/ui/submission/review-assessments";
import { REVIEW_NOTE_LABELS, ReviewNotes } from "~/ui/submission/review-notes";
import { Routing } from "~/ui/submission/routing";
import { SubmissionDocument } from "~/ui/submission/submission-document";
import { ReviewActions, SubmissionContent, SubmissionStatusLine } from "~/ui/submission/submission-review";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { ANSWER_FORM } from "./answer-form.server";
import { assessmentPageForms } from "./assessment-forms.server";
import { messageForm } from "./message-form.server";
import { NOTE_FORM } from "./note-form.server";
import { REVIEW_FORM } from "./review-form.server";
import { REVIEWER_CONSTRAINTS, REVIEWER_FORMS } from "./reviewer-forms.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.submission.title ?? "Submission");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { id } = args.params;
  const { query, filter } = requestedList(args.request, {
    input: reviewNotes.input.extend(messagesForPage.input.shape).omit({ id: true }),
  });
  const inQueue = requestedList(args.request, { input: neighborsOfSubmission.input.omit({ id: true }) });
  const submission = await read(reviewedSubmission, { id });
  const takesPart = await read(mayReviewSubmission, { id });
  return {
    query,
    notes: pageOf(await read(reviewNotes, { ...filter, id }), withFormattedBody),
    noteForm: takesPart
      ? { people: await read(peopleToMention, { id }), constraints: constraintsOf(newReviewNoteSchema) }
      : null,
    messages: {
      list: await read(messagesForPage, { ...filter, id }),
      constraints: takesPart ? constraintsOf(governmentMessageFieldsSchema) : null,
    },
    judged: {
      list: await read(assessmentsOfSubmission, { id }),
      forms: takesPart ? await read(assessmentForms, { id }) : null,
      constraints: constraintsOf(opinionSchema),
    },
    submission,
    hasShortcuts: (await read(ownPreferences)).singleKeyShortcuts,
    queue: queueOf(inQueue.filter),
    neighbors: await read(neighborsOfSubmission, { ...inQueue.filter, id }),
    showing: showingOf(submission.contentType, submission.sizeBytes),
    review: await read(reviewForPage, { id }),
    readers: await read(readersOfSubmission, { id }),
    presets: await read(presetTagsWithFollowers),
    takesPart,
    constraints: REVIEWER_CONSTRAINTS,
    answers: await read(answersOfSubmission, { id }),
    answerConstraints: constraintsOf(newOutcomeSchema, ["replaces"]),
    mayReview: reachThrough("gov write", actor) !== null,
    mayReroute: reachThrough("enterprise", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": REVIEW_FORM,
    answer: ANSWER_FORM,
    note: NOTE_FORM,
    message: messageForm(args.params.id),
    ...REVIEWER_FORMS,
    ...assessmentPageForms(args.params.id),
  });

/** The labels of all forms' fields. Those of some forms differ. */
const LABELS = { ...REVIEW_NOTE_LABELS, ...REVIEWER_LABELS, ...JUDGMENT_LABELS };
const OWN_LABELS: Record<string, Record<string, string>> = { answer: ANSWER_LABELS, message: MESSAGE_LABELS };

export default function SubmissionPage() {
  const {
    query,
    queue,
    hasShortcuts,
    neighbors,
    notes,
    noteForm,
    judged,
    submission,
    showing,
    mayReview,
    mayReroute,
    ...data
  } = useLoaderData<typeof loader>();
  const { answers, answerConstraints, messages, ...reviewers } = data;
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={submission.title}
        breadcrumbs={[{ label: "Submissions", to: addressIn(queue) }, { label: submission.title }]}
      />
      <QueueNav {...neighbors} queue={queue} hasShortcuts={hasShortcuts} />
      <ErrorSummary
        errors={state?.errors}
        formError={state?.formError}
        labels={OWN_LABELS[state?.form ?? ""] ?? { ...LABELS, ...answerLabels(judged.list.questions) }}
        idPrefix={state?.form && `${state.form}-`}
      />
      <SubmissionStatusLine
        submission={submission}
        actions={mayReview && <ReviewActions submission={submission} isOnlyArchiving />}
      />
      <Readers id={submission.id} readers={reviewers.readers} />
      <Reviewers {...reviewers} refused={state} />
      <div className="glip-beside">
        <div className="glip-beside__record">
          <Section title="Submission">
            <SubmissionContent submission={submission} />
          </Section>
        </div>
        <SubmissionDocument submission={submission} showing={showing} />
        <div className="glip-beside__forms">
          <ReviewAssessments {...judged} refused={state} />
          <Answers
            id={submission.id}
            answers={answers}
            constraints={answerConstraints}
            refused={state?.form === "answer" ? state : undefined}
          />
          <GovernmentMessages
            submission={submission}
            {...messages}
            query={query}
            refused={state?.form === "message" ? state : undefined}
          />
          <ReviewNotes
            list={notes}
            query={query}
            form={noteForm}
            refused={state?.form === "note" ? state : undefined}
          />
        </div>
      </div>
      <Routing {...submission} mayReroute={mayReroute} />
    </>
  );
}
