import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "pino";
import { cannotWriteNow, type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import {
  countIndustryReached,
  IN_AUDIENCE,
  insertFor,
  insertNotifications,
  type Notification,
  notificationParameters,
  reached,
} from "./deliver.server";

/*
 * Notifies all of industry. The transaction that publishes a record only records that its notification is due
 * (pending_delivery). So the record stays even if notifying fails, and the server tries again until everyone has been notified. Each
 * transaction that notifies people also records how far it got, so nobody is notified twice.
 */

/** How many recipients get a notification in one transaction. More would keep other requests waiting. */
export const RECIPIENTS_AT_ONCE = 500;

interface Services {
  db: Database;
  log: Pick<Logger, "error">;
  clock: () => Date;
}

interface Pending {
  /** JSON: the notification, and the time of its event. */
  notification: string;
  lastUserId: string;
  /** The only recipient left, after the others were notified. */
  recipientId: string | null;
}

// The unary plus keeps SQLite from the index of roles: it would sort all of industry for each of these.
const NEXT = `${reached(`+user.role = 'INDUSTRY' AND user.id > @lastUserId AND ${IN_AUDIENCE}`)} ORDER BY user.id LIMIT ${RECIPIENTS_AT_ONCE}`;
const SELECT_NEXT = `SELECT user.id AS userId ${NEXT}`;
const INSERT_FOR_NEXT = insertFor(NEXT);
const INSERT_FOR_ONE = insertFor(reached(`user.role = 'INDUSTRY' AND user.id = @userId AND ${IN_AUDIENCE}`));

const INSERT_PENDING = `
  INSERT INTO pending_delivery (notice, last_user_id, recipient_id, failures)
  VALUES (@notification, '', @recipientId, @failures)`;
const SELECT_PENDING = `
  SELECT notice AS notification, last_user_id AS lastUserId, recipient_id AS recipientId
  FROM pending_delivery WHERE delivery_number = ?`;
/** Whether the time of a notification's event has come. */
const IS_DUE = "coalesce(notice ->> 'now', '') <= @now";
const SELECT_NUMBERS = `
  SELECT delivery_number AS number FROM pending_delivery WHERE failures <= @failures AND ${IS_DUE} ORDER BY delivery_number`;

/**
 * Records that a notification is due to every active industry user in its audience whose settings let it through. Call
 * `finishDeliveries` after the commit.
 * @param at the time of the event. If it is in the future, nobody is notified before.
 * @returns how many people that would be now
 */
export function deliverToIndustry(db: Database, notification: Notification, at: Date): number {
  const pending = JSON.stringify({ ...notification, now: at });
  statement(db, INSERT_PENDING).run({ notification: pending, recipientId: null, failures: 0 });
  return countIndustryReached(db, notification);
}

/**
 * Notifies everyone who is still due a committed notification, in short transactions with other requests in between. It
 * may stop at any time and run again, even twice at the same time. It logs failures and leaves them to `retryDeliveries`.
 */
export const finishDeliveries = (services: Services): Promise<void> => deliverAll(services, { failures: 0 });

/** For `deliverToIndustry`: nobody is notified before another change replaces the delivery. */
export const NEVER = new Date("9999-12-31T23:59:59.999Z");

const CANCEL = `
  DELETE FROM pending_delivery WHERE notice ->> 'linkUrl' = ?
  RETURNING last_user_id = '' AND recipient_id IS NULL AS isWhole`;

/**
 * Cancels what is left of a notification's delivery, in the transaction that withdraws its record.
 * @returns whether it had not notified anyone
 */
export const cancelDeliveries = (db: Database, linkUrl: string): boolean =>
  statement<{ isWhole: 0 | 1 }>(db, CANCEL)
    .all(linkUrl)
    .some(({ isWhole }) => isWhole === 1);

const COUNT_PENDING = `SELECT count(*) AS waiting, count(*) FILTER (WHERE failures > 0) AS failing FROM pending_delivery WHERE ${IS_DUE}`;

/** How many deliveries are due and have not finished, and how many of them have failed and will be retried. */
export const countDeliveries = (db: Database, now: Date): { waiting: number; failing: number } =>
  statement<{ waiting: number; failing: number }>(db, COUNT_PENDING).get({ now: now.toISOString() }) ?? {
    waiting: 0,
    failing: 0,
  };

const retrying = new WeakSet<Database>();

/** Tries all deliveries once more, including those that failed. Call it at the start and from time to time. */
export async function retryDeliveries(services: Services): Promise<void> {
  const { db } = services;
  if (retrying.has(db)) return;
  retrying.add(db);
  try {
    await deliverAll(services, { failures: Number.MAX_SAFE_INTEGER });
  } finally {
    retrying.delete(db);
  }
}

/**
 * Tries each delivery with at most this many failures, and logs the failures of all of them in one line: there may be as
 * many as recipients, and they are tried again until they succeed.
 */
async function deliverAll(services: Services, most: { failures: number }): Promise<void> {
  const errors: unknown[] = [];
  try {
    await tryEach(services, most, (error) => errors.push(error));
  } finally {
    const [err] = errors;
    if (errors.length > 0)
      services.log.error({ err, failed: errors.length }, "sending notifications failed and will be retried");
  }
}

/** Tries each delivery until it ends or fails. A failed one does not delay the others. */
async function tryEach(services: Services, most: { failures: number }, failed: (error: unknown) => void) {
  const { db, clock } = services;
  const due = { ...most, now: clock().toISOString() };
  for (const { number } of statement<{ number: number }>(db, SELECT_NUMBERS).all(due)) {
    try {
      while (await whenUnlocked(db, () => immediateTransaction(db, () => deliverSome(services, number)))) {
        await nextTurn();
      }
    } catch (error) {
      failed(error);
      const count = () =>
        statement(db, "UPDATE pending_delivery SET failures = failures + 1 WHERE delivery_number = ?").run(number);
      await whenUnlocked(db, () => immediateTransaction(db, count));
    }
    await nextTurn();
  }
}

/**
 * Notifies the next recipients of a delivery.
 * @returns whether there may be more
 */
function deliverSome(services: Services, number: number): boolean {
  const { db } = services;
  const pending = statement<Pending>(db, SELECT_PENDING).get(number);
  if (!pending) return false;
  const { now, ...notification } = JSON.parse(pending.notification) as Notification & { now: string };
  const given = notificationParameters(notification, new Date(now));
  if (pending.recipientId !== null) {
    insertNotifications(db, INSERT_FOR_ONE, { ...given, userId: pending.recipientId }, services.clock());
    return endDelivery(db, number);
  }
  const passed = deliverToNext(services, { ...given, lastUserId: pending.lastUserId }, pending.notification);
  if (passed.length < RECIPIENTS_AT_ONCE) return endDelivery(db, number);
  const set = "UPDATE pending_delivery SET last_user_id = ? WHERE delivery_number = ?";
  statement(db, set).run(passed.sort().at(-1), number);
  return true;
}

function endDelivery(db: Database, number: number): false {
  statement(db, "DELETE FROM pending_delivery WHERE delivery_number = ?").run(number);
  return false;
}

type Given = ReturnType<typeof notificationParameters> & { lastUserId: string };

/**
 * Notifies the first recipients after one. Anyone who cannot be notified gets a pending delivery of their own.
 * @returns the ids of all of them
 * @throws Error if none of them can be notified, because then the cause is hardly the recipient
 */
function deliverToNext(services: Services, given: Given, notification: string): string[] {
  const { db, log } = services;
  const now = services.clock();
  try {
    return insertNotifications(db, INSERT_FOR_NEXT, given, now);
  } catch (error) {
    if (concernsTransaction(db, error)) throw error;
    const userIds = statement<{ userId: string }>(db, SELECT_NEXT)
      .all(given)
      .map(({ userId }) => userId);
    const failed = userIds.filter((userId) => !couldDeliver(db, { ...given, userId }, now));
    if (failed.length === userIds.length) throw error;
    log.error({ err: error, recipients: failed.length }, "some recipients were not notified and will be retried");
    for (const recipientId of failed) statement(db, INSERT_PENDING).run({ notification, recipientId, failures: 1 });
    return userIds;
  }
}

function couldDeliver(db: Database, given: Given & { userId: string }, now: Date): boolean {
  try {
    insertNotifications(db, INSERT_FOR_ONE, given, now);
    return true;
  } catch (error) {
    if (concernsTransaction(db, error)) throw error;
    return false;
  }
}

/** Whether an error concerns the whole transaction, not one statement: nothing can be written, or it was rolled back. */
const concernsTransaction = (db: Database, error: unknown): boolean =>
  cannotWriteNow(error) || !db.$client.inTransaction;
