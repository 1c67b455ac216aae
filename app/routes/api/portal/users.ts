import { listIndustryUsers } from "~/domain/industry-user/queries.server";
import { industryUser } from "~/domain/industry-user/responses";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listIndustryUsers, {
    summary: "List the people of one's own organization, by name",
    data: listOrChanges(industryUser),
  }),
});
