import { listIndustryUsers } from "~/domain/industry-user/queries.server";
import { industryUser } from "~/domain/industry-user/responses";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listIndustryUsers, {
    summary: "List your organization's users by name",
    data: listOrChanges(industryUser),
  }),
});
