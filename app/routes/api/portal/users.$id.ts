import { changeIndustryRole } from "~/domain/industry-user/change-role.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ PATCH: endpoint(changeIndustryRole) });
