import { callsCalendar } from "~/domain/feed/queries.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callsCalendar, {
    summary: "Get the deadlines of open calls as a calendar",
    description: "One all-day event for each open call that has a deadline.",
    media: ["text/calendar"],
  }),
});
