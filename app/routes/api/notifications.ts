import { listNotifications } from "~/domain/notification/queries.server";
import { notification } from "~/domain/notification/responses";
import { paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listNotifications, {
    summary: "List your notifications, newest first",
    data: paged(notification),
  }),
});
