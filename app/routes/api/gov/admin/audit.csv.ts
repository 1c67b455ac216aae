import { exportAuditCsv } from "~/domain/audit-log/export-csv.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(exportAuditCsv, { media: ["text/csv"] }) });
