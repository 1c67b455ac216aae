import * as z from "zod";
import { listPublishedAnnouncements } from "~/domain/announcement/queries.server";
import { publishedAnnouncement } from "~/domain/announcement/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listPublishedAnnouncements, {
    summary: "List published announcements, newest first",
    data: z.array(publishedAnnouncement),
  }),
});
