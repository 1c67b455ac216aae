import { listIndustryAccounts } from "~/domain/industry-user/accounts.server";
import { industryAccount } from "~/domain/industry-user/responses";
import { paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listIndustryAccounts, {
    summary: "List the industry users of all organizations by email",
    data: paged(industryAccount),
  }),
});
