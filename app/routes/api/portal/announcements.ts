import { z } from "zod";
import { publishedAnnouncement } from "~/domain/announcement/answers";
import { listPublishedAnnouncements } from "~/domain/announcement/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listPublishedAnnouncements, {
    summary: "List the published announcements, newest first",
    data: z.array(publishedAnnouncement),
  }),
});
