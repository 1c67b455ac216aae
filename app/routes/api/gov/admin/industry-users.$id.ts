import { changeIndustryAccount } from "~/domain/industry-user/change-account.server";
import { industryAccount } from "~/domain/industry-user/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(changeIndustryAccount, {
    summary: "Deactivate an industry user or change their email",
    description:
      "Fields you leave out keep their values. Any change ends the user's sessions. A deactivated user cannot sign in, and the service withdraws their open invitations. A new email makes the old one available. You can deactivate the last active administrator of an organization only if its status is `INACTIVE`.",
    data: industryAccount,
  }),
});
