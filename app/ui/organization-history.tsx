import { labelOf } from "~/labels";
import { DataTable, DateTime, EmptyState, Section, StatusTag } from "./page";
import { PROFILE_LABELS } from "./profile-fields";

interface HistoryEntry {
  id: string;
  createdAt: string;
  event: string;
  actorEmail: string | null;
  statusBefore: string | null;
  statusAfter: string | null;
  changed: string[];
  nontraditional: boolean | null;
}

const EVENT_TEXT: { [event: string]: string } = {
  organization_registered: "Registered",
  organization_profile_updated: "Profile changed",
  organization_status_changed: "Status changed",
  organization_dialogue_created: "Internal note added",
};

const FIELD_LABELS: { [field: string]: string } = {
  ...PROFILE_LABELS,
  smallBusiness: "Small business",
};

/** What was done to an organization's record: what, by whom and when. */
export function OrganizationHistory({ rows }: { rows: readonly HistoryEntry[] }) {
  return (
    <Section title="History">
      {rows.length > 0 ? (
        <DataTable
          caption="Changes of this record, newest first"
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
      ) : (
        <EmptyState title="Nothing recorded yet">
          <p>Changes of its profile and status will stand here, with who made them.</p>
        </EmptyState>
      )}
    </Section>
  );
}

/** Government's own mark stands among the profile's changes, but the organization did not make it. */
function whatOf({ event, nontraditional }: HistoryEntry): string {
  if (nontraditional === null) return EVENT_TEXT[event] ?? labelOf(event);
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
