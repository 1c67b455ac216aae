import { notificationSetting } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { settingsOf } from "./queries.server";
import { notificationSettingsSchema } from "./schema";

/**
 * Saves the caller's settings, in the order sent, so that the last entry of a kind wins. Tags that are not sent stay.
 */
export const updateNotificationSettings = defineOperation({
  gate: "signed in",
  input: notificationSettingsSchema,
  events: ["notification_settings_updated"],
  run({ db, actor, now, audit }, { settings }) {
    const named = new Set(settings.map(({ kind }) => kind));
    const stored = () => ({ settings: settingsOf(db, actor.id).filter(({ kind }) => named.has(kind)) });
    const before = stored();
    for (const { kind, enabled, techTags } of settings) {
      const changed = { enabled, ...(techTags !== undefined && { techTags }), updatedAt: now.toISOString() };
      db.insert(notificationSetting)
        .values({ userId: actor.id, kind, ...changed })
        .onConflictDoUpdate({ target: [notificationSetting.userId, notificationSetting.kind], set: changed })
        .run();
    }
    audit("notification_settings_updated", {
      targetType: "user",
      targetId: actor.id,
      details: { before, after: stored() },
    });
    return { ok: true as const };
  },
});
