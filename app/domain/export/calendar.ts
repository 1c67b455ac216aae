import ICAL from "ical.js";
import { labelOf } from "../../labels";
import { dayAfter } from "../days";

/** What an event tells of an engagement. */
export interface CalendarEngagement {
  id: string;
  title: string;
  type: string;
  status: string;
  /** The first instant of its day. */
  date: string;
  location: string;
  summary: string;
  otherOrganization: string;
  organizationNames: readonly string[];
  commandName: string;
  createdAt: string;
  updatedAt: string;
}

// A line has at most 75 octets (RFC 5545, 3.1). ical.js leaves out the space that a folded line goes on with.
ICAL.foldLength = 74;

const HEAD = [
  ["version", {}, "text", "2.0"],
  ["prodid", {}, "text", "-//Government Ledger and Industry Portal//Engagements//EN"],
  ["calscale", {}, "text", "GREGORIAN"],
  ["x-wr-calname", {}, "unknown", "Engagements"],
];

export const CALENDAR_END = "END:VCALENDAR\r\n";
export const CALENDAR_START = ICAL.stringify(["vcalendar", HEAD, []]).replace(CALENDAR_END, "");

/**
 * An engagement as a VEVENT, in the form that RFC 7265 gives it. It bears the time of its last change rather than the
 * present one, so that the file changes only when the ledger does.
 */
export function eventText(engagement: CalendarEngagement, origin: string): string {
  const { id, title, type, status, date, location, createdAt, updatedAt } = engagement;
  const day = date.slice(0, 10);
  // After the last day that has four digits for its year there is none; an event without an end lasts its day.
  const next = dayAfter(day, 1);
  const event = [
    "vevent",
    [
      ["uid", {}, "text", id],
      ["dtstamp", {}, "date-time", wholeSeconds(updatedAt)],
      ["created", {}, "date-time", wholeSeconds(createdAt)],
      ["last-modified", {}, "date-time", wholeSeconds(updatedAt)],
      ["dtstart", {}, "date", day],
      ...(next === null ? [] : [["dtend", {}, "date", next]]),
      ["summary", {}, "text", textOf(title)],
      ...(location === "" ? [] : [["location", {}, "text", textOf(location)]]),
      ["description", {}, "text", textOf(descriptionOf(engagement))],
      ["categories", {}, "text", labelOf(type)],
      ["status", {}, "text", status === "PLANNED" ? "TENTATIVE" : "CONFIRMED"],
      ["x-engagement-status", {}, "unknown", status],
      ["transp", {}, "text", "TRANSPARENT"],
      ["url", {}, "uri", `${origin}/gov/engagements/${encodeURIComponent(id)}`],
    ],
    [],
  ];
  return ICAL.stringify(event);
}

function descriptionOf({ summary, status, organizationNames, otherOrganization, commandName }: CalendarEngagement) {
  const participants = [...organizationNames, otherOrganization].filter((name) => name !== "").join("; ");
  const facts = `Status: ${labelOf(status)}\nParticipants: ${participants}\nCommand: ${commandName}`;
  return summary === "" ? facts : `${summary}\n\n${facts}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Whatever ends a line for some reader: many split a file at Unicode's ends of a line too, not at CRLF alone. */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/** Text as RFC 5545 takes it: with line feeds alone, which ical.js writes as `\n`, and no other control characters. */
function textOf(value: string): string {
  return value.replace(LINE_END, "\n").replace(NOT_IN_TEXT, "");
}

const wholeSeconds = (instant: string) => `${instant.slice(0, 19)}Z`;
