import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { reroute } from "~/domain/submission/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(rerouteSubmissions, {
    summary: "Route again the submissions that nobody was found for",
    description:
      "Those that are SUBMITTED, by the interests and calls of now. Nobody is notified twice of the same one.",
    body: "none",
    data: reroute,
  }),
});
