import ICAL from "ical.js";
import { dayAfter } from "./days";
import { SERVICE_NAME } from "./labels";

// A line has at most 75 octets (RFC 5545, 3.1). ical.js leaves out the space that a folded line goes on with.
ICAL.foldLength = 74;

export const CALENDAR_END = "END:VCALENDAR\r\n";

/** How a calendar of this name begins; its events and `CALENDAR_END` follow. */
export function calendarStart(name: string): string {
  const head = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", `-//${SERVICE_NAME}//${name}//EN`],
    ["calscale", {}, "text", "GREGORIAN"],
    ["x-wr-calname", {}, "unknown", name],
  ];
  return ICAL.stringify(["vcalendar", head, []]).replace(CALENDAR_END, "");
}

/** A line of a calendar, folded where it is too long. */
export const calendarLine = (line: string): string => `${ICAL.helpers.foldline(line)}\r\n`;

/** A property in the form that RFC 7265 gives it: name, parameters, type of value, values. */
export type CalendarProperty = [name: string, parameters: object, type: string, ...values: string[]];

interface DayEvent {
  uid: string;
  /** Its day, YYYY-MM-DD. */
  day: string;
  createdAt: string;
  updatedAt: string;
  properties: readonly CalendarProperty[];
}

/**
 * A VEVENT that lasts its day and leaves people free. It bears the time of its last change rather than the present one,
 * so that the file changes only when the ledger does.
 */
export function dayEventText({ uid, day, createdAt, updatedAt, properties }: DayEvent): string {
  // After the last day that has four digits for its year there is none; an event without an end lasts its day.
  const next = dayAfter(day, 1);
  const event = [
    "vevent",
    [
      ["uid", {}, "text", uid],
      ["dtstamp", {}, "date-time", wholeSeconds(updatedAt)],
      ["created", {}, "date-time", wholeSeconds(createdAt)],
      ["last-modified", {}, "date-time", wholeSeconds(updatedAt)],
      ["dtstart", {}, "date", day],
      ...(next === null ? [] : [["dtend", {}, "date", next]]),
      ...properties,
      ["transp", {}, "text", "TRANSPARENT"],
    ],
    [],
  ];
  return ICAL.stringify(event);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Whatever ends a line for some reader: many split a file at Unicode's ends of a line too, not at CRLF alone. */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/** Text as RFC 5545 takes it: with line feeds alone, which ical.js writes as `\n`, and no other control characters. */
export function calendarText(value: string): string {
  return value.replace(LINE_END, "\n").replace(NOT_IN_TEXT, "");
}

const wholeSeconds = (instant: string) => `${instant.slice(0, 19)}Z`;
