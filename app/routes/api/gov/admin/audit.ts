import { listAudit } from "~/domain/audit-log/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(listAudit) });
