import { ownProfile } from "~/domain/organization/queries.server";
import { updateProfile } from "~/domain/organization/update-profile.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(ownProfile), PUT: endpoint(updateProfile) });
