import { announcementsAtom } from "~/domain/feed/queries.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(announcementsAtom, {
    summary: "Get published announcements as Atom",
    media: ["application/atom+xml"],
  }),
});
