import { FILE_SIZE, inWords } from "~/ui/help/help";
import { DataTable } from "~/ui/kit/list/data-table";
import { Part } from "~/ui/kit/page/guide";
import { DRAFT_LIMITS, RATE_LIMITS } from "~/values/limits";

const LIMIT_ROWS = [
  { what: "Registrations from one IP address", limit: inWords(RATE_LIMITS.registration) },
  { what: "Saved registration steps from one IP address", limit: inWords(DRAFT_LIMITS.step) },
  { what: "Submissions by one person", limit: inWords(RATE_LIMITS.submission) },
  { what: "File size", limit: FILE_SIZE },
  { what: "Files in one submission", limit: "1" },
  { what: "Invitations by one organization", limit: inWords(RATE_LIMITS.invitation) },
  { what: "Password change attempts", limit: inWords(RATE_LIMITS.passwordChange) },
] as const;

/** The limits that companies meet. */
export function CompanyLimits(part: { id: string; title: string }) {
  return (
    <Part {...part}>
      <p>If you reach a limit, we tell you how long to wait.</p>
      <DataTable
        caption="Limits"
        isCaptionHidden
        rows={LIMIT_ROWS}
        rowKey={({ what }) => what}
        columns={[
          { key: "what", header: "Limit on", cell: ({ what }) => what },
          { key: "limit", header: "Most allowed", cell: ({ limit }) => limit },
        ]}
      />
    </Part>
  );
}
