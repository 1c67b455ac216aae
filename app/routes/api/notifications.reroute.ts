import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(rerouteSubmissions, { body: "none" }) });
