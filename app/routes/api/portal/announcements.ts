import { publishedAnnouncement } from "~/domain/announcement/answers";
import { listPublishedAnnouncements } from "~/domain/announcement/queries.server";
import { listed } from "~/domain/answers";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listPublishedAnnouncements, {
    summary: "List the published announcements, newest first",
    data: listed(publishedAnnouncement),
  }),
});
