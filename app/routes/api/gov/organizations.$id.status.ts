import { organizationStatus } from "~/domain/organization/responses";
import { setOrganizationStatus } from "~/domain/organization/set-status.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(setOrganizationStatus, {
    summary: "Set an organization's status",
    description: "You can change any status to any other.",
    data: organizationStatus,
  }),
});
