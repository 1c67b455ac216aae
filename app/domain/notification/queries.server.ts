import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { NOTIFICATION_KINDS } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { notification, notificationSetting } from "#db/schema";
import { orderedBy, readPage, rowsByKey } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { notificationListSchema } from "./schema";
import { asShown } from "./shown.server";

const { id, kind, title, body, linkUrl, read, createdAt } = notification;
const storedRows = rowsByKey(id, (db) =>
  db.select({ id, kind, title, body, linkUrl, read, createdAt }).from(notification),
);

/** The caller's notifications. */
export const listNotifications = defineQuery({
  gate: "signed in",
  input: notificationListSchema,
  run({ db, actor }, { page, pageSize, unread, sort, ...filter }) {
    const where = and(
      eq(notification.userId, actor.id),
      unread === undefined ? undefined : eq(notification.read, !unread),
      filter.kind ? eq(notification.kind, filter.kind) : undefined,
    );
    const { id: key, createdAt } = notification;
    const order = orderedBy(sort.by, { createdAt }, key);
    return readPage(
      db,
      { page, pageSize },
      { key, where, order },
      {
        rows: (source, keys) => asShown(source, storedRows(source, keys)),
      },
    );
  },
});

/** Whether the caller turned off the kind of notification that saved searches send. */
export const searchNotices = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor }) => ({
    areOff: settingsOf(db, actor.id).some(({ kind, enabled }) => kind === "SYSTEM" && !enabled),
  }),
});

const COUNT_UNREAD = 'SELECT count(*) AS total FROM notification WHERE user_id = ? AND "read" = 0';

/** How many unread notifications a user has. Every page shows this, so it reads only a partial index. */
export function countUnread(db: Database, userId: string): number {
  return statement<{ total: number }>(db, COUNT_UNREAD).get(userId)?.total ?? 0;
}

/** GET /api/notifications/unread-count. */
export const unreadCount = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor }) => ({ count: countUnread(db, actor.id) }),
});

/** A user's settings, one for each kind. A kind without a row is enabled and has no tags. */
export function settingsOf(db: Database, userId: string) {
  const { kind, enabled, techTags } = notificationSetting;
  const rows = db
    .select({ kind, enabled, techTags })
    .from(notificationSetting)
    .where(eq(notificationSetting.userId, userId))
    .all();
  return NOTIFICATION_KINDS.map(
    (name) => rows.find((row) => row.kind === name) ?? { kind: name, enabled: true, techTags: "" },
  );
}

/** GET /api/notifications/settings. */
export const listNotificationSettings = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor }) => ({ settings: settingsOf(db, actor.id) }),
});
