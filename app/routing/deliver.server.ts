import type { MatchDelivery, NotificationKind } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { idPrefixOf, isMailOn, queueNotifications } from "./outbox.server";

export interface Notification {
  kind: NotificationKind;
  title: string;
  body: string;
  linkUrl: string | null;
  /** Normalized tags of the event; a recipient's tag filter applies only when there are any. */
  tags: readonly string[];
  /** A notification about a submission is sent once to each user, however often routing runs. */
  submissionId?: string;
  /** Only people of organizations with one of these tags or set-asides, or who follow one of the tags themselves. */
  audience?: { tags?: readonly string[]; setAsides?: readonly string[] };
  /** Its operation queues mail of its own, so no other mail mentions it. */
  hasOwnMail?: true;
}

const INDUSTRY = "user.role = 'INDUSTRY'";
const LISTED = "user.id IN (SELECT value FROM json_each(@userIds))";

/* The part of the delivery rule that reads a person's settings (docs/contract.md#notifications). */

const SETTING = "LEFT JOIN notification_setting AS setting ON setting.user_id = user.id AND setting.kind = +@kind";
const IS_ENABLED = "coalesce(setting.enabled, 1) = 1";
/** @param tags SQL of the notification's tags as a JSON list */
const letsThrough = (tags: string) => `(coalesce(setting.tech_tags, '') = '' OR ${tags} = '[]' OR EXISTS (
      SELECT 1 FROM json_each(${tags}) AS tag WHERE instr(',' || setting.tech_tags || ',', ',' || tag.value || ',') > 0))`;

const hasWanted = (tags: string) => `instr(',' || ${tags} || ',', ',' || wanted.value || ',') > 0`;

/** SQL of whether a person of industry is in a notification's audience. It also reads the person's setting. */
export const IN_AUDIENCE = `(@audienceTags IS NULL AND @audienceSetAsides IS NULL
    OR EXISTS (
      SELECT 1 FROM json_each(@audienceTags) AS wanted LEFT JOIN organization ON organization.id = user.organization_id
      WHERE ${hasWanted("organization.tech_tags")} OR ${hasWanted("setting.tech_tags")})
    OR EXISTS (
      SELECT 1 FROM json_each(@audienceSetAsides) AS wanted
      JOIN organization ON organization.id = user.organization_id
      JOIN json_each(organization.set_asides) AS own ON own.value = wanted.value))`;

/** Selects the recipients whose settings let a notification through. @param recipients an SQL condition on `user` */
export const reached = (recipients: string, people = "user") => `
  FROM ${people} ${SETTING}
  WHERE user.active = 1 AND ${recipients} AND ${IS_ENABLED} AND ${letsThrough("@tags")}`;

/** SQL of what a notification says. These are the same for every recipient. */
const OF_NOTIFICATION = { title: "@title", body: "@body", linkUrl: "@linkUrl", submissionId: "@submissionId" };

/**
 * Inserts a notification for the recipients that `reached` selects. Ids begin with the time, like those of UUID
 * version 7, so their index grows only at its end. Random ids would change another page of it for each row.
 * @param own SQL of what differs between recipients
 */
export function insertFor(recipients: string, own: Partial<typeof OF_NOTIFICATION> = {}): string {
  const { title, body, linkUrl, submissionId } = { ...OF_NOTIFICATION, ...own };
  return `
  INSERT INTO notification (id, user_id, kind, title, body, link_url, "read", submission_id, created_at)
  SELECT @idPrefix || lower(hex(randomblob(10))), user.id, @kind, ${title}, ${body}, ${linkUrl}, 0, ${submissionId}, @now
  ${recipients}
  ON CONFLICT DO NOTHING RETURNING id, user_id AS userId`;
}

/**
 * Runs a statement of `insertFor`, and queues mail about what it inserted. Nothing else runs such a statement.
 * @param now the present
 * @returns the ids of the people notified
 */
export function insertNotifications(db: Database, insert: string, given: object, now: Date): string[] {
  const rows = () => statement<{ id: string; userId: string }>(db, insert).all(given);
  if (!isMailOn(db) || "hasOwnMail" in given) return rows().map(({ userId }) => userId);
  // A nested transaction, so that a notification never stays without its mail.
  const inserted = db.$client.transaction(() => {
    const found = rows();
    queueNotifications(
      db,
      found.map(({ id }) => id),
      now,
    );
    return found;
  })();
  return inserted.map(({ userId }) => userId);
}

const ADDRESSEES = "json_each(@addressees) AS addressee JOIN user ON user.id = addressee.value ->> 'userId'";
const INSERT_FOR_LISTED = insertFor(reached("TRUE", ADDRESSEES), {
  body: "coalesce(addressee.value ->> 'body', @body)",
});

const COUNT_INDUSTRY = `SELECT count(*) AS total ${reached(`${INDUSTRY} AND ${IN_AUDIENCE}`)}`;
const COUNT_LISTED = `SELECT count(*) AS total ${reached(LISTED)}`;

