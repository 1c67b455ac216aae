import type { HistoryEntry } from "~/domain/organization/history.server";
import { PROFILE_LABELS } from "~/domain/organization/profile-fields";
import type { Paged } from "~/lists/paging";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DataTable } from "~/ui/kit/list/data-table";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Pagination } from "~/ui/kit/list/pagination";
import { EmptyState, PastLastPage } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { historyLabelOf } from "~/values/labels";

const FIELD_LABELS: { [field: string]: string } = {
  ...PROFILE_LABELS,
  smallBusiness: "Small business",
};

/** The ID of the heading, for links to other pages of the history. */
const HISTORY_ID = "history";

interface OrganizationHistoryProps {
  list: Paged<HistoryEntry>;
  /** The query of the page's address. */
  query: Record<string, string>;
}

/** The changes to an organization's record, with who made them and when. */
export function OrganizationHistory({ list, query }: OrganizationHistoryProps) {
  const { items: rows, total } = list;
  const hrefFor = (page: number) => `${hrefWith(query, { historyPage: String(page) })}#${HISTORY_ID}`;
  return (
    <Section title={`History (${total})`} id={HISTORY_ID}>
      {rows.length > 0 ? (
        <DataTable
          caption="Changes to this record, newest first"
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "event",
              header: "What",
              cell: (row) => (
                <>
                  {whatOf(row)}
                  <Detail row={row} />
                </>
              ),
            },
            { key: "actor", header: "Who", cell: ({ actorEmail }) => actorEmail },
            {
              key: "createdAt",
              header: "When (UTC)",
              cell: ({ createdAt }) => <DateTime value={createdAt} withoutZone />,
            },
          ]}
        />
      ) : total > 0 ? (
        <PastLastPage what="The history has" firstPage={hrefFor(1)} />
      ) : (
        <EmptyState title="No changes yet">
          <p>Changes to the profile and status will appear here, with the person who made them.</p>
        </EmptyState>
      )}
      <Pagination {...list} hrefFor={hrefFor} />
    </Section>
  );
}

/** Government's own mark is among the profile's changes, but the organization did not set it. */
function whatOf({ event, nontraditional }: HistoryEntry): string {
  if (nontraditional === null) return historyLabelOf(event);
  return nontraditional ? "Marked as nontraditional" : "No longer marked as nontraditional";
}

function Detail({ row: { statusBefore, statusAfter, changed, nontraditional } }: { row: HistoryEntry }) {
  if (statusBefore && statusAfter) {
    return (
      <span className="glip-table__detail">
        From <StatusTag value={statusBefore} /> to <StatusTag value={statusAfter} />
      </span>
    );
  }
  return nontraditional !== null || changed.length === 0 ? null : (
    <span className="glip-table__detail">{changed.map((field) => FIELD_LABELS[field] ?? field).join(", ")}</span>
  );
}
