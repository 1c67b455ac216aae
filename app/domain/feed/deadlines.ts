import { ANY_ORIGIN, atOrigin, type OriginPiece } from "~/values/any-origin";
import {
  CALENDAR_END,
  type CalendarProperty,
  calendarLine,
  calendarStart,
  calendarText,
  eventText,
} from "~/values/calendar";
import { yieldDuringLongTask } from "~/values/event-loop";

/** A call with a last day, as its calendar event shows it. */
interface Deadline {
  id: string;
  title: string;
  description: string;
  tags: readonly string[];
  /** The call's page. */
  url: string;
  /** The last day, YYYY-MM-DD. */
  day: string;
  createdAt: string;
  updatedAt: string;
}

/** The last days of calls as a calendar (RFC 5545), an event at a time with other requests in between. */
export async function deadlinesText(deadlines: readonly Deadline[]): Promise<string> {
  const yieldIfDue = yieldDuringLongTask();
  let text = calendarStart("Deadlines for calls for technology");
  for (const deadline of deadlines) {
    text += deadlineEvent(deadline);
    await yieldIfDue();
  }
  return text + CALENDAR_END;
}

function deadlineEvent({ id, title, description, tags, url, day, createdAt, updatedAt }: Deadline): string {
  const categories: CalendarProperty[] =
    tags.length === 0 ? [] : [["categories", {}, "text", ...tags.map(calendarText)]];
  return eventText({
    uid: id,
    day,
    createdAt,
    updatedAt,
    properties: [
      ["summary", {}, "text", calendarText(`Call closes: ${title}`)],
      ["description", {}, "text", calendarText(description)],
      ...categories,
      ["url", {}, "uri", url],
    ],
  });
}

const ADDRESS_LINE = new RegExp(`^(URL:${ANY_ORIGIN}.*\\r\\n(?: .*\\r\\n)*)`, "m");

/** The same, cut at lines with addresses. These are folded where they are too long for an origin. */
export function cutAtAddresses(text: string): OriginPiece[] {
  return text.split(ADDRESS_LINE).map((piece, index): OriginPiece => {
    if (index % 2 === 0) return piece;
    const line = piece.replaceAll(/\r\n ?/g, "");
    return (origin) => calendarLine(atOrigin(line, origin));
  });
}
