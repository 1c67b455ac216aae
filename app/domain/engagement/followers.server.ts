import { type Database, statement } from "#db/open";
import type { WriteContext } from "~/operations/operation.server";
import { excerptOf } from "~/values/excerpt";
import { formatDay } from "~/values/format";
import { countReached, deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notifications.server";
import { responsibleFor } from "../../routing/responsible";
import { ownersOfOpenTasks } from "../../routing/task-owners.server";
import { attendeeIdsOf } from "./attendees.server";
import type { EngagementRow } from "./reach.server";
import { type EngagementTimes, wordsOfTimes } from "./rules";

const SELECT_FOLLOWERS = `
  SELECT ${responsibleFor("creator")} AS userId
  FROM engagement JOIN user AS creator ON creator.id = engagement.created_by
  WHERE engagement.id = @id AND userId <> @actorId
  UNION SELECT author_id FROM engagement_note WHERE engagement_id = @id AND author_id <> @actorId`;

type Context = Pick<WriteContext<"engagement write">, "db" | "actor" | "now" | "settings">;

const KIND = { kind: "ENGAGEMENT_UPDATE", tags: [] } as const;

/** The people who follow an engagement: its creator or the creator's successor, and everyone who wrote a note, except the person who acts. */
function followersOf(db: Database, id: string, actorId: string): string[] {
  const rows = statement<{ userId: string }>(db, SELECT_FOLLOWERS).all({ id, actorId });
  return rows.map(({ userId }) => userId);
}

/**
 * How many people the actor would notify by a change of an engagement's plan, by its deletion, or by anything else that
 * followers are notified of.
 */
export function countAudiences(db: Database, id: string, actorId: string) {
  const count = (...people: string[]) =>
    countReached(
      db,
      people.filter((userId) => userId !== actorId),
      KIND,
    );
  const followers = followersOf(db, id, actorId);
  const attending = attendeeIdsOf(db, id);
  return {
    plan: count(...followers, ...attending),
    deletion: count(...followers, ...attending, ...ownersOfOpenTasks(db, id)),
    other: count(...followers),
  };
}

interface News {
  title: string;
  body: string;
  /** The engagement is about to be deleted, so there is nothing to link to. */
  deleted?: true;
}

/** A note may be pages long. A notification is short. */
export const NOTIFICATION_CHARACTERS = 300;

/** The people a notification affects besides the followers, and the people who get another notification instead. */
interface Others {
  alsoTo?: readonly string[];
  exceptTo?: readonly string[];
}

/**
 * Notifies an engagement's followers and others, and marks the actor's own notifications of it read. Call it before a deletion, which
 * removes the note authors.
 * @returns how many people were notified
 */
export function notifyFollowers(
  { db, actor, now }: Omit<Context, "settings">,
  { id }: Pick<EngagementRow, "id">,
  { title, body, deleted }: News,
  { alsoTo = [], exceptTo = [] }: Others = {},
): number {
  const link = LINK_TO.engagement(id);
  markSeen(db, actor.id, { link });
  const linkUrl = deleted ? null : link;
  const notification = { ...KIND, title, body: excerptOf(`${actor.name} ${body}`, NOTIFICATION_CHARACTERS), linkUrl };
  const concerned = new Set([...followersOf(db, id, actor.id), ...alsoTo]);
  for (const userId of [actor.id, ...exceptTo]) concerned.delete(userId);
  return deliverTo(db, addressed(concerned), notification, now).size;
}

const addressed = (userIds: Iterable<string>) => [...userIds].map((userId) => ({ userId }));

/** When and where an engagement takes place. What a request leaves out is not known. */
type Plan = Pick<EngagementTimes, "date"> & Partial<Pick<EngagementRow, "startTime" | "endTime" | "location">>;

/** "Nov 23, 2026, 2:00 PM to 3:30 PM EST, Arlington, VA" */
export function wordsOfPlan({ settings }: Pick<Context, "settings">, plan: Plan): string {
  const { date, startTime = null, endTime = null, location } = plan;
  const times = wordsOfTimes({ date, startTime, endTime }, settings.workingCalendar.timeZone);
  return [formatDay(new Date(date)), times, location].filter(Boolean).join(", ");
}

/**
 * Notifies people that they attend an engagement from now on, except the person who acts.
 * @returns how many people were notified
 */
export function notifyNewAttendees(
  context: Context,
  engagement: Pick<EngagementRow, "id" | "title"> & Plan,
  added: readonly string[],
): number {
  const { db, actor, now } = context;
  const words = `added you to this engagement on ${wordsOfPlan(context, engagement)}.`;
  const body = excerptOf(`${actor.name} ${words}`, NOTIFICATION_CHARACTERS);
  const notification = {
    ...KIND,
    title: `You attend: ${engagement.title}`,
    body,
    linkUrl: LINK_TO.engagement(engagement.id),
  };
  const others = added.filter((userId) => userId !== actor.id);
  return deliverTo(db, addressed(others), notification, now).size;
}

/**
 * Notifies the owner of a new task, unless it is the person who acts.
 * @returns how many people were notified
 */
export function notifyTaskOwner(
  { db, actor, now }: Omit<Context, "settings">,
  { id, title }: Pick<EngagementRow, "id" | "title">,
  { text, ownerId, dueDate }: { text: string; ownerId: string; dueDate: string },
): number {
  if (ownerId === actor.id) return 0;
  const body = excerptOf(
    `${actor.name} gave you a task, due ${formatDay(new Date(dueDate))}: ${text}`,
    NOTIFICATION_CHARACTERS,
  );
  const notification = { ...KIND, title: `Task: ${title}`, body, linkUrl: LINK_TO.engagement(id) };
  return deliverTo(db, addressed([ownerId]), notification, now).size;
}
