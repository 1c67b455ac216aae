import { personalNotifications } from "~/domain/personal-feed/notifications.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(personalNotifications, {
    summary: "Get a person's own notifications as an Atom feed",
    description: "The latest notifications, with only the titles that the public may read.",
    media: ["application/atom+xml"],
  }),
});
