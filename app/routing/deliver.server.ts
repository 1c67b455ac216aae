import { setImmediate as nextTurn } from "node:timers/promises";
import type { MatchDelivery, NotificationKind } from "#db/enumerations";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";

export interface Notice {
  kind: NotificationKind;
  title: string;
  body: string;
  linkUrl: string | null;
  /** Normalized tags of the event; a recipient's tag filter applies only when there are any. */
  tags: readonly string[];
  /** A notice about a submission is sent once to each user, however often routing runs. */
  submissionId?: string;
}

/** How many recipients get a notice in one transaction. More would keep other requests waiting. */
export const RECIPIENTS_AT_ONCE = 500;

const INDUSTRY = "user.role = 'INDUSTRY'";
const LISTED = "user.id IN (SELECT value FROM json_each(@userIds))";

/* The rule of delivery (specification, "Events", rule 1), once, for every producer: what of it speaks of the setting. */

const SETTING = "LEFT JOIN notification_setting AS setting ON setting.user_id = user.id AND setting.kind = @kind";
const IS_ENABLED = "coalesce(setting.enabled, 1) = 1";
/** @param tags the notice's, as SQL of a JSON list */
const letsThrough = (tags: string) => `(coalesce(setting.tech_tags, '') = '' OR ${tags} = '[]' OR EXISTS (
      SELECT 1 FROM json_each(${tags}) AS tag WHERE instr(',' || setting.tech_tags || ',', ',' || tag.value || ',') > 0))`;

const reached = (recipients: string, people = "user") => `
  FROM ${people} ${SETTING}
  WHERE user.active = 1 AND ${recipients} AND ${IS_ENABLED} AND ${letsThrough("@tags")}`;

/**
 * Ids begin with the time, as those of UUID version 7 do, so that their index
 * grows at its end: ids of chance alone would touch another page of it for each row.
 */
const insertFor = (recipients: string, body = "@body") => `
  INSERT INTO notification (id, user_id, kind, title, body, link_url, "read", submission_id, created_at)
  SELECT @idPrefix || lower(hex(randomblob(10))), user.id, @kind, @title, ${body}, @linkUrl, 0, @submissionId, @now
  ${recipients}
  ON CONFLICT DO NOTHING RETURNING user_id AS userId`;

const ADDRESSEES = "json_each(@addressees) AS addressee JOIN user ON user.id = addressee.value ->> 'userId'";
const INSERT_FOR_LISTED = insertFor(reached("TRUE", ADDRESSEES), "coalesce(addressee.value ->> 'body', @body)");
// The unary plus keeps SQLite from the index of roles: it would sort all of industry for each of these.
const INSERT_FOR_NEXT = insertFor(`
  ${reached("+user.role = 'INDUSTRY' AND user.id > @lastUserId")} ORDER BY user.id LIMIT ${RECIPIENTS_AT_ONCE}`);

const COUNT_INDUSTRY = `SELECT count(*) AS total ${reached(INDUSTRY)}`;
const COUNT_LISTED = `SELECT count(*) AS total ${reached(LISTED)}`;

const parameters = (notice: Notice, now: Date) => ({
  kind: notice.kind,
  title: notice.title,
  body: notice.body,
  linkUrl: notice.linkUrl,
  submissionId: notice.submissionId ?? null,
  tags: JSON.stringify(notice.tags),
  idPrefix: now.getTime().toString(16).padStart(12, "0"),
  now: now.toISOString(),
});

/**
 * Notifies every active industry user whose settings let the notice through. Those beyond RECIPIENTS_AT_ONCE get theirs
 * from `finishDeliveries`: call it after the commit.
 * @returns how many they are in all
 */
export function deliverToIndustry(db: Database, notice: Notice, now: Date): number {
  const { count, lastUserId } = deliverToNext(db, notice, now, "");
  if (count < RECIPIENTS_AT_ONCE) return count;
  const pending = JSON.stringify({ ...notice, now });
  statement(db, "INSERT INTO pending_delivery (notice, last_user_id) VALUES (?, ?)").run(pending, lastUserId);
  return countIndustryReached(db, notice);
}

/** Notifies the first recipients after one. @returns how many, and the last of them. */
function deliverToNext(db: Database, notice: Notice, now: Date, lastUserId: string) {
  const insert = statement<{ userId: string }>(db, INSERT_FOR_NEXT);
  const userIds = insert.all({ ...parameters(notice, now), lastUserId }).map(({ userId }) => userId);
  return { count: userIds.length, lastUserId: userIds.sort().at(-1) ?? lastUserId };
}

