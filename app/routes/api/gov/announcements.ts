import { publishAnnouncement } from "~/domain/announcement/publish.server";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listAnnouncements),
  POST: endpoint(publishAnnouncement, { status: 201, view: ({ id }) => ({ id }) }),
});
