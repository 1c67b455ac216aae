import { registerOrganization } from "~/domain/organization/register.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(registerOrganization, { status: 201 }) });
