import { listNotificationSettings } from "~/domain/notification/queries.server";
import { notificationSettings, settingsUpdated } from "~/domain/notification/responses";
import { updateNotificationSettings } from "~/domain/notification/update-settings.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listNotificationSettings, {
    summary: "Read what one is notified of",
    description: "A kind that was never set is enabled, without tags.",
    data: notificationSettings,
  }),
  PUT: endpoint(updateNotificationSettings, { summary: "Set what one is notified of", data: settingsUpdated }),
});
