import type { HistoryEntry } from "~/domain/organization/history.server";
import { PROFILE_LABELS } from "~/domain/organization/profile-fields";
import type { Paged } from "~/lists/paging";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { FirstOf } from "~/ui/kit/list/first-of";
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

/** How many changes the page shows at first. */
const SHOWN = 8;

/** The changes to an organization's record, with who made them and when. Newest first. */
export function OrganizationHistory({ list, query }: OrganizationHistoryProps) {
  const { items: rows, total } = list;
  const hrefFor = (page: number) => `${hrefWith(query, { historyPage: String(page) })}#${HISTORY_ID}`;
  return (
    <Section title={`History (${total})`} id={HISTORY_ID}>
      {rows.length > 0 ? (
        <FirstOf items={rows} most={SHOWN}>
          {(some) => <Changes rows={some} />}
        </FirstOf>
      ) : total > 0 ? (
        <PastLastPage what="The history has" firstPage={hrefFor(1)} />
      ) : (
        <EmptyState title="No changes yet">
          <p>Changes to the profile and status will appear here, with the person who made them.</p>
        </EmptyState>
      )}
      {total > list.pageSize && <Pagination {...list} hrefFor={hrefFor} />}
    </Section>
  );
}

function Changes({ rows }: { rows: readonly HistoryEntry[] }) {
  return (
    <ol className="glip-history">
      {rows.map((row) => (
        <li key={row.id} className="glip-history__entry">
          <div>
            <strong>{whatOf(row)}</strong> <Detail row={row} />
          </div>
          <div className="glip-history__origin">
            {row.actor && `${row.actor}, `}
            <DateTime value={row.createdAt} isShort />
          </div>
        </li>
      ))}
    </ol>
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
      <>
        From <StatusTag value={statusBefore} /> to <StatusTag value={statusAfter} />
      </>
    );
  }
  return nontraditional !== null || changed.length === 0 ? null : (
    <span className="glip-muted">{changed.map((field) => FIELD_LABELS[field] ?? field).join(", ")}</span>
  );
}
