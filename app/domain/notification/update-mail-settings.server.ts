import { defineOperation } from "~/operations/operation.server";
import { setMailSettings } from "./mail-settings.server";
import { mailSettingsSchema, settingsPageSchema } from "./schema";
import { updateNotificationSettings } from "./update-settings.server";

/** Saves how soon the caller gets mail. Kinds that are not sent stay. */
export const updateMailSettings = defineOperation({
  gate: "signed in",
  input: mailSettingsSchema,
  events: ["mail_settings_updated"],
  run(context, { settings }) {
    setMailSettings(context, context.actor.id, settings);
    return { ok: true as const };
  },
});

/** The settings page's form: both kinds of settings in one transaction. */
export const updateSettingsPage = defineOperation({
  gate: "signed in",
  input: settingsPageSchema,
  events: [...updateNotificationSettings.events, "mail_settings_updated"],
  run(context, { settings, mail }) {
    if (mail.length > 0) setMailSettings(context, context.actor.id, mail);
    return updateNotificationSettings.run(context, { settings }, undefined);
  },
});
