import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { reroute } from "~/domain/submission/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(rerouteSubmissions, {
    summary: "Reroute submissions without a reviewer",
    description:
      "Routes each SUBMITTED submission again, by current interests and calls. Nobody gets a second notification about the same submission.",
    body: "none",
    data: reroute,
  }),
});
