import { listOrganizations } from "~/domain/organization/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(listOrganizations) });
