import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Detail } from "~/ui/kit/detail";
import { DayOf } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { ACTIONS, type Column, DataTable, type Sorting } from "~/ui/kit/list/data-table";
import { labelOf } from "~/values/labels";

interface ListedSubmission {
  id: string;
  title: string;
  type: string;
  status: string;
  techTags: string;
  createdAt: string;
}

/** The columns that the table shows, so that loaders send no more. */
export function shownSubmission<Status extends string>(row: ListedSubmission & { status: Status }) {
  const { id, title, type, status, techTags, createdAt } = row;
  return { id, title, type, status, techTags, createdAt };
}

/** A row has one line. */
const TAGS_SHOWN = 1;

interface SubmissionColumnsProps<Row extends ListedSubmission> {
  hrefFor: (row: Row) => string;
  /** What the cell of the title shows below it, besides the type. */
  detail?: (row: Row) => ReactNode;
  /** Whether the type has a column of its own. */
  hasTypeColumn?: boolean;
  /** Columns between the title and the status. */
  extra?: Column<Row>[];
  /** What the cell of the tags shows below them. */
  tagDetail?: (row: Row) => ReactNode;
  /** Columns after the others. */
  more?: Column<Row>[];
  actions?: (row: Row) => ReactNode;
}

/** The columns of a table of submissions. */
export function submissionColumns<Row extends ListedSubmission>(props: SubmissionColumnsProps<Row>): Column<Row>[] {
  const { hrefFor, detail, hasTypeColumn = false, extra = [], tagDetail, more = [], actions } = props;
  return [
    {
      key: "title",
      header: "Title",
      sort: "title",
      cell: (row) => (
        <>
          <Link to={hrefFor(row)} title={row.title}>
            {row.title}
          </Link>
          {!hasTypeColumn && <Detail>{labelOf(row.type)}</Detail>}
          {detail?.(row)}
        </>
      ),
    },
    ...extra,
    {
      key: "techTags",
      header: "Tags",
      cell: (row) => (
        <>
          {row.techTags && <TagList tags={row.techTags} most={TAGS_SHOWN} />}
          {tagDetail?.(row)}
        </>
      ),
    },
    { key: "status", header: "Status", sort: "status", cell: (row) => <StatusTag value={row.status} /> },
    {
      key: "createdAt",
      header: "Submitted",
      sort: "-createdAt",
      cell: (row) => <DayOf value={row.createdAt} />,
    },
    ...more,
    ...(actions ? [{ key: ACTIONS, header: "Actions", cell: actions }] : []),
  ];
}

type SubmissionTableProps<Row extends ListedSubmission> = SubmissionColumnsProps<Row> & {
  caption: string;
  rows: Row[];
  sorting?: Sorting;
};

/** A table of submissions, for the organization that sent them and for government. */
export function SubmissionTable<Row extends ListedSubmission>(props: SubmissionTableProps<Row>) {
  const { caption, rows, sorting, ...columns } = props;
  return (
    <DataTable
      caption={caption}
      columns={submissionColumns(columns)}
      rows={rows}
      rowKey={(row) => row.id}
      sorting={sorting}
      isDense
    />
  );
}
