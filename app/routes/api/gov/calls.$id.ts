import { updateCall } from "~/domain/call/update.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ PATCH: endpoint(updateCall) });
