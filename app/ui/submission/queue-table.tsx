import { Link } from "@remix-run/react";
import type { SubmissionStatus } from "#db/enumerations";
import { Icon } from "~/ui/kit/icon";
import { hrefWith, type Query, type RequestedList, recordHref } from "~/ui/kit/list/list-address";
import { RowMenu } from "~/ui/kit/list/row-menu";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PromiseOfAnswer, type ShownPromise } from "~/ui/promise/promise";
import { tagsOf } from "~/values/tags";
import { SelectRow } from "./several-form";
import { REVIEW_NOTICE, ReviewActions } from "./submission-review";
import { SubmissionTable } from "./submission-table";

/** A submission in the queue: what its list shows, and what government knows of its review. */
interface QueuedSubmission {
  id: string;
  title: string;
  type: string;
  status: SubmissionStatus;
  techTags: string;
  createdAt: string;
  organization: { id: string; name: string };
  call: { id: string; title: string } | null;
  owner: string | null;
  ownerId: string | null;
  governmentTags: string;
  /** Null if the list does not show it. */
  promise: ShownPromise | null;
}

interface QueueTableProps {
  requested: RequestedList;
  view: string;
  rows: QueuedSubmission[];
  mayReview: boolean;
  /** The ids of the rows that were selected when a form was refused. */
  selected: readonly string[];
}

/** The table of government's list of submissions. */
export function QueueTable({ requested, view, rows, mayReview, selected }: QueueTableProps) {
  const { query } = requested;
  const due = {
    key: "answerBy",
    header: "Answer",
    sort: "answerBy",
    cell: ({ promise }: QueuedSubmission) => promise && <PromiseOfAnswer promise={promise} />,
  };
  return (
    <SubmissionTable
      caption={captionOf("Submissions", requested)}
      sorting={sortingOf(requested)}
      rows={rows}
      hrefFor={({ id }) => recordHref(`/gov/submissions/${id}`, requested, { view })}
      lead={mayReview ? (row) => <SelectRow submission={row} isSelected={selected.includes(row.id)} /> : undefined}
      detail={({ call }) =>
        call && (
          <span className="glip-table__detail">
            Call: <Link to={`/gov/calls/${call.id}`}>{call.title}</Link>{" "}
            <OnlyThose query={query} name="callId" id={call.id} of={call.title} />
          </span>
        )
      }
      extra={[
        {
          key: "organization",
          header: "Organization",
          cell: ({ organization: { id, name } }) => (
            // The icon is first, because a long name is cut off.
            <>
              <OnlyThose query={query} name="organizationId" id={id} of={name} />{" "}
              <Link to={`/gov/organizations/${id}`} title={name}>
                {name}
              </Link>
            </>
          ),
        },
        { key: "owner", header: "Owner", cell: ({ owner }) => owner ?? <span className="usa-sr-only">Nobody</span> },
        ...(rows.some(({ promise }) => promise) ? [due] : []),
      ]}
      tagDetail={({ governmentTags }) => governmentTags && <GovernmentTags tags={governmentTags} />}
      actions={
        mayReview
          ? (row) => (
              <RowMenu of={row.title}>
                <ReviewActions submission={row} />
                {row.status === "ROUTED" && <p className="usa-hint">{REVIEW_NOTICE}</p>}
              </RowMenu>
            )
          : undefined
      }
    />
  );
}

type OnlyThoseProps = { query: Query; name: "organizationId" | "callId"; id: string; of: string };

/** Narrows the list to one organization or call, unless it is already. */
function OnlyThose({ query, name, id, of }: OnlyThoseProps) {
  if (query[name] !== undefined) return null;
  return (
    <Link className="glip-filter-by" to={hrefWith(query, { [name]: id, page: undefined })} title="Show only these">
      <Icon name="filter_list" label={`Show only: ${of}`} />
    </Link>
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
