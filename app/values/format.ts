import { daysBetween } from "./days";
import { dayIn, localTimeOf } from "./time-zone";

/**
 * Dates and sizes as text. Everything is in one wording and in the zone that the caller names, whatever the viewer's
 * settings: the server and the browser must write the same markup, and two people who read one record must see the same
 * time.
 */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

export type Moment = Date | string | number;

const ZONELESS = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** Null for an invalid date. Text without a zone is UTC, whatever the machine's zone. */
export function parseMoment(value: Moment): Date | null {
  const text = typeof value === "string" && ZONELESS.test(value) ? `${value.replace(" ", "T")}Z` : value;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "Nov 20, 2026", for a calendar day: it is the same day everywhere, and stored as UTC. */
export function formatDay(date: Date): string {
  return `${formatDayOfYear(date)}, ${date.getUTCFullYear()}`;
}

/** "Nov 20", where the year goes without saying */
export function formatDayOfYear(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
}

/** "2026-11" as "Nov 2026" */
export function formatMonth(month: string): string {
  const [year, ofYear] = month.split("-");
  return `${MONTHS[Number(ofYear) - 1]} ${year}`;
}

/** In which zone to show an instant, and when the reader reads it: the current year goes without saying. */
export interface Reading {
  timeZone: string;
  now?: Date | null;
}

/** "Nov 20, 2026": the day of an instant. */
export function formatDayOf(instant: Date, reading: Reading): string {
  return formatDayRead(new Date(dayIn(reading.timeZone, instant)), reading);
}

/** "Nov 20, 2026", or "Nov 20" in the year of the reading, for a calendar day */
export function formatDayRead(date: Date, { timeZone, now }: Reading): string {
  const isThisYear = now && Number(dayIn(timeZone, now).slice(0, 4)) === date.getUTCFullYear();
  return isThisYear ? formatDayOfYear(date) : formatDay(date);
}

/** "6:59 PM EST" */
export function formatTime(instant: Date, timeZone: string): string {
  const { hour, minute, zone } = localTimeOf(timeZone, instant);
  return `${formatTimeOfDay(`${hour}:${minute}`)} ${zone}`;
}

/** "Nov 20, 2026, 6:59 PM EST" */
export function formatDateTime(instant: Date, reading: Reading): string {
  return `${formatDayOf(instant, reading)}, ${formatTime(instant, reading.timeZone)}`;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** "Monday", for a calendar day */
export const formatWeekday = (date: Date): string => WEEKDAYS[date.getUTCDay()] ?? "";

/** "14:30" as "2:30 PM" */
export function formatTimeOfDay(time: string): string {
  const [hour = 0, minute = "00"] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** "9:00 AM", "9:00 AM to 2:30 PM", or empty text without a start. */
export function formatTimes(start: string | null | undefined, end: string | null | undefined): string {
  return start ? [start, end ?? ""].filter(Boolean).map(formatTimeOfDay).join(" to ") : "";
}

/** "2,000" */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "12.3%" of a whole. A share that would round to nothing is "<0.1%". */
export function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return percent > 0 && percent < 0.05 ? "<0.1%" : `${percent.toFixed(1)}%`;
}

/** "1 person", "2,000 people" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** "512 bytes", "24 KB", "3.4 MB", "78.2 GB" */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  // 1,023.6 KB would round up to 1,024 KB, which is 1 MB.
  if (Math.round(kilobytes) < 1024) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  const [size, unit] = Math.round(megabytes) < 1024 ? [megabytes, "MB"] : [megabytes / 1024, "GB"];
  return `${size.toFixed(1).replace(/\.0$/, "")} ${unit}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The time from one moment to a later one in its largest unit: "12 days", "5 hours", "1 minute". Null if it has passed.
 * Days are calendar days in the zone, so that the number agrees with the dates beside it, and an invitation sent a
 * second ago still has seven days.
 */
export function formatTimeUntil(until: Date, now: Date, timeZone: string): string | null {
  const left = until.getTime() - now.getTime();
  if (left < 0) return null;
  // To the nearest minute, so that an hour that began a second ago still counts as an hour.
  const minutes = Math.round(left / MINUTE);
  if (minutes >= DAY / MINUTE) {
    const days = daysBetween(dayIn(timeZone, now), dayIn(timeZone, until)) - 1;
    return counted(Math.max(1, days), "day", "days");
  }
  if (minutes >= HOUR / MINUTE) return counted(Math.floor(minutes / (HOUR / MINUTE)), "hour", "hours");
  return counted(Math.max(1, minutes), "minute", "minutes");
}

/** "radar", "radar and pnt", "radar, pnt and sonar" */
export function formatList(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

type AddressPart = string | null | undefined;

interface Address {
  lines?: readonly AddressPart[];
  city?: AddressPart;
  state?: AddressPart;
  postalCode?: AddressPart;
  country?: AddressPart;
}

/** What is given of an address, on one line: "1 Main Street, Norfolk, VA 23510, USA". */
export function formatAddress({ lines = [], city, state, postalCode, country }: Address): string {
  const region = [state, postalCode].filter(Boolean).join(" ");
  return [...lines, city, region, country].filter(Boolean).join(", ");
}
