import { ENGAGEMENT_STATUSES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { LINK_TO } from "~/routing/links";
import { RESPONSIBLE_FOR } from "~/routing/responsible";
import { CALENDAR_END, calendarStart, calendarText, dayEventText } from "~/values/calendar";
import { dayAfter, endOfDay, startOfDay } from "~/values/days";
import { yieldDuringLongTask } from "~/values/event-loop";
import { labelOf } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import { EFFECTIVE_STATUS } from "../call/effective-status.server";
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

interface EngagementRow {
  id: string;
  type: string;
  status: string;
  date: string;
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
 * The engagements whose changes the person hears of (app/domain/engagement/followers.server.ts). For each creator and
 * status, an index returns them in order, so thousands of engagements cost no more than the ones that are shown.
 */
const selectEngagements = (order: Order) => `
  SELECT id, type, status, date, created_at AS createdAt, updated_at AS updatedAt FROM engagement
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
      ORDER BY created_at DESC LIMIT ${LIMITS.personalFeedNotes}))
    AND date BETWEEN @since AND @until
  ORDER BY date ${order}, id LIMIT ${LIMITS.personalFeedRows}`;

/** The statements for the days ahead and for those that have passed. Each puts the days nearest to today first. */
const SELECTS = { ahead: selectsIn("ASC"), back: selectsIn("DESC") } as const;

function selectsIn(order: Order) {
  return { followed: selectFollowed(order), written: selectWritten(order), engagements: selectEngagements(order) };
}

function readDates(db: Database, { id: userId, industryRole }: FeedOwner, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const dayIn = (days: number) => dayAfter(today, days) ?? today;
  const ranges = {
    ahead: { since: startOfDay(today), until: endOfDay(dayIn(DAYS.ahead)) },
    back: { since: startOfDay(dayIn(-DAYS.back)), until: endOfDay(dayIn(-1)) },
  };
  const isIndustry = industryRole !== null;
  const read = (side: "ahead" | "back") => {
    const { followed, written, engagements } = SELECTS[side];
    const given = { userId, ...ranges[side] };
    return {
      calls: statement<CallRow>(db, isIndustry ? followed : written).all({ ...given, now: now.toISOString() }),
      engagements: isIndustry
        ? []
        : statement<EngagementRow>(db, engagements).all({ ...given, statuses: JSON.stringify(ENGAGEMENT_STATUSES) }),
    };
  };
  const [ahead, back] = [read("ahead"), read("back")];
  return { calls: [...ahead.calls, ...back.calls], engagements: [...ahead.engagements, ...back.engagements] };
}

/**
 * GET /api/feeds/personal/:token/calendar.ics: the deadlines of the calls that a person follows or wrote, and the days of
 * the person's engagements. Other programs read it, so an event has no title that the public may not read.
 */
export const personalCalendar = personalFeed({
  contentType: "text/calendar; charset=utf-8",
  read: readDates,
  async write({ calls, engagements }, _owner, origin) {
    const yieldIfDue = yieldDuringLongTask();
    let text = calendarStart("Your dates");
    for (const call of calls) {
      text += deadlineText(call, origin);
      await yieldIfDue();
    }
    for (const engagement of engagements) {
      text += engagementText(engagement, origin);
      await yieldIfDue();
    }
    return text + CALENDAR_END;
  },
});

const deadlineText = ({ id, title, closesAt, createdAt, updatedAt }: CallRow, origin: string) =>
  eventText(
    { id, day: closesAt.slice(0, 10), createdAt, updatedAt },
    `Call closes: ${title}`,
    origin + LINK_TO.call(id),
  );

function engagementText({ id, type, status, date, createdAt, updatedAt }: EngagementRow, origin: string) {
  const summary = `Engagement: ${labelOf(type)} (${labelOf(status)})`;
  return eventText({ id, day: date.slice(0, 10), createdAt, updatedAt }, summary, origin + LINK_TO.engagement(id));
}

interface Dated {
  id: string;
  day: string;
  createdAt: string;
  updatedAt: string;
}

/** An event of a day. Its description repeats the address, because Outlook shows no other. */
const eventText = ({ id, ...dated }: Dated, summary: string, url: string) =>
  dayEventText({
    uid: id,
    ...dated,
    properties: [
      ["summary", {}, "text", calendarText(summary)],
      ["description", {}, "text", calendarText(url)],
      ["url", {}, "uri", url],
    ],
  });
