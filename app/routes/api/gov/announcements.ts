import { publishAnnouncement } from "~/domain/announcement/publish.server";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { announcement } from "~/domain/announcement/responses";
import { created, pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listAnnouncements, {
    summary: "List the announcements, published or not",
    data: pagedChanges(announcement),
  }),
  POST: endpoint(publishAnnouncement, {
    summary: "Publish an announcement",
    description: "Notifies the people of industry, each as its settings say. Sent again, it is published again.",
    status: 201,
    data: created,
    view: ({ id }) => ({ id }),
  }),
});
