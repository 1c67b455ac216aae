import { readServiceStatus } from "~/domain/service-status/queries.server";
import { serviceStatus } from "~/domain/service-status/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(readServiceStatus, {
    summary: "See how the service is doing",
    description:
      "For monitoring: watch `status`, and match the codes in `warnings`. The server checks the audit log and the search index once a day.",
    data: serviceStatus,
  }),
});
