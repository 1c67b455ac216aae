import { industryUserRole } from "~/domain/industry-user/responses";
import { updateIndustryUser } from "~/domain/industry-user/update.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(updateIndustryUser, {
    summary: "Change a colleague's role, or deactivate or reactivate the account",
    description:
      "Send `industryRole`, `active` or both. You cannot deactivate your own account. You cannot remove your own administrator role, and an organization always has at least one active administrator. The service notifies the user of a new role. A deactivated user is signed out and cannot sign in, and the service withdraws their open invitations.",
    data: industryUserRole,
  }),
});
