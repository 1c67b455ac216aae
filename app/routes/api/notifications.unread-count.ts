import { unreadCount } from "~/domain/notification/queries.server";
import { unreadNotifications } from "~/domain/notification/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(unreadCount, { summary: "Count your unread notifications", data: unreadNotifications }),
});
