import ICAL from "ical.js";
import { dayAfter } from "./days";
import { SERVICE_NAME } from "./labels";

// A line has at most 75 octets (RFC 5545, 3.1). ical.js leaves out the space that begins a continued line.
ICAL.foldLength = 74;

export const CALENDAR_END = "END:VCALENDAR\r\n";

/** The beginning of a calendar. Events and `CALENDAR_END` follow. */
export function calendarStart(name: string): string {
  const head = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", `-//${SERVICE_NAME}//${name}//EN`],
    ["calscale", {}, "text", "GREGORIAN"],
    ["x-wr-calname", {}, "unknown", name],
  ];
  return ICAL.stringify(["vcalendar", head, []]).replace(CALENDAR_END, "");
}

/** A line of a calendar, folded if it is too long. */
export const calendarLine = (line: string): string => `${ICAL.helpers.foldline(line)}\r\n`;

/** A property in the form of RFC 7265: name, parameters, type of value, values. */
export type CalendarProperty = [name: string, parameters: object, type: string, ...values: string[]];

interface CalendarEvent {
  uid: string;
  /** Its day, YYYY-MM-DD. */
  day: string;
  /** The instants of its start and end, unless it lasts its day. Without an end, it ends when it starts. */
  times?: { start: Date; end: Date | null } | null;
  /** Whether it blocks time. */
  isBusy?: boolean;
  createdAt: string;
  updatedAt: string;
  properties: readonly CalendarProperty[];
}

/**
 * A VEVENT that lasts a day, or has times in UTC, which needs no description of the zone. Its timestamp is its last change
 * and not the present, so that the file changes only when the ledger does.
 */
export function eventText({ uid, createdAt, updatedAt, properties, isBusy, ...when }: CalendarEvent): string {
  const event = [
    "vevent",
    [
      ["uid", {}, "text", uid],
      ["dtstamp", {}, "date-time", wholeSeconds(updatedAt)],
      ["created", {}, "date-time", wholeSeconds(createdAt)],
      ["last-modified", {}, "date-time", wholeSeconds(updatedAt)],
      ...spanOf(when),
      ...properties,
      ["transp", {}, "text", isBusy ? "OPAQUE" : "TRANSPARENT"],
    ],
    [],
  ];
  return ICAL.stringify(event);
}

/** When an event begins and ends. */
function spanOf({ day, times }: Pick<CalendarEvent, "day" | "times">): CalendarProperty[] {
  if (times) {
    const { start, end } = times;
    const instant = (name: string, at: Date): CalendarProperty => [
      name,
      {},
      "date-time",
      wholeSeconds(at.toISOString()),
    ];
    return [instant("dtstart", start), ...(end ? [instant("dtend", end)] : [])];
  }
  // No day follows the last one with a four-digit year. An event without an end lasts its day.
  const next = dayAfter(day, 1);
  return [["dtstart", {}, "date", day], ...(next === null ? [] : [["dtend", {}, "date", next] as CalendarProperty])];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const NOT_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Everything that some program reads as the end of a line. Many split files at Unicode's line ends too, not only at
 * CRLF.
 */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/**
 * Text as RFC 5545 allows it: without control characters other than line feeds, which ical.js writes as `
 * `.
 */
export function calendarText(value: string): string {
  return value.replace(LINE_END, "\n").replace(NOT_IN_TEXT, "");
}

const wholeSeconds = (instant: string) => `${instant.slice(0, 19)}Z`;
