import { personalCalendar } from "~/domain/personal-feed/calendar.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(personalCalendar, {
    summary: "Get a person's own dates as a calendar",
    description:
      "All-day events: for industry users the deadlines of the calls that they follow, for government users the deadlines of the calls that they wrote and the days of their engagements. Engagements have no titles here.",
    media: ["text/calendar"],
  }),
});
