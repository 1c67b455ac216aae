import { listOrganizations } from "~/domain/organization/queries.server";
import { listedOrganization } from "~/domain/organization/responses";
import { pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOrganizations, { summary: "List organizations", data: pagedChanges(listedOrganization) }),
});
