import { callsCalendar } from "~/domain/feed/queries.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callsCalendar, {
    summary: "The deadlines of open calls, as a calendar",
    description: "One event that lasts its day for each open call that has a deadline.",
    media: ["text/calendar"],
  }),
});
