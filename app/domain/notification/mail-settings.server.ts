import * as z from "zod";
import { type MailFrequency, NOTIFICATION_KINDS, type NotificationKind } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery, type WriteContext } from "~/operations/operation.server";
import { DEFAULT_FREQUENCY } from "~/routing/outbox.server";

interface MailSetting {
  kind: NotificationKind;
  frequency: MailFrequency;
}

const SELECT_SETTINGS = "SELECT kind, frequency FROM mail_setting WHERE user_id = ?";
const SET_FREQUENCY = `
  INSERT INTO mail_setting (user_id, kind, frequency, updated_at) VALUES (@userId, @kind, @frequency, @now)
  ON CONFLICT (user_id, kind) DO UPDATE SET frequency = @frequency, updated_at = @now`;

/** How soon a user gets mail, for each kind. */
export function mailSettingsOf(db: Database, userId: string): MailSetting[] {
  const rows = statement<MailSetting>(db, SELECT_SETTINGS).all(userId);
  return NOTIFICATION_KINDS.map(
    (name) => rows.find(({ kind }) => kind === name) ?? { kind: name, frequency: DEFAULT_FREQUENCY },
  );
}

type Context = Pick<WriteContext<never, "mail_settings_updated">, "db" | "now" | "audit">;

/** Saves how soon a user gets mail, in the open transaction. The last entry of a kind wins. */
export function setMailSettings({ db, now, audit }: Context, userId: string, settings: readonly MailSetting[]): void {
  const named = new Set(settings.map(({ kind }) => kind));
  const stored = () => mailSettingsOf(db, userId).filter(({ kind }) => named.has(kind));
  const before = stored();
  for (const { kind, frequency } of settings) {
    statement(db, SET_FREQUENCY).run({ userId, kind, frequency, now: now.toISOString() });
  }
  const details = { before: { settings: before }, after: { settings: stored() } };
  audit("mail_settings_updated", { targetType: "user", targetId: userId, details });
}

/** GET /api/notifications/mail-settings. */
export const listMailSettings = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor, settings }) => ({ sendsMail: settings.mail !== null, settings: mailSettingsOf(db, actor.id) }),
});
