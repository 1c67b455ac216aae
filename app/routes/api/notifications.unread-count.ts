import { unreadNotifications } from "~/domain/notification/answers";
import { unreadCount } from "~/domain/notification/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(unreadCount, { summary: "Count one's own unread notifications", data: unreadNotifications }),
});
