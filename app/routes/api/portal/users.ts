import { listOrChanges } from "~/domain/answers";
import { industryUser } from "~/domain/industry-user/answers";
import { listIndustryUsers } from "~/domain/industry-user/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listIndustryUsers, {
    summary: "List the people of one's own organization, by name",
    data: listOrChanges(industryUser),
  }),
});
