import { Link } from "@remix-run/react";
import type { SubmissionStatus } from "#db/enumerations";
import { Detail } from "~/ui/kit/detail";
import { DayOf } from "~/ui/kit/format/date-time";
import type { Column } from "~/ui/kit/list/data-table";
import { hrefWith, type Query, type RequestedList, recordHref } from "~/ui/kit/list/list-address";
import { RowMenu } from "~/ui/kit/list/row-menu";
import { PromiseOfAnswer, type ShownPromise } from "~/ui/promise/promise";
import { labelOf } from "~/values/labels";
import { tagsOf } from "~/values/tags";
import { REVIEW_NOTICE, ReviewActions } from "./submission-review";
import { submissionColumns } from "./submission-table";

/** A submission in the queue: what its list shows, and what government knows of its review. */
interface QueuedSubmission {
  id: string;
  title: string;
  type: string;
  status: SubmissionStatus;
  techTags: string;
  createdAt: string;
  updatedAt?: string | undefined;
  organization: { id: string; name: string };
  call: { id: string; title: string } | null;
  owner: string | null;
  ownerId: string | null;
  governmentTags: string;
  /** Null if the list does not show it. */
  promise: ShownPromise | null;
}

interface QueueColumnsProps {
  requested: RequestedList;
  view: string;
  shown: readonly string[];
  mayReview: boolean;
}

/** The columns of government's list of submissions. */
export function queueColumns(props: QueueColumnsProps): Column<QueuedSubmission>[] {
  const { requested, view, shown, mayReview } = props;
  const linked = (path: string, { id, title }: { id: string; title: string }) => (
    <Link to={`${path}/${id}`} title={title}>
      {title}
    </Link>
  );
  return submissionColumns<QueuedSubmission>({
    hrefFor: ({ id }) => recordHref(`/gov/submissions/${id}`, requested, { view }),
    hasTypeColumn: shown.includes("type"),
    // Not a link: it is often cut off, and nobody could see that it has the focus.
    detail: ({ call }) => call && !shown.includes("call") && <Detail>Call: {call.title}</Detail>,
    extra: [
      {
        key: "organization",
        header: "Organization",
        cell: ({ organization: { id, name } }) => linked("/gov/organizations", { id, title: name }),
      },
      { key: "owner", header: "Owner", cell: ({ owner }) => owner ?? <span className="usa-sr-only">Nobody</span> },
      {
        key: "answerBy",
        header: "Answer",
        sort: "answerBy",
        cell: ({ promise }) => promise && promise.state !== "NONE" && <PromiseOfAnswer promise={promise} />,
      },
      { key: "call", header: "Call", cell: ({ call }) => call && linked("/gov/calls", call) },
      { key: "type", header: "Type", cell: ({ type }) => labelOf(type) },
    ],
    tagDetail: ({ governmentTags }) => governmentTags && <GovernmentTags tags={governmentTags} />,
    more: [
      {
        key: "updatedAt",
        header: "Last changed",
        sort: "-updatedAt",
        cell: ({ updatedAt }) => updatedAt && <DayOf value={updatedAt} />,
      },
    ],
    actions: (row) => <QueueMenu row={row} query={requested.query} mayReview={mayReview} />,
  });
}

type QueueMenuProps = { row: QueuedSubmission; query: Query; mayReview: boolean };

/** What can be done with a row: its review, and a list of those that share its organization or call. */
function QueueMenu({ row, query, mayReview }: QueueMenuProps) {
  const { organization, call } = row;
  const narrower = [
    { name: "organizationId", words: "Only this organization", of: { id: organization.id, title: organization.name } },
    { name: "callId", words: "Only this call", of: call },
  ].flatMap(({ name, words, of }) => (of === null || query[name] !== undefined ? [] : [{ name, words, of }]));
  const isReviewable = mayReview && row.status !== "ARCHIVED";
  if (!isReviewable && narrower.length === 0) return null;
  return (
    <RowMenu of={row.title}>
      {isReviewable && <ReviewActions submission={row} />}
      {isReviewable && row.status === "ROUTED" && <p className="usa-hint">{REVIEW_NOTICE}</p>}
      {narrower.length > 0 && (
        <ul className="usa-list usa-list--unstyled">
          {narrower.map(({ name, words, of }) => (
            <li key={name}>
              <Link to={hrefWith(query, { [name]: of.id, page: undefined })}>
                {words}: {of.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </RowMenu>
  );
}

/** How many tags government added. Their names are in the tooltip, because a row has one line. */
function GovernmentTags({ tags }: { tags: string }) {
  const names = tagsOf(tags);
  const all = `Government: ${names.join(", ")}`;
  return (
    <span className="glip-tags__own glip-muted" title={all}>
      <span aria-hidden="true">+{names.length} gov</span>
      <span className="usa-sr-only">{all}</span>
    </span>
  );
}
