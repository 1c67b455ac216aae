import type { MailFrequency } from "#db/enumerations";
import { type Database, statement } from "#db/open";

/*
 * Queues mail in the transaction of its event. Each path that inserts notifications ends in `queueNotifications`, which
 * adds two statements for any number of recipients. It is not a trigger, because its rules are then in the code that a
 * reader of notifications opens, and can change without a migration. With mail off, it does nothing.
 */

/** What mail is about. Each kind has a composer (app/domain/mail/composers.server.ts). */
export type MailKind = "NOTIFICATION" | "DIGEST" | "ACCOUNT_CHANGE" | "INVITATION" | "PASSWORD_LINK";

/** How soon mail is sent about kinds that a person has not set. */
export const DEFAULT_FREQUENCY: MailFrequency = "DAILY";

/** When digests are due, in UTC: in the morning of the agency's working day in America. */
export const DIGEST_HOUR = 12;
const MONDAY = 1;

/** Called in a transaction that queued mail to send immediately. */
type Listener = () => void;

const outboxes = new WeakMap<Database["$client"], Set<Listener>>();

/** Makes this process queue mail. Without it, nothing is queued. */
export function turnOnMail(db: Database): void {
  if (!outboxes.has(db.$client)) outboxes.set(db.$client, new Set());
}

export const isMailOn = (db: Database): boolean => outboxes.has(db.$client);

/** Calls a listener after each transaction that queued mail to send immediately, committed or not. @returns how to stop */
export function onMailQueued(db: Database, listener: Listener): () => void {
  const listeners = outboxes.get(db.$client);
  listeners?.add(listener);
  return () => listeners?.delete(listener);
}

/** The transaction is synchronous, so it is over when the listeners run. */
function announceMail(db: Database): void {
  for (const listener of outboxes.get(db.$client) ?? []) setImmediate(listener);
}

/** When the next digest is due after a moment. */
function digestDueAt(frequency: "DAILY" | "WEEKLY", now: Date): string {
  const due = new Date(now);
  due.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  while (due <= now || (frequency === "WEEKLY" && due.getUTCDay() !== MONDAY)) due.setUTCDate(due.getUTCDate() + 1);
  return due.toISOString();
}

const FREQUENCY = `coalesce(setting.frequency, '${DEFAULT_FREQUENCY}')`;
// The order of the tables is fixed: SQLite would otherwise consider reading all notifications.
const GIVEN_NOTIFICATIONS = `
  FROM json_each(@ids) AS given
  CROSS JOIN notification ON notification.id = given.value
  LEFT JOIN mail_setting AS setting ON setting.user_id = notification.user_id AND setting.kind = notification.kind`;

const INSERT_MAIL = `
  INSERT INTO outbox (id, user_id, kind, frequency, due_at, next_attempt_at, created_at)
  SELECT CASE frequency WHEN 'IMMEDIATE' THEN id ELSE @idPrefix || lower(hex(randomblob(10))) END, user_id,
         CASE frequency WHEN 'IMMEDIATE' THEN 'NOTIFICATION' ELSE 'DIGEST' END, frequency, due_at, due_at, @now
  FROM (SELECT id, user_id, frequency,
               CASE frequency WHEN 'DAILY' THEN @dailyAt WHEN 'WEEKLY' THEN @weeklyAt ELSE @now END AS due_at
        FROM (SELECT notification.id, notification.user_id, ${FREQUENCY} AS frequency ${GIVEN_NOTIFICATIONS}))
  WHERE frequency <> 'IN_SERVICE'
  ON CONFLICT DO NOTHING`;

const INSERT_ITEMS = `
  INSERT INTO outbox_item (notification_id, outbox_id)
  SELECT given.value, outbox.id
  FROM json_each(@ids) AS given CROSS JOIN outbox ON outbox.id = given.value
  UNION ALL
  SELECT notification.id, outbox.id ${GIVEN_NOTIFICATIONS}
  CROSS JOIN outbox ON outbox.user_id = notification.user_id AND outbox.frequency = ${FREQUENCY}
    AND outbox.kind = 'DIGEST' AND outbox.state = 'WAITING' AND outbox.facts IS NULL`;

/** The first characters of ids that sort by time. */
export const idPrefixOf = (now: Date) => now.getTime().toString(16).padStart(12, "0");

/**
 * Queues mail about new notifications, in the open transaction: mail of its own for each person who wants it
 * immediately, and for everyone else one digest that collects their notifications until it is due.
 * @param now the present, not the time of the event: a digest that was due before is not found again
 */
export function queueNotifications(db: Database, notificationIds: readonly string[], now: Date): void {
  if (!isMailOn(db) || notificationIds.length === 0) return;
  const ids = JSON.stringify(notificationIds);
  statement(db, INSERT_MAIL).run({
    ids,
    idPrefix: idPrefixOf(now),
    now: now.toISOString(),
    dailyAt: digestDueAt("DAILY", now),
    weeklyAt: digestDueAt("WEEKLY", now),
  });
  statement(db, INSERT_ITEMS).run({ ids });
  announceMail(db);
}

interface AccountMail {
  /** Opaque and unique: part of the Message-ID. A kind with a token derives it from this, and others need not give one. */
  id?: string;
  kind: Exclude<MailKind, "NOTIFICATION" | "DIGEST">;
  /** Whose account it is about, if the recipient must have one. */
  userId?: string;
  /** Where to send it, if that is not the user's address when it is sent. */
  address?: string;
  details?: Record<string, unknown>;
}

const INSERT_ACCOUNT_MAIL = `
  INSERT INTO outbox (id, user_id, address, kind, frequency, details, due_at, next_attempt_at, created_at)
  VALUES (coalesce(@id, @idPrefix || lower(hex(randomblob(10)))), @userId, @address, @kind, 'IMMEDIATE', @details, @now, @now, @now)`;

/** Queues mail that people get whatever their settings say, in the open transaction. Does nothing while mail is off. */
export function queueAccountMail(db: Database, mail: AccountMail, now: Date): void {
  if (!isMailOn(db)) return;
  statement(db, INSERT_ACCOUNT_MAIL).run({
    id: mail.id ?? null,
    idPrefix: idPrefixOf(now),
    kind: mail.kind,
    userId: mail.userId ?? null,
    address: mail.address ?? null,
    details: mail.details ? JSON.stringify(mail.details) : null,
    now: now.toISOString(),
  });
  announceMail(db);
}
