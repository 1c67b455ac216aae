import { announcementsJson } from "~/domain/feed/queries.server";
import { jsonFeed } from "~/domain/feed/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(announcementsJson, {
    summary: "Get published announcements as JSON Feed 1.1",
    media: ["application/feed+json"],
    data: jsonFeed,
  }),
});
