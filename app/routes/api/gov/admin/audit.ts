import { listAudit } from "~/domain/audit-log/queries.server";
import { auditEvent } from "~/domain/audit-log/responses";
import { pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listAudit, { summary: "List audit events", data: pagedChanges(auditEvent) }),
});
