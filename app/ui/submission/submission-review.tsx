import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { MatchDelivery, MatchReason, ReviewDelivery, SubmissionStatus } from "#db/enumerations";
import { maySetStatus } from "~/domain/submission/rules";
import { InactiveTag } from "~/ui/account/inactive-tag";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { FileSize } from "~/ui/kit/format/file-size";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { Icon } from "~/ui/kit/icon";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PromiseOfAnswer, type ShownPromise } from "~/ui/promise/promise";
import { labelOf, REVIEW_DELIVERY_WORDS } from "~/values/labels";
import { type ExplainedRouting, Routing } from "./routing";

export interface ReviewedSubmission {
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
      <SubmissionStatusLine submission={submission} actions={mayReview && <ReviewActions submission={submission} />} />
      <SubmissionContent submission={submission} />
      <DescriptionList rows={[{ term: "File", value: submission.fileName && <FileLink submission={submission} /> }]} />
      <Routing {...submission} mayReroute={mayReroute} />
    </>
  );
}

/** A submission's status, and what can be done with it. */
export function SubmissionStatusLine(props: { submission: { status: SubmissionStatus }; actions: ReactNode }) {
  return (
    <div className="glip-cluster glip-cluster--spread">
      <StatusTag value={props.submission.status} />
      {props.actions}
    </div>
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
export function SubmissionContent({ submission }: { submission: ReviewedSubmission }) {
  const { call, organization, submittedBy, reviewedBy, inactive } = submission;
  const tagOf = ({ id }: { id: string }) => <InactiveTag active={!inactive.includes(id)} />;
  return (
    <DescriptionList
      rows={[
        { term: "Summary", value: <span className="glip-plain-text">{submission.summary}</span> },
        { term: "Type", value: labelOf(submission.type) },
        {
          term: "Organization",
          value: (
            <Link to={`/gov/organizations/${organization.id}?submission=${submission.id}`}>{organization.name}</Link>
          ),
        },
        {
          term: "Submitted by",
          value: (
            <>
              {submittedBy.name}, {submittedBy.email}
              {tagOf(submittedBy)}
            </>
          ),
        },
        { term: "Submitted", value: <DateTime value={submission.createdAt} /> },
        { term: "Promise of an answer", value: <PromiseOfAnswer promise={submission.promise} /> },
        { term: "Tags", value: submission.techTags && <TagList tags={submission.techTags} /> },
        { term: "Call", value: call && <Link to={`/gov/calls/${call.id}`}>{call.title}</Link> },
        {
          term: "Reviewed",
          value: submission.reviewedAt && (
            <>
              <DateTime value={submission.reviewedAt} /> {reviewedBy && `by ${reviewedBy.name}`}
              {reviewedBy && tagOf(reviewedBy)}
              {submission.reviewDelivery && <p>{REVIEW_DELIVERY_WORDS[submission.reviewDelivery]}</p>}
            </>
          ),
        },
      ]}
    />
  );
}

type ReviewActionsProps = {
  submission: { id: string; title: string; status: SubmissionStatus };
  /** Leaves out the button to mark it reviewed, because another form of the page does that. */
  isOnlyArchiving?: boolean;
};

/** The status changes that a reviewer can make. The form's fields are those of PATCH …/status. */
export function ReviewActions({ submission, isOnlyArchiving = false }: ReviewActionsProps) {
  const { id, title, status } = submission;
  const context = <span className="usa-sr-only">: {title}</span>;
  return (
    <div className="glip-cluster glip-cluster--top">
      {!isOnlyArchiving && maySetStatus(status, "REVIEWED") && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <SubmitButton name="status" value="REVIEWED" pendingText="Saving…">
            Mark reviewed{context}
          </SubmitButton>
        </Form>
      )}
      {maySetStatus(status, "ARCHIVED") && (
        <ConfirmedAction
          label={<>Archive{context}</>}
          fields={{ id, status: "ARCHIVED" }}
          confirmLabel={<>Archive submission{context}</>}
          pendingText="Archiving…"
        >
          <p>
            It will no longer appear in lists and search, but the organization can still see it. You cannot undo this.
          </p>
        </ConfirmedAction>
      )}
    </div>
  );
}

/** Says who a review will notify. */
export const REVIEW_NOTICE =
  "When you mark a submission reviewed, we notify the person who submitted it, unless they turned off these notifications.";
