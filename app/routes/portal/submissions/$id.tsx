import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ownMessagesForPage } from "~/domain/message/queries.server";
import { messageFieldsSchema } from "~/domain/message/schema";
import { sendOwnMessage } from "~/domain/message/send.server";
import { ownSubmission } from "~/domain/submission/queries.server";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { FileSize } from "~/ui/kit/format/file-size";
import { TagList } from "~/ui/kit/format/tag-list";
import { Icon } from "~/ui/kit/icon";
import { Alert } from "~/ui/kit/page/alert";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { MESSAGE_LABELS } from "~/ui/message/message-form";
import { CompanyMessages, MESSAGES_ID } from "~/ui/message/messages";
import { PromiseToCompany } from "~/ui/promise/promise";
import { labelOf } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { MESSAGE_BODY } from "~/web/transport/multipart.server";
import { Timeline, type TimelineStep } from "./timeline";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.submission.title ?? "Submission");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry");
  const { id } = args.params;
  const { query, filter } = requestedList(args.request, { input: ownMessagesForPage.input.omit({ id: true }) });
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
  const { callId, callTitle, fileName } = submission;
  return (
    <>
      <PageHeader
        title={submission.title}
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
      <Section title="Status">
        <Timeline steps={stepsOf(submission)} />
        <PromiseToCompany promise={submission.promise} answerBy={submission.answerBy} />
      </Section>
      <Section title="Submission">
        <DescriptionList
          rows={[
            { term: "Type", value: labelOf(submission.type) },
            { term: "Summary", value: <span className="glip-plain-text">{submission.summary}</span> },
            { term: "Tags", value: submission.techTags && <TagList tags={submission.techTags} /> },
            { term: "Call", value: callId && <Link to={`/calls/${callId}`}>{callTitle}</Link> },
            { term: "Submitted by", value: submission.submittedBy },
            {
              term: "File",
              value: fileName && (
                <a className="usa-link" href={`/api/portal/submissions/${submission.id}/file`}>
                  <Icon name="file_download" /> {fileName} (<FileSize bytes={submission.sizeBytes ?? 0} />)
                </a>
              ),
            },
          ]}
        />
      </Section>
      <CompanyMessages submission={submission} {...messages} constraints={constraints} refused={state} />
    </>
  );
}

/** The steps of a submission, including those ahead, so people know what to expect. */
function stepsOf({ createdAt, routedAt, reviewedAt, archivedAt, outcome }: Submission): TimelineStep[] {
  const waiting = archivedAt ? "todo" : "current";
  return [
    { label: "Submitted", at: createdAt, state: "done" },
    {
      label: "Routed",
      at: routedAt ?? undefined,
      detail: routedAt
        ? "It reached government reviewers."
        : "No reviewer follows its tags yet. The government looks for reviewers again from time to time.",
      state: routedAt ? "done" : waiting,
    },
    {
      label: "Reviewed",
      at: reviewedAt ?? undefined,
      detail: reviewedAt ? "A government reviewer read it." : "No government reviewer has marked it reviewed yet.",
      state: reviewedAt ? "done" : routedAt ? waiting : "todo",
    },
    {
      label: "Answered",
      at: outcome?.sentAt,
      detail: outcome ? (
        <>
          <strong>{labelOf(outcome.outcome)}</strong>
          {outcome.body && <div className="glip-plain-text">{outcome.body}</div>}
        </>
      ) : archivedAt ? (
        "The submission was archived without an answer."
      ) : (
        "The government has not answered yet. We notify you when it does."
      ),
      state: outcome ? "done" : reviewedAt ? waiting : "todo",
    },
    ...(archivedAt ? [{ label: "Archived", at: archivedAt, state: "done" } as const] : []),
  ];
}
