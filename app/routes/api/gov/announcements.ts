import { publishAnnouncement } from "~/domain/announcement/publish.server";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { announcement } from "~/domain/announcement/responses";
import { created, pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listAnnouncements, {
    summary: "List announcements, published or not",
    data: pagedChanges(announcement),
  }),
  POST: endpoint(publishAnnouncement, {
    summary: "Publish, schedule or draft an announcement",
    description:
      "A published announcement notifies the industry users of its audience according to their settings, a scheduled one at its time. If you send the request twice, you publish two announcements.",
    status: 201,
    data: created,
    view: ({ id }) => ({ id }),
  }),
});
