import { type Database, statement } from "#db/open";
import type { WriteContext } from "~/operations/operation.server";
import { excerptOf } from "~/values/excerpt";
import { countReached, deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notices.server";
import { responsibleFor } from "../../routing/responsible";
import type { EngagementRow } from "./reach.server";

const SELECT_FOLLOWERS = `
  SELECT ${responsibleFor("creator")} AS userId
  FROM engagement JOIN user AS creator ON creator.id = engagement.created_by
  WHERE engagement.id = @id AND userId <> @actorId
  UNION SELECT author_id FROM engagement_note WHERE engagement_id = @id AND author_id <> @actorId`;

const KIND = { kind: "ENGAGEMENT_UPDATE", tags: [] } as const;

/** The people who follow an engagement: its creator or the creator's successor, and everyone who wrote a note, except the person who acts. */
function followersOf(db: Database, id: string, actorId: string): string[] {
  const rows = statement<{ userId: string }>(db, SELECT_FOLLOWERS).all({ id, actorId });
  return rows.map(({ userId }) => userId);
}

/** How many people the actor's next change of an engagement would notify. */
export function countFollowersReached(db: Database, id: string, actorId: string): number {
  return countReached(db, followersOf(db, id, actorId), KIND);
}

interface News {
  title: string;
  body: string;
  /** The engagement is about to be deleted, so there is nothing to link to. */
  deleted?: true;
}

/** A note may be pages long. A notification is short. */
export const NOTICE_CHARACTERS = 300;

/**
 * Notifies an engagement's followers, and marks the actor's own notifications of it read. Call it before a deletion, which
 * removes the note authors.
 * @returns how many people were notified
 */
export function notifyFollowers(
  { db, actor, now }: Pick<WriteContext<"engagement write">, "db" | "actor" | "now">,
  { id }: Pick<EngagementRow, "id">,
  { title, body, deleted }: News,
): number {
  const link = LINK_TO.engagement(id);
  markSeen(db, actor.id, { link });
  const linkUrl = deleted ? null : link;
  const notice = { ...KIND, title, body: excerptOf(`${actor.name} ${body}`, NOTICE_CHARACTERS), linkUrl };
  const addressees = followersOf(db, id, actor.id).map((userId) => ({ userId }));
  return deliverTo(db, addressees, notice, now).size;
}
