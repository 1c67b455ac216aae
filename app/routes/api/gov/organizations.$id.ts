import { organizationRecord } from "~/domain/organization/queries.server";
import { organization, organizationWithNotes } from "~/domain/organization/responses";
import { setOrganizationNontraditional } from "~/domain/organization/set-nontraditional.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(organizationRecord, {
    summary: "Read an organization with government's notes on it",
    data: organizationWithNotes,
  }),
  PATCH: endpoint(setOrganizationNontraditional, {
    summary: "Say whether an organization is a nontraditional contractor",
    data: organization,
  }),
});