const json = (list: readonly string[] | undefined) => (list ? JSON.stringify(list) : null);

const audienceParameters = ({ audience }: Pick<Notification, "audience">) => ({
  audienceTags: json(audience?.tags),
  audienceSetAsides: json(audience?.setAsides),
});

/** A notification as the parameters of these statements. */
export const notificationParameters = (notification: Notification, now: Date) => ({
  kind: notification.kind,
  title: notification.title,
  body: notification.body,
  linkUrl: notification.linkUrl,
  submissionId: notification.submissionId ?? null,
  tags: JSON.stringify(notification.tags),
  ...audienceParameters(notification),
  idPrefix: idPrefixOf(now),
  now: now.toISOString(),
  ...(notification.hasOwnMail && { hasOwnMail: 1 }),
});

/** A person to notify, and the text for them if it differs from the notification's. */
interface Addressee {
  userId: string;
  body?: string;
}

/** A notification about a submission to one person. */
interface PlannedNotification {
  userId: string;
  title: string;
  body: string;
  linkUrl: string;
  submissionId: string;
}

const INSERT_PLANNED = insertFor(
  "FROM json_each(@planned) AS planned CROSS JOIN user ON user.id = planned.value ->> 'userId' WHERE user.active = 1",
  {
    title: "planned.value ->> 'title'",
    body: "planned.value ->> 'body'",
    linkUrl: "planned.value ->> 'linkUrl'",
    submissionId: "planned.value ->> 'submissionId'",
  },
);

/** Notifies the active people that `previewDeliveries` marked NOTIFIED in the same transaction. */
export function deliverPlanned(
  db: Database,
  kind: NotificationKind,
  planned: readonly PlannedNotification[],
  now: Date,
): void {
  if (planned.length === 0) return;
  const given = { kind, planned: JSON.stringify(planned), idPrefix: idPrefixOf(now), now: now.toISOString() };
  insertNotifications(db, INSERT_PLANNED, given, now);
}

/**
 * Notifies the addressees who are active and whose settings let the notification through.
 * @returns the ids of the people notified
 */
export function deliverTo(
  db: Database,
  addressees: readonly Addressee[],
  notification: Notification,
  now: Date,
): Set<string> {
  const given = { ...notificationParameters(notification, now), addressees: JSON.stringify(addressees) };
  return new Set(insertNotifications(db, INSERT_FOR_LISTED, given, now));
}

/** How many industry users a notification would reach. */
export function countIndustryReached(
  db: Database,
  notification: Pick<Notification, "kind" | "tags" | "audience">,
): number {
  const given = {
    kind: notification.kind,
    tags: JSON.stringify(notification.tags),
    ...audienceParameters(notification),
  };
  return statement<{ total: number }>(db, COUNT_INDUSTRY).get(given)?.total ?? 0;
}

/** How many of the listed users a notification would reach. */
export function countReached(
  db: Database,
  userIds: readonly string[],
  { kind, tags }: Pick<Notification, "kind" | "tags">,
): number {
  const given = { kind, tags: JSON.stringify(tags), userIds: JSON.stringify(userIds) };
  return statement<{ total: number }>(db, COUNT_LISTED).get(given)?.total ?? 0;
}

/** A notification about a submission, and the users it is meant for. */
interface NotificationAbout {
  submissionId: string;
  tags: readonly string[];
  userIds: readonly string[];
}

// Parsed once for each notification, not once for each of its users.
const SELECT_DELIVERIES = `
  WITH about AS MATERIALIZED (
    SELECT key, value ->> 'submissionId' AS submission_id, value -> 'tags' AS tags, value -> 'userIds' AS user_ids
    FROM json_each(@notifications))
  SELECT about.key AS position, user.id AS userId,
    CASE WHEN EXISTS (SELECT 1 FROM notification AS sent WHERE sent.user_id = user.id AND sent.kind = +@kind
                      AND sent.submission_id = about.submission_id) THEN 'ALREADY_NOTIFIED'
         WHEN NOT ${IS_ENABLED} THEN 'DISABLED'
         WHEN NOT ${letsThrough("about.tags")} THEN 'TAG_FILTER'
         ELSE 'NOTIFIED' END AS delivery
  FROM about, json_each(about.user_ids) AS recipient
  JOIN user ON user.id = recipient.value ${SETTING}`;

/**
 * Finds who would get notifications about submissions, and why the others would not. Sends nothing.
 * @returns for each notification, in the same order, the delivery by the user's id
 */
export function previewDeliveries(
  db: Database,
  kind: NotificationKind,
  notifications: readonly NotificationAbout[],
): Map<string, MatchDelivery>[] {
  const deliveries = notifications.map(() => new Map<string, MatchDelivery>());
  const rows = statement<{ position: number; userId: string; delivery: MatchDelivery }>(db, SELECT_DELIVERIES).all({
    kind,
    notifications: JSON.stringify(notifications),
  });
  for (const { position, userId, delivery } of rows) deliveries[position]?.set(userId, delivery);
  return deliveries;
}
