import { Link } from "@remix-run/react";
import { COLUMN_LISTS, type ColumnOf } from "~/domain/shown-columns/lists";
import { Detail } from "~/ui/kit/detail";
import { DayOf } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { chosenColumns, columnsOf, type ShownColumns } from "~/ui/kit/list/column-menu";
import { DataTable, type Sorting } from "~/ui/kit/list/data-table";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { EngagementTime } from "./engagement-time";

export interface ListedEngagement {
  id: string;
  title: string;
  type: string;
  status: string;
  date: string;
  startTime?: string | null;
  location: string;
  otherOrganization?: string;
  organizations?: { id: string; name: string }[];
  command: { name: string; abbreviation: string };
}

/** With the values of the columns that people may add. */
export interface EngagementRow extends ListedEngagement {
  attendees?: string;
  openTasks?: number;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** What the usual columns show, so that loaders send no more. */
export function shownEngagement(row: ListedEngagement): ListedEngagement {
  const { id, title, type, status, date, startTime, location, otherOrganization, organizations, command } = row;
  return { id, title, type, status, date, startTime, location, otherOrganization, organizations, command };
}

const NAMES_SHOWN = 3;

/** The columns of the list of engagements. @param isPlaceApart whether the place has a column of its own */
export const engagementColumns = (isPlaceApart = false) =>
  columnsOf<EngagementRow, "title" | ColumnOf<"engagements">>({
    title: {
      header: "Title",
      sort: "title",
      cell: ({ id, title, type, location }) => (
        <>
          <Link to={`/gov/engagements/${id}`} title={title}>
            {title}
          </Link>
          <Detail>{[labelOf(type), isPlaceApart ? "" : location].filter(Boolean).join(", ")}</Detail>
        </>
      ),
    },
    date: {
      header: "Date",
      sort: "-date",
      cell: ({ date, startTime = null }) => <EngagementTime date={date} startTime={startTime} endTime={null} isShort />,
    },
    participants: { header: "Participants", cell: participantsOf },
    command: { header: "Command", cell: ({ command }) => <abbr title={command.name}>{command.abbreviation}</abbr> },
    status: { header: "Status", cell: ({ status }) => <StatusTag value={status} /> },
    location: { header: "Place", cell: ({ location }) => location },
    attendees: { header: "Attendees", cell: ({ attendees }) => attendees },
    openTasks: { header: "Open tasks", cell: ({ openTasks = 0 }) => openTasks > 0 && formatCount(openTasks) },
    createdBy: { header: "Recorded by", cell: ({ createdBy }) => createdBy },
    createdAt: {
      header: "Recorded",
      sort: "-createdAt",
      cell: ({ createdAt }) => createdAt && <DayOf value={createdAt} />,
    },
    updatedAt: {
      header: "Last changed",
      sort: "-updatedAt",
      cell: ({ updatedAt }) => updatedAt && <DayOf value={updatedAt} />,
    },
  });

const USUAL: ShownColumns = {
  shown: COLUMN_LISTS.engagements.usual,
  usual: COLUMN_LISTS.engagements.usual,
};

interface EngagementTableProps {
  caption: string;
  rows: readonly EngagementRow[];
  choice?: ShownColumns;
  /** Columns that the caption already covers. */
  without?: readonly ("date" | "participants")[];
  sorting?: Sorting;
}

export function EngagementTable({ caption, rows, choice = USUAL, without = [], sorting }: EngagementTableProps) {
  const columns = chosenColumns(engagementColumns(choice.shown.includes("location")), choice);
  const shown = columns.filter(({ key }) => !without.some((name) => name === key));
  return <DataTable caption={caption} columns={shown} rows={rows} rowKey={(row) => row.id} sorting={sorting} isDense />;
}

/** The names of the first participants, and how many more there are. */
export function participantsOf({ organizations = [], otherOrganization }: ListedEngagement): string {
  return firstNames(
    [...organizations.map(({ name }) => name), otherOrganization].filter((name) => name !== undefined && name !== ""),
  );
}

/** "Ada, Ben, Cy and 2 more" */
export function firstNames(names: readonly (string | undefined)[]): string {
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? `${names.slice(0, NAMES_SHOWN).join(", ")} and ${more} more` : names.join(", ");
}
