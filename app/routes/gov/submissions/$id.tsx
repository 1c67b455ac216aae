import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ownPreferences } from "~/domain/account/preferences.server";
import { assessmentForms, assessmentsOfSubmission } from "~/domain/assessment/queries.server";
import { opinionSchema } from "~/domain/assessment/schema";
import { unreadableDocuments } from "~/domain/document-text/queries.server";
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
import { reachesCommand, reachThrough } from "~/policy/policy";
import { showingOf } from "~/storage/file-types";
import { answerLabels, JUDGMENT_LABELS } from "~/ui/assessment/judgment";
import { planAddress } from "~/ui/engagement/plan-address";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { titleOf } from "~/ui/kit/page/title";
import { MESSAGE_LABELS } from "~/ui/message/message-form";
import { GovernmentMessages } from "~/ui/message/messages";
import { ANSWER_ID, ANSWER_LABELS } from "~/ui/outcome/answers";
import { PromiseOfAnswer } from "~/ui/promise/promise";
import { Readers } from "~/ui/review/readers";
import { REVIEWER_LABELS } from "~/ui/review/reviewer-forms";
import { reviewerRows } from "~/ui/review/reviewers";
import { addressIn, QueueNav, queueOf } from "~/ui/submission/queue-nav";
import { ReviewAssessments } from "~/ui/submission/review-assessments";
import { REVIEW_NOTE_LABELS, ReviewNotes } from "~/ui/submission/review-notes";
import { Routing } from "~/ui/submission/routing";
import { SubmissionDocument } from "~/ui/submission/submission-document";
import { ArchiveAction, submissionRows } from "~/ui/submission/submission-review";
import { formatCount, formatList } from "~/values/format";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { labelOf } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { inputOf, page, requestedList } from "~/web/pages/page.server";
import { ANSWER_FORM } from "./answer-form.server";
import { assessmentPageForms } from "./assessment-forms.server";
import { messageForm } from "./message-form.server";
import { NOTE_FORM } from "./note-form.server";
import { REVIEW_FORM } from "./review-form.server";
import { ReviewPanel } from "./review-panel";
import { REVIEWER_CONSTRAINTS, reviewerForms } from "./reviewer-forms.server";
import { SubmissionHistory } from "./submission-history";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.submission.title ?? "Submission");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { id } = args.params;
  const { query, filter } = requestedList(args.request, inputOf(reviewNotes, messagesForPage));
  const inQueue = requestedList(args.request, inputOf(neighborsOfSubmission));
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
    isUnreadable: (await read(unreadableDocuments, { source: "submission", ids: [submission.id] })).length > 0,
    review: await read(reviewForPage, { id }),
    readers: await read(readersOfSubmission, { id }),
    presets: await read(presetTagsWithFollowers),
    takesPart,
    constraints: REVIEWER_CONSTRAINTS,
    answers: await read(answersOfSubmission, { id }),
    answerConstraints: constraintsOf(newOutcomeSchema, ["replaces"]),
    mayReview: reachThrough("gov write", actor) !== null,
    mayPlan: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
    mayReroute: reachThrough("enterprise", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": REVIEW_FORM,
    answer: ANSWER_FORM,
    note: NOTE_FORM,
    message: messageForm(args.request),
    ...reviewerForms(args.params.id),
    ...assessmentPageForms(args.params.id),
  });

/** The labels of all forms' fields. Those of some forms differ. */
const LABELS = { ...REVIEW_NOTE_LABELS, ...REVIEWER_LABELS, ...JUDGMENT_LABELS };
const OWN_LABELS: Record<string, Record<string, string>> = { answer: ANSWER_LABELS, message: MESSAGE_LABELS };

