import { type CalendarProperty, calendarText, dayEventText } from "~/values/calendar";
import { labelOf } from "~/values/labels";

/** What a calendar event shows of an engagement. */
export interface CalendarEngagement {
  id: string;
  title: string;
  type: string;
  status: string;
  /** The first instant of the engagement's day. */
  date: string;
  location: string;
  summary: string;
  otherOrganization: string;
  organizationNames: readonly string[];
  commandName: string;
  createdAt: string;
  updatedAt: string;
}

/** An engagement as a calendar event that lasts its day. */
export function engagementEvent(engagement: CalendarEngagement, origin: string): string {
  const { id, title, type, status, date, location, createdAt, updatedAt } = engagement;
  const place: CalendarProperty[] = location === "" ? [] : [["location", {}, "text", calendarText(location)]];
  return dayEventText({
    uid: id,
    day: date.slice(0, 10),
    createdAt,
    updatedAt,
    properties: [
      ["summary", {}, "text", calendarText(title)],
      ...place,
      ["description", {}, "text", calendarText(descriptionOf(engagement))],
      ["categories", {}, "text", labelOf(type)],
      ["status", {}, "text", status === "PLANNED" ? "TENTATIVE" : "CONFIRMED"],
      ["x-engagement-status", {}, "unknown", status],
      ["url", {}, "uri", `${origin}/gov/engagements/${encodeURIComponent(id)}`],
    ],
  });
}

function descriptionOf({ summary, status, organizationNames, otherOrganization, commandName }: CalendarEngagement) {
  const participants = [...organizationNames, otherOrganization].filter((name) => name !== "").join("; ");
  const facts = `Status: ${labelOf(status)}\nParticipants: ${participants}\nCommand: ${commandName}`;
  return summary === "" ? facts : `${summary}\n\n${facts}`;
}
