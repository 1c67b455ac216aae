import { changeIndustryAccount } from "~/domain/industry-user/change-account.server";
import { industryAccount } from "~/domain/industry-user/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(changeIndustryAccount, {
    summary: "Deactivate an industry user, or change its email",
    description:
      "What is not sent stays; any change ends the user's sessions. A deactivated user cannot sign in, and its open invitations are withdrawn. Another email frees the old one for its owner. It may be the last administrator of its organization.",
    data: industryAccount,
  }),
});
