import type { NotificationKind } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { announcementOf, engagementOf } from "../../routing/links";
import { announcementWords } from "../announcement/notification.server";
import { NEW_MATCHES } from "../saved-search/titles";

interface Words {
  title: string;
  body: string;
  linkUrl: string | null;
}

interface Stored extends Words {
  kind: NotificationKind;
}

const SELECT_PUBLISHED = `
  SELECT id, title, body FROM announcement
  WHERE id IN (SELECT value FROM json_each(?)) AND published = 1 AND deleted_at IS NULL`;
const SELECT_ENGAGEMENTS = "SELECT id FROM engagement WHERE id IN (SELECT value FROM json_each(?))";

/** Replaces the notification of an announcement that the public may no longer read. */
const WITHDRAWN: Words = {
  title: "Announcement withdrawn",
  body: "The government withdrew this announcement.",
  linkUrl: null,
};

const DELETED: Words = {
  title: "Engagement deleted",
  body: "Someone deleted this engagement with its notes, tasks and files.",
  linkUrl: null,
};

/**
 * Notifications as their records are now, so that no text outlives its record and every link works. The notification of an
 * announcement shows what the announcement says now, or only that it was withdrawn. One that a saved search found also says
 * which search. This is decided on each read, so unpublishing takes effect immediately for every recipient, and publishing
 * again brings the text back.
 */
export function asShown<Notification extends Stored>(db: Database, notifications: Notification[]): Notification[] {
  const published = new Map(
    rowsOf<{ id: string; title: string; body: string }>(db, SELECT_PUBLISHED, idsOf(notifications, announcementOf)).map(
      (row) => [row.id, announcementWords(row)],
    ),
  );
  const engagements = new Set(
    rowsOf<{ id: string }>(db, SELECT_ENGAGEMENTS, idsOf(notifications, engagementOf)).map(({ id }) => id),
  );
  return notifications.map((notification) => {
    const announcementId = announcementOf(notification.linkUrl);
    if (announcementId !== undefined) {
      const { title, body, linkUrl } = published.get(announcementId) ?? WITHDRAWN;
      return isOfSearch(notification)
        ? { ...notification, body: title, linkUrl }
        : { ...notification, title, body, linkUrl };
    }
    const engagementId = engagementOf(notification.linkUrl);
    return engagementId === undefined || engagements.has(engagementId) ? notification : { ...notification, ...DELETED };
  });
}

/** The title is the search's name in its owner's words. The body names the record. */
const isOfSearch = ({ kind, title }: Stored): boolean => kind === "SYSTEM" && title.startsWith(NEW_MATCHES);

function idsOf(notifications: readonly Stored[], idOf: (link: string | null) => string | undefined): string[] {
  return [...new Set(notifications.map(({ linkUrl }) => idOf(linkUrl)).filter((id) => id !== undefined))];
}

const rowsOf = <Row>(db: Database, select: string, ids: readonly string[]): Row[] =>
  ids.length === 0 ? [] : statement<Row>(db, select).all(JSON.stringify(ids));
