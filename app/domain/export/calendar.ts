import { type CalendarProperty, calendarText, eventText } from "~/values/calendar";
import { labelOf } from "~/values/labels";
import { type EngagementTimes, instantsOf } from "../engagement/rules";

/** What a calendar event shows of an engagement. */
export interface CalendarEngagement extends EngagementTimes {
  id: string;
  title: string;
  type: string;
  status: string;
  location: string;
  onlineLink: string;
  summary: string;
  otherOrganization: string;
  organizationNames: readonly string[];
  commandName: string;
  createdAt: string;
  updatedAt: string;
}

/** An engagement as a calendar event that has its times, or lasts its day. */
export function engagementEvent(engagement: CalendarEngagement, origin: string, timeZone: string): string {
  const { id, title, type, status, date, location, createdAt, updatedAt } = engagement;
  const place: CalendarProperty[] = location === "" ? [] : [["location", {}, "text", calendarText(location)]];
  return eventText({
    uid: id,
    day: date.slice(0, 10),
    times: instantsOf(engagement, timeZone),
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

function descriptionOf({ summary, status, onlineLink, commandName, ...others }: CalendarEngagement) {
  const { organizationNames, otherOrganization } = others;
  const participants = [...organizationNames, otherOrganization].filter((name) => name !== "").join("; ");
  const facts = `Status: ${labelOf(status)}\nParticipants: ${participants}\nCommand: ${commandName}${onlineLink && `\nOnline: ${onlineLink}`}`;
  return summary === "" ? facts : `${summary}\n\n${facts}`;
}
