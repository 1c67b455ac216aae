import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ownMessagesForPage } from "~/domain/message/queries.server";
import { messageFieldsSchema } from "~/domain/message/schema";
import { sendOwnMessage } from "~/domain/message/send.server";
import { ownSubmission } from "~/domain/submission/queries.server";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { FileSize } from "~/ui/kit/format/file-size";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { Icon } from "~/ui/kit/icon";
import { Alert } from "~/ui/kit/page/alert";
import type { DescriptionRow } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { MESSAGE_LABELS } from "~/ui/message/message-form";
import { CompanyMessages, MESSAGES_ID } from "~/ui/message/messages";
import { PromiseToCompany } from "~/ui/promise/promise";
import { labelOf } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { inputOf, page, requestedList } from "~/web/pages/page.server";
import { MESSAGE_BODY } from "~/web/transport/multipart.server";
import { Timeline, type TimelineStep } from "./timeline";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.submission.title ?? "Submission");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry");
  const { id } = args.params;
  const { query, filter } = requestedList(args.request, inputOf(ownMessagesForPage));
  return {
    submission: await read(ownSubmission, { id }),
    messages: { query, list: await read(ownMessagesForPage, { ...filter, id }) },
    constraints: constraintsOf(messageFieldsSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(
    args,
    {
      // The newest messages are on the first page.
      message: pageForm(
        sendOwnMessage,
        () => ({ text: "Message sent.", to: `/portal/submissions/${args.params.id}` }),
        { multipart: MESSAGE_BODY, once: true },
      ),
    },
    "message",
  );

type Submission = Awaited<ReturnType<typeof loader>>["submission"];

export default function SubmissionPage() {
  const { submission, messages, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={submission.title}
        status={<StatusTag value={submission.status} />}
        breadcrumbs={[{ label: "Submissions", to: "/portal/submissions" }, { label: submission.title }]}
      />
      <ErrorSummary
        errors={state?.errors}
        formError={state?.formError}
        labels={MESSAGE_LABELS}
        idPrefix={state?.form && `${state.form}-`}
      />
      {submission.answerNeeded && (
        <Alert kind="warning" heading="Answer needed">
          The government asked you a question. <a href={`#${MESSAGES_ID}`}>Read it and answer</a>.
        </Alert>
      )}
      <RecordPage
        actions={
          <Section title="Status">
            <Timeline steps={stepsOf(submission)} />
            <PromiseToCompany promise={submission.promise} answerBy={submission.answerBy} />
          </Section>
        }
        facts={<SubmissionFacts submission={submission} />}
      >
        {submission.outcome && <Answer outcome={submission.outcome} />}
        <Section title="Summary">
          <div className="glip-plain-text">{submission.summary}</div>
        </Section>
        <CompanyMessages submission={submission} {...messages} constraints={constraints} refused={state} />
      </RecordPage>
    </>
  );
}

function Answer({ outcome: { outcome, body, sentAt } }: { outcome: NonNullable<Submission["outcome"]> }) {
  return (
    <Section title="Answer">
      <p>
        <strong>{labelOf(outcome)}</strong>, <DateTime value={sentAt} />
      </p>
      {body && <div className="glip-plain-text">{body}</div>}
    </Section>
  );
}

function SubmissionFacts({ submission }: { submission: Submission }) {
  const { id, type, techTags, callId, callTitle, submittedBy, fileName, sizeBytes } = submission;
  const rows: DescriptionRow[] = [
    {
      term: "Document",
      value: fileName && (
        <a className="usa-link" href={`/api/portal/submissions/${id}/file`}>
          <Icon name="file_download" /> {fileName} (<FileSize bytes={sizeBytes ?? 0} />)
        </a>
      ),
      isWide: true,
    },
    { term: "Type", value: labelOf(type) },
    // A submission without a call answers none, which is nothing that its company left out.
    ...(callId ? [{ term: "Call", value: <Link to={`/calls/${callId}`}>{callTitle}</Link> }] : []),
    { term: "Tags", value: techTags && <TagList tags={techTags} /> },
    { term: "Submitted by", value: submittedBy },
  ];
  return <Facts title="What you sent" rows={rows} />;
}

/** The steps of a submission, including those ahead, so people know what to expect. The current one says more. */
function stepsOf({ createdAt, routedAt, reviewedAt, archivedAt, outcome }: Submission): TimelineStep[] {
  const waiting = archivedAt ? "todo" : "current";
  return [
    { label: "Submitted", at: createdAt, state: "done" },
    {
      label: "Routed",
      at: routedAt,
      detail:
        !routedAt && "No reviewer follows its tags yet. The government looks for reviewers again from time to time.",
      state: routedAt ? "done" : waiting,
    },
    {
      label: "Reviewed",
      at: reviewedAt,
      detail: routedAt && !reviewedAt && "It reached government reviewers. None of them has marked it reviewed yet.",
      state: reviewedAt ? "done" : routedAt ? waiting : "todo",
    },
    {
      label: "Answered",
      at: outcome?.sentAt,
      detail: outcome
        ? labelOf(outcome.outcome)
        : archivedAt
          ? "The submission was archived without an answer."
          : reviewedAt && "The government has not answered yet. We notify you when it does.",
      state: outcome ? "done" : reviewedAt ? waiting : "todo",
    },
    ...(archivedAt ? [{ label: "Archived", at: archivedAt, state: "done" } as const] : []),
  ];
}