const SELECT_PENDING =
  "SELECT delivery_number AS number, notice, last_user_id AS lastUserId FROM pending_delivery ORDER BY delivery_number LIMIT 1";

/**
 * Notifies everyone who has not had a committed notice yet, in short transactions with other requests in between.
 * Each is recorded with its notifications, so it can be broken off at any time and started again, also by two at once.
 */
export async function finishDeliveries(db: Database): Promise<void> {
  while (await whenUnlocked(db, () => immediateTransaction(db, () => deliverPending(db)))) await nextTurn();
}

/** @returns whether there was any to deliver */
function deliverPending(db: Database): boolean {
  const row = statement<{ number: number; notice: string; lastUserId: string }>(db, SELECT_PENDING).get();
  if (!row) return false;
  const { now, ...notice } = JSON.parse(row.notice) as Notice & { now: string };
  const { count, lastUserId } = deliverToNext(db, notice, new Date(now), row.lastUserId);
  if (count < RECIPIENTS_AT_ONCE)
    statement(db, "DELETE FROM pending_delivery WHERE delivery_number = ?").run(row.number);
  else
    statement(db, "UPDATE pending_delivery SET last_user_id = ? WHERE delivery_number = ?").run(lastUserId, row.number);
  return true;
}

/** Somebody whom a notice is meant for, and what it says to them where that is not what it says to everybody. */
export interface Addressee {
  userId: string;
  body?: string;
}

/** Notifies those of the addressees who are active and whose settings let the notice through. @returns their ids. */
export function deliverTo(db: Database, addressees: readonly Addressee[], notice: Notice, now: Date): Set<string> {
  const rows = statement<{ userId: string }>(db, INSERT_FOR_LISTED).all({
    ...parameters(notice, now),
    addressees: JSON.stringify(addressees),
  });
  return new Set(rows.map((row) => row.userId));
}

/** How many industry users a notice would reach, for whoever is about to send it. */
export function countIndustryReached(db: Database, { kind, tags }: Pick<Notice, "kind" | "tags">): number {
  return statement<{ total: number }>(db, COUNT_INDUSTRY).get({ kind, tags: JSON.stringify(tags) })?.total ?? 0;
}

/** How many of the listed users a notice would reach. */
export function countReached(
  db: Database,
  userIds: readonly string[],
  { kind, tags }: Pick<Notice, "kind" | "tags">,
): number {
  const given = { kind, tags: JSON.stringify(tags), userIds: JSON.stringify(userIds) };
  return statement<{ total: number }>(db, COUNT_LISTED).get(given)?.total ?? 0;
}

/** A notice about a submission, and the users it is meant for. */
export interface NoticeAbout {
  submissionId: string;
  tags: readonly string[];
  userIds: readonly string[];
}

// Taken apart once for each notice, and not again for each of its users.
const SELECT_DELIVERIES = `
  WITH notice AS MATERIALIZED (
    SELECT key, value ->> 'submissionId' AS submission_id, value -> 'tags' AS tags, value -> 'userIds' AS user_ids
    FROM json_each(@notices))
  SELECT notice.key AS position, user.id AS userId,
    CASE WHEN EXISTS (SELECT 1 FROM notification AS sent WHERE sent.user_id = user.id AND sent.kind = @kind
                      AND sent.submission_id = notice.submission_id) THEN 'ALREADY_NOTIFIED'
         WHEN NOT ${IS_ENABLED} THEN 'DISABLED'
         WHEN NOT ${letsThrough("notice.tags")} THEN 'TAG_FILTER'
         ELSE 'NOTIFIED' END AS delivery
  FROM notice, json_each(notice.user_ids) AS recipient
  JOIN user ON user.id = recipient.value ${SETTING}`;

/**
 * What would become of notices about submissions, for each of the users they are meant for: sent, or why not. Sends none.
 * @returns for each notice in turn, the delivery by the user's id
 */
export function foreseeDeliveries(
  db: Database,
  kind: NotificationKind,
  notices: readonly NoticeAbout[],
): Map<string, MatchDelivery>[] {
  const foreseen = notices.map(() => new Map<string, MatchDelivery>());
  const rows = statement<{ position: number; userId: string; delivery: MatchDelivery }>(db, SELECT_DELIVERIES).all({
    kind,
    notices: JSON.stringify(notices),
  });
  for (const { position, userId, delivery } of rows) foreseen[position]?.set(userId, delivery);
  return foreseen;
}
