import { Link } from "@remix-run/react";
import type { ColumnOf } from "~/domain/shown-columns/lists";
import { Detail } from "~/ui/kit/detail";
import { DayOf, TimeLeft } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { columnsOf } from "~/ui/kit/list/column-menu";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { CALL_LABELS } from "./call-fields";

interface NamedCall {
  id: string;
  title: string;
  noticeType: string | null;
  /** As `shownStatus` says. */
  status: string;
  releasesAt: string | null;
  closesAt: string | null;
}

interface Values {
  techTags: string;
  questionsDueAt: string | null;
  solicitationNumber: string | null;
  setAside: string | null;
  submissions: number;
  author: string;
  createdAt: string;
  updatedAt: string;
}

/** A call of the list. Columns that are not shown have no values. */
type ListedCall = NamedCall & Partial<Values>;

const DayIfAny = ({ value }: { value: string | null | undefined }) => value && <DayOf value={value} />;

/** The columns of government's list of calls. @param tagsShown how many tags a row has room for */
export const callColumns = (tagsShown: number) =>
  columnsOf<ListedCall, "title" | ColumnOf<"calls">>({
    title: {
      header: CALL_LABELS.title,
      sort: "title",
      cell: ({ id, title, noticeType }) => (
        <>
          <Link to={`/gov/calls/${id}`} title={title}>
            {title}
          </Link>
          {noticeType && <Detail>{labelOf(noticeType)}</Detail>}
        </>
      ),
    },
    techTags: { header: "Tags", cell: ({ techTags }) => techTags && <TagList tags={techTags} most={tagsShown} /> },
    status: {
      header: CALL_LABELS.status,
      cell: ({ status, releasesAt }) => (
        <>
          <StatusTag value={status} />
          {status === "PENDING" && (
            <Detail>
              Opens <DayOf value={releasesAt} />
            </Detail>
          )}
        </>
      ),
    },
    closesAt: {
      header: "Closes",
      sort: "closesAt",
      cell: ({ status, closesAt }) => (
        <>
          {closesAt === null ? <span className="glip-muted">None</span> : <DayOf value={closesAt} />}
          <TimeLeft until={status === "CLOSED" ? null : closesAt}>{(left) => <Detail>{left} left</Detail>}</TimeLeft>
        </>
      ),
    },
    questionsDueAt: { header: "Questions due", cell: ({ questionsDueAt }) => <DayIfAny value={questionsDueAt} /> },
    releasesAt: { header: "Opens", cell: ({ releasesAt }) => <DayIfAny value={releasesAt} /> },
    solicitationNumber: { header: "Number", cell: ({ solicitationNumber }) => solicitationNumber },
    setAside: { header: CALL_LABELS.setAside, cell: ({ setAside }) => setAside && labelOf(setAside) },
    submissions: {
      header: "Submissions",
      cell: ({ id, submissions = 0 }) =>
        submissions > 0 && <Link to={`/gov/submissions?callId=${id}`}>{formatCount(submissions)}</Link>,
    },
    author: { header: "Author", cell: ({ author }) => author },
    createdAt: { header: "Created", sort: "-createdAt", cell: ({ createdAt }) => <DayIfAny value={createdAt} /> },
    updatedAt: { header: "Last changed", sort: "-updatedAt", cell: ({ updatedAt }) => <DayIfAny value={updatedAt} /> },
  });
