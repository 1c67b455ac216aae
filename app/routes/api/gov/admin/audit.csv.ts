import { exportAuditCsv } from "~/domain/audit-log/export-csv.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportAuditCsv, {
    summary: "Export the audit log as CSV",
    description:
      "Every event that matches the filters, in the same format as the other CSV exports. `details` is JSON. Each export is audited.",
    media: ["text/csv"],
  }),
});
