import { changeIndustryRole } from "~/domain/industry-user/change-role.server";
import { industryUserRole } from "~/domain/industry-user/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(changeIndustryRole, {
    summary: "Change the role of a user in your organization",
    description:
      "You cannot remove your own administrator role, and an organization always has at least one administrator. The service notifies the user.",
    data: industryUserRole,
  }),
});
