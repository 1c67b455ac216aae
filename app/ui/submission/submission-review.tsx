import { Form, Link } from "@remix-run/react";
import type { MatchDelivery, MatchReason, ReviewDelivery, SubmissionStatus } from "#db/enumerations";
import { maySetStatus } from "~/domain/submission/rules";
import { InactiveTag } from "~/ui/account/inactive-tag";
import { EmailAddress } from "~/ui/kit/email-address";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { FileSize } from "~/ui/kit/format/file-size";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { Icon } from "~/ui/kit/icon";
import { DescriptionList, type DescriptionRow } from "~/ui/kit/page/description-list";
import { PromiseOfAnswer, type ShownPromise } from "~/ui/promise/promise";
import { labelOf, REVIEW_DELIVERY_WORDS } from "~/values/labels";
import { type ExplainedRouting, Routing } from "./routing";

interface ReviewedSubmission {
  id: string;
  title: string;
  type: string;
  status: SubmissionStatus;
  summary: string;
  techTags: string;
  fileName: string | null;
  sizeBytes: number | null;
  createdAt: string;
  routedAt: string | null;
  reviewedAt: string | null;
  reviewDelivery: ReviewDelivery | null;
  archivedAt: string | null;
  organization: { id: string; name: string };
  submittedBy: { id: string; name: string; email: string };
  reviewedBy: { id: string; name: string } | null;
  call: { id: string; title: string } | null;
  matches: {
    user: { id: string; name: string; email: string };
    reason: MatchReason;
    matchedTags: string[];
    delivery: MatchDelivery;
    createdAt: string;
  }[];
  routing: ExplainedRouting;
  promise: ShownPromise;
  /** The ids of the people above whose accounts are deactivated. */
  inactive: string[];
}

type SubmissionReviewProps = { submission: ReviewedSubmission; mayReview: boolean; mayReroute: boolean };

/** A submission on another record's page: its content, why it was routed, and the available actions. */
export function SubmissionReview({ submission, mayReview, mayReroute }: SubmissionReviewProps) {
  return (
    <>
      <div className="glip-cluster glip-cluster--spread">
        <StatusTag value={submission.status} />
        {mayReview && <ReviewActions submission={submission} />}
      </div>
      <SubmissionContent submission={submission} />
      <DescriptionList rows={[{ term: "File", value: submission.fileName && <FileLink submission={submission} /> }]} />
      <Routing {...submission} mayReroute={mayReroute} />
    </>
  );
}

/** Downloads a submission's file. */
export function FileLink({ submission }: { submission: Pick<ReviewedSubmission, "id" | "fileName" | "sizeBytes"> }) {
  return (
    <a className="usa-link" href={`/api/portal/submissions/${submission.id}/file`}>
      <Icon name="file_download" /> {submission.fileName} (<FileSize bytes={submission.sizeBytes ?? 0} />)
    </a>
  );
}

/** What a submission says, without its file. */
function SubmissionContent({ submission }: { submission: ReviewedSubmission }) {
  return (
    <DescriptionList
      rows={[
        { term: "Summary", value: <span className="glip-plain-text">{submission.summary}</span> },
        ...submissionRows(submission),
      ]}
    />
  );
}

/** What is known about a submission besides its title, status, summary and file. */
export function submissionRows(submission: ReviewedSubmission): DescriptionRow[] {
  const { call, organization, submittedBy, reviewedBy, inactive } = submission;
  const tagOf = ({ id }: { id: string }) => <InactiveTag active={!inactive.includes(id)} />;
  return [
    { term: "Type", value: labelOf(submission.type) },
    {
      term: "Organization",
      value: <Link to={`/gov/organizations/${organization.id}?submission=${submission.id}`}>{organization.name}</Link>,
    },
    {
      term: "Submitted by",
      value: (
        <>
          {submittedBy.name}, <EmailAddress value={submittedBy.email} />
          {tagOf(submittedBy)}
        </>
      ),
    },
    { term: "Submitted", value: <DateTime value={submission.createdAt} /> },
    { term: "Promise of an answer", value: <PromiseOfAnswer promise={submission.promise} hasDaysLeft /> },
    { term: "Tags", value: submission.techTags && <TagList tags={submission.techTags} /> },
    { term: "Call", value: call ? <Link to={`/gov/calls/${call.id}`}>{call.title}</Link> : "None" },
    ...(submission.reviewedAt === null
      ? []
      : [
          {
            term: "Reviewed",
            value: (
              <>
                <DateTime value={submission.reviewedAt} /> {reviewedBy && `by ${reviewedBy.name}`}
                {reviewedBy && tagOf(reviewedBy)}
                {submission.reviewDelivery && <p>{REVIEW_DELIVERY_WORDS[submission.reviewDelivery]}</p>}
              </>
            ),
          },
        ]),
  ];
}

interface Settable {
  id: string;
  title: string;
  status: SubmissionStatus;
}

/** The status changes that a reviewer can make. The form's fields are those of PATCH …/status. */
export function ReviewActions({ submission }: { submission: Settable }) {
  const { id, title, status } = submission;
  return (
    <div className="glip-cluster glip-cluster--top">
      {maySetStatus(status, "REVIEWED") && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton name="status" value="REVIEWED" pendingText="Saving…">
            Mark reviewed<span className="usa-sr-only">: {title}</span>
          </SubmitButton>
        </Form>
      )}
      <ArchiveAction submission={submission} />
    </div>
  );
}

/** Archives a submission, after a second press. Shows nothing if its status does not allow it. */
export function ArchiveAction({ submission, isQuiet }: { submission: Settable; isQuiet?: boolean }) {
  const { id, title, status } = submission;
  if (!maySetStatus(status, "ARCHIVED")) return null;
  const context = <span className="usa-sr-only">: {title}</span>;
  return (
    <ConfirmedAction
      isQuiet={isQuiet}
      label={<>Archive{context}</>}
      fields={{ id, status: "ARCHIVED" }}
      confirmLabel={<>Archive submission{context}</>}
      pendingText="Archiving…"
    >
      <p>It will no longer appear in lists and search, but the organization can still see it. You cannot undo this.</p>
    </ConfirmedAction>
  );
}

/** Says who a review will notify. */
export const REVIEW_NOTICE =
  "When you mark a submission reviewed, we notify the person who submitted it, unless they turned off these notifications.";
