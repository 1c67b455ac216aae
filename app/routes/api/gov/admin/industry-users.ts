import { paged } from "~/domain/answers";
import { listIndustryAccounts } from "~/domain/industry-user/accounts.server";
import { industryAccount } from "~/domain/industry-user/answers";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listIndustryAccounts, {
    summary: "List the industry users of every organization, by email",
    data: paged(industryAccount),
  }),
});
