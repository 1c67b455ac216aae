import { callRecord } from "~/domain/call/queries.server";
import { updateCall } from "~/domain/call/update.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(callRecord), PATCH: endpoint(updateCall) });
