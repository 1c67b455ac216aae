import { paged } from "~/domain/answers";
import { notification } from "~/domain/notification/answers";
import { listNotifications } from "~/domain/notification/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listNotifications, {
    summary: "List one's own notifications, newest first",
    data: paged(notification),
  }),
});
