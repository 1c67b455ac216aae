import { listIndustryUsers } from "~/domain/industry-user/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(listIndustryUsers) });
