import { organizationRecord } from "~/domain/organization/queries.server";
import { setOrganizationNontraditional } from "~/domain/organization/set-nontraditional.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(organizationRecord),
  PATCH: endpoint(setOrganizationNontraditional),
});
