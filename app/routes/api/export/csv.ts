import { exportTable } from "~/domain/export/export-table.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(exportTable, { media: ["text/csv"] }) });
