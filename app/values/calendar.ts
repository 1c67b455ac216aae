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

interface DayEvent {
  uid: string;
  /** Its day, YYYY-MM-DD. */
  day: string;
  createdAt: string;
  updatedAt: string;
  properties: readonly CalendarProperty[];
}

/**
 * A VEVENT that lasts a day and does not block time. Its timestamp is its last change and not the present, so that the
 * file changes only when the ledger does.
 */
export function dayEventText({ uid, day, createdAt, updatedAt, properties }: DayEvent): string {
  // No day follows the last one with a four-digit year. An event without an end lasts its day.
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
