import { listNotificationSettings } from "~/domain/notification/queries.server";
import { updateNotificationSettings } from "~/domain/notification/update-settings.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listNotificationSettings),
  PUT: endpoint(updateNotificationSettings),
});
