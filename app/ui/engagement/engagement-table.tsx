import { Link } from "@remix-run/react";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { type Column, DataTable, type Sorting } from "~/ui/kit/list/data-table";
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

/** The columns that the table shows, so that loaders send no more. */
export function shownEngagement(row: ListedEngagement): ListedEngagement {
  const { id, title, type, status, date, startTime, location, otherOrganization, organizations, command } = row;
  return { id, title, type, status, date, startTime, location, otherOrganization, organizations, command };
}

interface EngagementTableProps {
  caption: string;
  rows: readonly ListedEngagement[];
  /** Columns that the caption already covers. */
  without?: readonly ("date" | "participants")[];
  sorting?: Sorting;
}

const PARTICIPANTS_SHOWN = 3;

export function EngagementTable({ caption, rows, without = [], sorting }: EngagementTableProps) {
  const columns: Column<ListedEngagement>[] = [
    {
      key: "title",
      header: "Title",
      sort: "title",
      cell: ({ id, title, type, location }) => (
        <>
          <Link to={`/gov/engagements/${id}`}>{title}</Link>
          <span className="glip-table__detail">{[labelOf(type), location].filter(Boolean).join(", ")}</span>
        </>
      ),
    },
    {
      key: "date",
      header: "Date",
      sort: "-date",
      cell: ({ date, startTime = null }) => <EngagementTime date={date} startTime={startTime} endTime={null} />,
    },
    { key: "participants", header: "Participants", cell: participantsOf },
    {
      key: "command",
      header: "Command",
      cell: ({ command }) => <abbr title={command.name}>{command.abbreviation}</abbr>,
    },
    { key: "status", header: "Status", cell: ({ status }) => <StatusTag value={status} /> },
  ];
  const shown = columns.filter(({ key }) => !without.some((name) => name === key));
  return <DataTable caption={caption} columns={shown} rows={rows} rowKey={(row) => row.id} sorting={sorting} isDense />;
}

/** The names of the first participants, and how many more there are. */
export function participantsOf({ organizations = [], otherOrganization }: ListedEngagement): string {
  const names = [...organizations.map(({ name }) => name), otherOrganization].filter(
    (name) => name !== undefined && name !== "",
  );
  const more = names.length - PARTICIPANTS_SHOWN;
  return more > 0 ? `${names.slice(0, PARTICIPANTS_SHOWN).join(", ")} and ${more} more` : names.join(", ");
}
