import { organizationRecord } from "~/domain/organization/queries.server";
import { organization, organizationWithNotes } from "~/domain/organization/responses";
import { setOrganizationNontraditional } from "~/domain/organization/set-nontraditional.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(organizationRecord, {
    summary: "Get an organization with the government's notes",
    data: organizationWithNotes,
  }),
  PATCH: endpoint(setOrganizationNontraditional, {
    summary: "Set whether an organization is a nontraditional contractor",
    data: organization,
  }),
});
