import { Link } from "@remix-run/react";
import type { SubmissionStatus } from "#db/enumerations";
import { Detail } from "~/ui/kit/detail";
import { DayOf } from "~/ui/kit/format/date-time";
import { Icon } from "~/ui/kit/icon";
import type { Column } from "~/ui/kit/list/data-table";
import { hrefWith, type Query, type RequestedList, recordHref } from "~/ui/kit/list/list-address";
import { RowMenu } from "~/ui/kit/list/row-menu";
import { PromiseOfAnswer, type ShownPromise } from "~/ui/promise/promise";
import { labelOf } from "~/values/labels";
import { tagsOf } from "~/values/tags";
import { SelectRow } from "./several-form";
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
  /** The ids of the rows that were selected when a form was refused. */
  selected: readonly string[];
}

/** The columns of government's list of submissions. */
export function queueColumns(props: QueueColumnsProps): Column<QueuedSubmission>[] {
  const { requested, view, shown, mayReview, selected } = props;
  const { query } = requested;
  const linked = (name: OnlyThoseProps["name"], path: string, { id, title }: { id: string; title: string }) => (
    <>
      <Link to={`${path}/${id}`} title={title}>
        {title}
      </Link>{" "}
      <OnlyThose query={query} name={name} id={id} of={title} />
    </>
  );
  return submissionColumns<QueuedSubmission>({
    hrefFor: ({ id }) => recordHref(`/gov/submissions/${id}`, requested, { view }),
    lead: mayReview ? (row) => <SelectRow submission={row} isSelected={selected.includes(row.id)} /> : undefined,
    hasTypeColumn: shown.includes("type"),
    detail: ({ call }) =>
      call &&
      !shown.includes("call") && (
        <Detail>
          Call: <Link to={`/gov/calls/${call.id}`}>{call.title}</Link>{" "}
          <OnlyThose query={query} name="callId" id={call.id} of={call.title} />
        </Detail>
      ),
    extra: [
      {
        key: "organization",
        header: "Organization",
        cell: ({ organization: { id, name } }) => linked("organizationId", "/gov/organizations", { id, title: name }),
      },
      { key: "owner", header: "Owner", cell: ({ owner }) => owner ?? <span className="usa-sr-only">Nobody</span> },
      {
        key: "answerBy",
        header: "Answer",
        sort: "answerBy",
        cell: ({ promise }) => promise && promise.state !== "NONE" && <PromiseOfAnswer promise={promise} />,
      },
      { key: "call", header: "Call", cell: ({ call }) => call && linked("callId", "/gov/calls", call) },
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
    actions: mayReview
      ? (row) => (
          <RowMenu of={row.title}>
            <ReviewActions submission={row} />
            {row.status === "ROUTED" && <p className="usa-hint">{REVIEW_NOTICE}</p>}
          </RowMenu>
        )
      : undefined,
  });
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
