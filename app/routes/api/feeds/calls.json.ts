import { jsonFeed } from "~/domain/feed/answers";
import { callsJson } from "~/domain/feed/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callsJson, {
    summary: "The open calls, as JSON Feed 1.1",
    media: ["application/feed+json"],
    data: jsonFeed,
  }),
});
