import { listNotificationSettings } from "~/domain/notification/queries.server";
import { notificationSettings, settingsUpdated } from "~/domain/notification/responses";
import { updateNotificationSettings } from "~/domain/notification/update-settings.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listNotificationSettings, {
    summary: "Get your notification settings",
    description: "If you never set a kind, it is enabled and has no tags.",
    data: notificationSettings,
  }),
  PUT: endpoint(updateNotificationSettings, { summary: "Change your notification settings", data: settingsUpdated }),
});
