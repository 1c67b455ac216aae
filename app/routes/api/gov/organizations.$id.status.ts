import { organizationStatus } from "~/domain/organization/answers";
import { setOrganizationStatus } from "~/domain/organization/set-status.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(setOrganizationStatus, {
    summary: "Set an organization's status",
    description: "From any value to any.",
    data: organizationStatus,
  }),
});
