import { ENGAGEMENT_STATUSES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { LINK_TO } from "~/routing/links";
import { RESPONSIBLE_FOR } from "~/routing/responsible";
import type { Settings } from "~/settings.server";
import { CALENDAR_END, calendarStart, calendarText, eventText } from "~/values/calendar";
import { dayAfter, endOfDay, startOfDay } from "~/values/days";
import { yieldDuringLongTask } from "~/values/event-loop";
import { labelOf } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import { dayIn } from "~/values/time-zone";
import { EFFECTIVE_STATUS } from "../call/effective-status.server";
import { type EngagementTimes, instantsOf } from "../engagement/rules";
import type { FeedOwner } from "./address.server";
import { personalFeed } from "./read.server";

/** Days that a calendar reaches back and ahead. */
const DAYS = { back: 90, ahead: 366 };

type Order = "ASC" | "DESC";

interface CallRow {
  id: string;
  title: string;
  closesAt: string;
  createdAt: string;
  updatedAt: string;
}

interface EngagementRow extends EngagementTimes {
  id: string;
  type: string;
  status: string;
  isAttended: 0 | 1;
  createdAt: string;
  updatedAt: string;
}

interface TaskRow {
  id: string;
  engagementId: string;
  /** The type of its engagement. */
  type: string;
  dueDate: string;
  createdAt: string;
  updatedAt: string;
}

/** Deadlines of open calls, and of those that were closed after it. A call that was closed early has none any more. */
const selectDeadlines = (order: Order, from: string) => `
  SELECT call.id, call.title, call.closes_at AS closesAt, call.created_at AS createdAt,
    max(call.updated_at, CASE call.status WHEN 'PENDING' THEN call.releases_at ELSE '' END) AS updatedAt
  ${from} AND call.closes_at BETWEEN @since AND @until
    AND (${EFFECTIVE_STATUS} = 'OPEN' OR (call.status = 'CLOSED' AND call.closes_at <= call.updated_at))
  ORDER BY call.closes_at ${order}, call.id LIMIT ${LIMITS.personalFeedRows}`;

const selectFollowed = (order: Order) =>
  selectDeadlines(
    order,
    "FROM call_follow JOIN call ON call.id = call_follow.call_id WHERE call_follow.user_id = @userId",
  );
const selectWritten = (order: Order) =>
  selectDeadlines(order, `FROM call WHERE call.author_id IN (${RESPONSIBLE_FOR})`);

/*
 * The engagements that the person attends, or whose changes the person hears of (app/domain/engagement/followers.server.ts).
 * For each creator and
 * status, an index returns them in order, so thousands of engagements cost no more than the ones that are shown.
 */
const selectEngagements = (order: Order) => `
  SELECT id, type, status, date, start_time AS startTime, end_time AS endTime, created_at AS createdAt,
    updated_at AS updatedAt, EXISTS (
      SELECT 1 FROM engagement_attendee WHERE engagement_id = engagement.id AND user_id = @userId) AS isAttended
  FROM engagement
  WHERE id IN (
    SELECT nearest.value
    FROM (${RESPONSIBLE_FOR}) AS creator CROSS JOIN json_each(@statuses) AS status
    CROSS JOIN json_each((
      SELECT json_group_array(id) FROM (
        SELECT id FROM engagement
        WHERE created_by = creator.id AND status = status.value AND date BETWEEN @since AND @until
        ORDER BY date ${order} LIMIT ${LIMITS.personalFeedRows}))) AS nearest
    UNION SELECT engagement_id FROM (
      SELECT engagement_id FROM engagement_note WHERE author_id = @userId
      ORDER BY created_at DESC LIMIT ${LIMITS.personalFeedNotes})
    UNION SELECT engagement_id FROM (
      SELECT engagement_id FROM engagement_attendee WHERE user_id = @userId
      ORDER BY added_at DESC LIMIT ${LIMITS.personalFeedAttended}))
    AND date BETWEEN @since AND @until
  ORDER BY date ${order}, id LIMIT ${LIMITS.personalFeedRows}`;

/** The days on which the person's open tasks are due. */
const selectTasks = (order: Order) => `
  SELECT task.id, task.engagement_id AS engagementId, engagement.type, task.due_date AS dueDate,
    task.created_at AS createdAt, task.updated_at AS updatedAt
  FROM engagement_task AS task JOIN engagement ON engagement.id = task.engagement_id
  WHERE task.owner_id = @userId AND task.done_at IS NULL
    AND task.due_date BETWEEN substr(@since, 1, 10) AND substr(@until, 1, 10)
  ORDER BY task.due_date ${order}, task.id LIMIT ${LIMITS.personalFeedRows}`;

/** The statements for the days ahead and for those that have passed. Each puts the days nearest to today first. */
const SELECTS = { ahead: selectsIn("ASC"), back: selectsIn("DESC") } as const;

function selectsIn(order: Order) {
  return {
    followed: selectFollowed(order),
    written: selectWritten(order),
    engagements: selectEngagements(order),
    tasks: selectTasks(order),
  };
}

function readDates(db: Database, { id: userId, industryRole }: FeedOwner, now: Date, settings: Settings) {
  const today = dayIn(settings.workingCalendar.timeZone, now);
  const dayFromToday = (days: number) => dayAfter(today, days) ?? today;
  const ranges = {
    ahead: { since: startOfDay(today), until: endOfDay(dayFromToday(DAYS.ahead)) },
    back: { since: startOfDay(dayFromToday(-DAYS.back)), until: endOfDay(dayFromToday(-1)) },
  };
  const isIndustry = industryRole !== null;
  const read = (side: "ahead" | "back") => {
    const { followed, written, engagements, tasks } = SELECTS[side];
    const given = { userId, ...ranges[side] };
    return {
      calls: statement<CallRow>(db, isIndustry ? followed : written).all({ ...given, now: now.toISOString() }),
      engagements: isIndustry
        ? []
        : statement<EngagementRow>(db, engagements).all({ ...given, statuses: JSON.stringify(ENGAGEMENT_STATUSES) }),
      tasks: isIndustry ? [] : statement<TaskRow>(db, tasks).all(given),
    };
  };
  const [ahead, back] = [read("ahead"), read("back")];
  return {
    calls: [...ahead.calls, ...back.calls],
    engagements: [...ahead.engagements, ...back.engagements],
    tasks: [...ahead.tasks, ...back.tasks],
    timeZone: settings.workingCalendar.timeZone,
  };
}

/**
 * GET /api/feeds/personal/:token/calendar.ics: the deadlines of the calls that a person follows or wrote, the times of the
 * person's engagements, and the days on which the person's tasks are due. Other programs read it, so an event has no title
 * that the public may not read.
 */
export const personalCalendar = personalFeed({
  contentType: "text/calendar; charset=utf-8",
  read: readDates,
  async write({ calls, engagements, tasks, timeZone }, _owner, origin) {
    const yieldIfDue = yieldDuringLongTask();
    let text = calendarStart("Your dates");
    for (const call of calls) {
      text += deadlineText(call, origin);
      await yieldIfDue();
    }
    for (const engagement of engagements) {
      text += engagementText(engagement, origin, timeZone);
      await yieldIfDue();
    }
    for (const task of tasks) {
      text += taskText(task, origin);
      await yieldIfDue();
    }
    return text + CALENDAR_END;
  },
});

const deadlineText = ({ id, title, closesAt, createdAt, updatedAt }: CallRow, origin: string) =>
  linkedEvent(
    { id, day: closesAt.slice(0, 10), createdAt, updatedAt },
    `Call closes: ${title}`,
    origin + LINK_TO.call(id),
  );

function engagementText(engagement: EngagementRow, origin: string, timeZone: string) {
  const { id, type, status, date, createdAt, updatedAt, isAttended } = engagement;
  const times = instantsOf(engagement, timeZone);
  // Only meetings that the person attends block the person's time.
  const event = { id, day: date.slice(0, 10), times, createdAt, updatedAt, isBusy: isAttended === 1 && times !== null };
  return linkedEvent(event, `Engagement: ${labelOf(type)} (${labelOf(status)})`, origin + LINK_TO.engagement(id));
}

const taskText = ({ id, engagementId, type, dueDate, createdAt, updatedAt }: TaskRow, origin: string) =>
  linkedEvent(
    { id, day: dueDate, createdAt, updatedAt },
    `Task due (${labelOf(type)})`,
    origin + LINK_TO.engagement(engagementId),
  );

type Dated = Omit<Parameters<typeof eventText>[0], "uid" | "properties"> & { id: string };

/** An event with its address. Its description repeats it, because Outlook shows no other. */
const linkedEvent = ({ id, ...dated }: Dated, summary: string, url: string) =>
  eventText({
    uid: id,
    ...dated,
    properties: [
      ["summary", {}, "text", calendarText(summary)],
      ["description", {}, "text", calendarText(url)],
      ["url", {}, "uri", url],
    ],
  });
