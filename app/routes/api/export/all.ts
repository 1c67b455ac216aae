import { exportBundle } from "~/domain/export/export-bundle.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(exportBundle, { download: true }) });