export default function SubmissionPage() {
  const { submission, queue, neighbors, review, judged, notes, messages, ...data } = useLoaderData<typeof loader>();
  const { answers, takesPart, query } = data;
  const state = useActionData<typeof action>();
  const { id, organization, matches } = submission;
  const isAnswered = answers.outcomes.length > 0;
  return (
    <>
      <PageHeader
        title={submission.title}
        breadcrumbs={[{ label: "Submissions", to: addressIn(queue) }, { label: submission.title }]}
        status={<StatusTag value={submission.status} />}
        lede={<Lede submission={submission} />}
        actions={
          <>
            <QueueNav {...neighbors} queue={queue} hasShortcuts={data.hasShortcuts} />
            {answers.mayAnswer && !isAnswered && (
              <a className="usa-button glip-narrow-only" href={`#${ANSWER_ID}`}>
                Write the answer
              </a>
            )}
          </>
        }
      />
      <Readers id={id} readers={data.readers} />
      <ErrorSummary
        errors={state?.errors}
        formError={state?.formError}
        labels={OWN_LABELS[state?.form ?? ""] ?? { ...LABELS, ...answerLabels(judged.list.questions) }}
        idPrefix={state?.form && `${state.form}-`}
      />
      <RecordPage
        hasForms
        facts={
          <>
            <ReviewPanel
              review={review}
              takesPart={takesPart}
              presets={data.presets}
              reviewerConstraints={data.constraints}
              answers={{ id, answers, constraints: data.answerConstraints }}
              assessments={judged.forms && { ...judged, forms: judged.forms, readerId: review.readerId }}
              notes={data.noteForm && { ...data.noteForm, total: notes.total }}
              messages={
                messages.constraints && {
                  promise: submission.promise,
                  constraints: messages.constraints,
                  total: messages.list.total,
                }
              }
              refused={state}
            />
            <Facts title="Submission" rows={submissionRows(submission)}>
              {data.mayPlan && (
                <p>
                  <Link
                    to={planAddress({
                      organizationId: organization.id,
                      attendeeId: review.owner?.id,
                      title: submission.title,
                    })}
                  >
                    Plan an engagement<span className="usa-sr-only"> with {organization.name}</span>
                  </Link>
                </p>
              )}
            </Facts>
            <Facts
              title="Reviewers"
              rows={[
                { term: "Routed to", value: matches.length > 0 ? namesOf(matches) : "Nobody" },
                ...reviewerRows({ review, takesPart }),
              ]}
            />
            <SubmissionHistory
              submission={submission}
              review={review}
              judged={judged.list}
              outcomes={answers.outcomes}
            />
            {data.mayReview && (
              <div className="glip-section">
                <ArchiveAction submission={submission} isQuiet />
              </div>
            )}
          </>
        }
      >
        <div className="glip-plain-text">{submission.summary}</div>
        <SubmissionDocument submission={submission} showing={data.showing} isUnreadable={data.isUnreadable} />
        <ReviewAssessments list={judged.list} />
        <GovernmentMessages submissionId={id} list={messages.list} query={query} />
        <ReviewNotes list={notes} query={query} />
        <Routing {...submission} mayReroute={data.mayReroute} />
      </RecordPage>
    </>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** What it is, who sent it, and until when they expect an answer. */
function Lede({ submission: { type, organization, promise } }: { submission: Loaded["submission"] }) {
  const isAwaited = ["RUNNING", "STOPPED"].includes(promise.state) || promise.isOverdue;
  return (
    <>
      {labelOf(type)} from <Link to={`/gov/organizations/${organization.id}`}>{organization.name}</Link>
      {isAwaited && (
        <>
          {". "}
          <PromiseOfAnswer promise={promise} hasDaysLeft />
        </>
      )}
    </>
  );
}

/** How many names a fact has. "Why it was routed" lists everyone. */
const NAMES_SHOWN = 5;

function namesOf(matches: Loaded["submission"]["matches"]): string {
  const names = matches.map(({ user }) => user.name);
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? `${names.slice(0, NAMES_SHOWN).join(", ")} and ${formatCount(more)} more` : formatList(names);
}
