import { NOTIFICATION_KINDS, type NotificationKind } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import type { Composer, MailContext, QueuedMail } from "~/mail/composer";
import { type MailContent, oneLine } from "~/mail/mail-text";
import { announcementOf } from "~/routing/links";
import { DEFAULT_FREQUENCY } from "~/routing/outbox.server";
import { counted, formatDateTime } from "~/values/format";
import { MAIL } from "~/values/limits";
import { asShown } from "../notification/shown.server";
import { disclosedTitle, hasOwnTitle, isDisclosed, KIND_HEADINGS } from "./kinds";
import { unsubscribePath } from "./unsubscribe-link.server";

/* Mail about notifications: one of its own, or a digest. */

interface Item {
  title: string;
  /** A path on this site. */
  linkUrl: string;
}

interface Group {
  kind: NotificationKind;
  items: Item[];
  more: number;
}

interface Facts {
  groups: Group[];
}

interface Row {
  kind: NotificationKind;
  title: string;
  body: string;
  linkUrl: string | null;
  createdAt: string;
  total: number;
}

// Of each kind the newest. What the person already read in the service, and kinds turned off since, are left out.
const SELECT_NOTIFICATIONS = `
  SELECT * FROM (
    SELECT notification.kind, title, body, link_url AS linkUrl, notification.created_at AS createdAt,
      count(*) OVER (PARTITION BY notification.kind) AS total,
      row_number() OVER (PARTITION BY notification.kind ORDER BY notification.created_at DESC, notification.id DESC) AS place
    FROM outbox_item AS item JOIN notification ON notification.id = item.notification_id
    LEFT JOIN notification_setting AS setting USING (user_id, kind)
    LEFT JOIN mail_setting AS mail USING (user_id, kind)
    WHERE item.outbox_id = @id AND notification.user_id = @userId AND notification."read" = 0
      AND coalesce(setting.enabled, 1) = 1
      AND coalesce(mail.frequency, '${DEFAULT_FREQUENCY}') <> 'IN_SERVICE')
  WHERE place <= ${MAIL.digestItems} ORDER BY kind, place`;

const facts: Composer<Facts>["facts"] = ({ db, timeZone }, queued, earlier) =>
  earlier ? stillPublic(db, earlier) : firstFacts(db, queued, timeZone);

function firstFacts(db: Database, { id, userId }: QueuedMail, timeZone: string): Facts | null {
  const rows = asShown(db, statement<Row>(db, SELECT_NOTIFICATIONS).all({ id, userId })).filter(isDisclosed);
  const groups = NOTIFICATION_KINDS.flatMap((kind): Group[] => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const [first] = ofKind;
    if (!first) return [];
    const isOnlyOne = first.total === 1;
    const items = ofKind.map((row) => ({
      title:
        hasOwnTitle(row) || isOnlyOne
          ? disclosedTitle(row)
          : `${disclosedTitle(row)}, ${formatDateTime(new Date(row.createdAt), { timeZone })}`,
      linkUrl: row.linkUrl ?? "/notifications",
    }));
    return [{ kind, items, more: Math.max(0, first.total - MAIL.digestItems) }];
  });
  return groups.length === 0 ? null : { groups };
}

/** The same facts, without announcements that were withdrawn since. Other changes since the first try are not mailed. */
function stillPublic(db: Database, { groups }: Facts): Facts | null {
  const kept = groups
    .map((group) => ({
      ...group,
      items: group.items.filter(
        ({ linkUrl }) =>
          announcementOf(linkUrl) === undefined ||
          asShown(db, [{ kind: group.kind, title: "", body: "", linkUrl }])[0]?.linkUrl !== null,
      ),
    }))
    .filter(({ items }) => items.length > 0);
  return kept.length === 0 ? null : { groups: kept };
}

const settingsLink = ({ mail }: MailContext) => ({
  label: "Choose what we mail you",
  url: `${mail.origin}/notifications/settings`,
});

/** @throws Error for mail without a user, which nobody queues */
function pathOf({ db }: MailContext, { userId }: QueuedMail, scope: Parameters<typeof unsubscribePath>[2]): string {
  if (userId === null) throw new Error("Mail about notifications needs a user");
  return unsubscribePath(db, userId, scope);
}

/** Mail about one notification, for people who want its kind immediately. */
export const notificationMail: Composer<Facts> = {
  facts,
  content(context, queued, { groups }): MailContent {
    const [group] = groups;
    const [item] = group?.items ?? [];
    if (!group || !item) throw new Error("A mail about a notification needs one");
    return {
      subject: oneLine(item.title),
      paragraphs: [`${item.title}.`.replace(/([.!?…])\.$/, "$1")],
      link: { label: "Open it in the service", url: context.mail.origin + item.linkUrl },
      reason: `You get this because you chose mail about "${KIND_HEADINGS[group.kind]}" immediately.`,
      footer: [
        settingsLink(context),
        { label: "Stop mail about this", url: context.mail.origin + pathOf(context, queued, group.kind) },
      ],
    };
  },
  unsubscribePath: (context, queued, { groups }) => pathOf(context, queued, groups[0]?.kind ?? "SYSTEM"),
};

const digestScope = ({ frequency }: QueuedMail) => (frequency === "WEEKLY" ? "WEEKLY" : "DAILY");

/** One mail for a person and a period. */
export const digestMail: Composer<Facts> = {
  facts,
  content(context, queued, { groups }): MailContent {
    const total = groups.reduce((sum, { items, more }) => sum + items.length + more, 0);
    const isWeekly = digestScope(queued) === "WEEKLY";
    const count = counted(total, "notification");
    return {
      subject: `${isWeekly ? "Your week" : "Your day"}: ${count}`,
      paragraphs: [`You have ${count} that you have not read.`],
      sections: groups.map(({ kind, items, more }) => ({
        title: KIND_HEADINGS[kind],
        items: items.map(({ title, linkUrl }) => ({ title: oneLine(title, 300), url: context.mail.origin + linkUrl })),
        more,
      })),
      link: { label: "See all your notifications", url: `${context.mail.origin}/notifications` },
      reason: `You get this ${isWeekly ? "weekly" : "daily"} digest because you have an account here.`,
      footer: [
        settingsLink(context),
        { label: "Stop this digest", url: context.mail.origin + pathOf(context, queued, digestScope(queued)) },
      ],
    };
  },
  unsubscribePath: (context, queued) => pathOf(context, queued, digestScope(queued)),
};
