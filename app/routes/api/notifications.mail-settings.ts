import { listMailSettings } from "~/domain/notification/mail-settings.server";
import { mailSettings, settingsUpdated } from "~/domain/notification/responses";
import { updateMailSettings } from "~/domain/notification/update-mail-settings.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listMailSettings, {
    summary: "Get how soon you get mail",
    description: "If you never set a kind, its frequency is `DAILY`.",
    data: mailSettings,
  }),
  PUT: endpoint(updateMailSettings, { summary: "Change how soon you get mail", data: settingsUpdated }),
});
