import { setOrganizationStatus } from "~/domain/organization/set-status.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ PATCH: endpoint(setOrganizationStatus) });
