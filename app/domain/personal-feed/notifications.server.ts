import type { NotificationKind } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { SERVICE_NAME } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import { atomText } from "../feed/atom";
import { type FeedEntry, permanentId } from "../feed/feed";
import { disclosedTitle, isDisclosed, KIND_HEADINGS } from "../mail/kinds";
import { asShown } from "../notification/shown.server";
import { personalFeed } from "./read.server";

interface Row {
  id: string;
  kind: NotificationKind;
  title: string;
  body: string;
  linkUrl: string | null;
  createdAt: string;
}

const SELECT_LATEST = `
  SELECT id, kind, title, body, link_url AS linkUrl, created_at AS createdAt FROM notification
  WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT ${LIMITS.personalFeedRows}`;

const read = (db: Database, { id }: { id: string }) =>
  asShown(db, statement<Row>(db, SELECT_LATEST).all(id))
    .filter(isDisclosed)
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      title: disclosedTitle(row),
      linkUrl: row.linkUrl,
      at: row.createdAt,
    }));

/**
 * GET /api/feeds/personal/:token/notifications.atom: a person's latest notifications, in the words of mail, because other
 * programs read it.
 */
export const personalNotifications = personalFeed({
  contentType: "application/atom+xml; charset=utf-8",
  read,
  write: (rows, owner, origin) =>
    atomText({
      id: permanentId(origin, "/notifications", owner.id),
      title: `Your notifications | ${SERVICE_NAME}`,
      description: "What happened, newest first.",
      author: SERVICE_NAME,
      homeUrl: `${origin}/notifications`,
      links: {},
      // A feed needs a date. Without entries, it is one that no change is older than.
      updatedAt: rows[0]?.at ?? "1970-01-01T00:00:00.000Z",
      entries: rows.map(
        ({ id, kind, title, linkUrl, at }): FeedEntry => ({
          id: permanentId(origin, "/notifications", id),
          url: origin + (linkUrl ?? "/notifications"),
          title,
          text: KIND_HEADINGS[kind],
          tags: [],
          publishedAt: at,
          updatedAt: at,
        }),
      ),
    }),
});
