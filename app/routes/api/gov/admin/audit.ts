import { pagedChanges } from "~/domain/answers";
import { auditEvent } from "~/domain/audit-log/answers";
import { listAudit } from "~/domain/audit-log/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listAudit, { summary: "List the events of the audit log", data: pagedChanges(auditEvent) }),
});
