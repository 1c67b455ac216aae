import { pagedChanges } from "~/domain/answers";
import { listedOrganization } from "~/domain/organization/answers";
import { listOrganizations } from "~/domain/organization/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOrganizations, { summary: "List the organizations", data: pagedChanges(listedOrganization) }),
});
