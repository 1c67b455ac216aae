import { changeIndustryRole } from "~/domain/industry-user/change-role.server";
import { industryUserRole } from "~/domain/industry-user/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(changeIndustryRole, {
    summary: "Change the role of somebody of one's own organization",
    description:
      "Nobody takes the administrator's role from themselves, and an organization keeps at least one administrator. Whoever's role changes is notified.",
    data: industryUserRole,
  }),
});
