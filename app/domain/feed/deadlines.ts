import { inTurns } from "../../turns";
import { CALENDAR_END, type CalendarProperty, calendarStart, calendarText, dayEventText } from "../calendar";

/** A call that closes, as its event tells of it. */
interface Deadline {
  id: string;
  title: string;
  description: string;
  tags: readonly string[];
  /** The page that shows it. */
  url: string;
  /** The last day, YYYY-MM-DD. */
  day: string;
  createdAt: string;
  updatedAt: string;
}

/** The last days of calls as a calendar (RFC 5545), an event at a time with other requests in between. */
export async function deadlinesText(deadlines: readonly Deadline[]): Promise<string> {
  const letOthersGo = inTurns();
  let text = calendarStart("Deadlines of calls for technology");
  for (const deadline of deadlines) {
    text += deadlineEvent(deadline);
    await letOthersGo();
  }
  return text + CALENDAR_END;
}

function deadlineEvent({ id, title, description, tags, url, day, createdAt, updatedAt }: Deadline): string {
  const categories: CalendarProperty[] =
    tags.length === 0 ? [] : [["categories", {}, "text", ...tags.map(calendarText)]];
  return dayEventText({
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
