import { startOfDay } from "~/values/days";
import { invalidField } from "~/values/errors";
import { formatTimes } from "~/values/format";
import { instantOf, localTimeOf } from "~/values/time-zone";

/** The views of the page of engagements. The list comes first: links to it from elsewhere have its filters. */
export const ENGAGEMENT_VIEWS = ["list", "agenda", "month"] as const;
export type EngagementView = (typeof ENGAGEMENT_VIEWS)[number];

/** A month, YYYY-MM. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Whether text is a month, YYYY-MM. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** The first and last text of an instant within a month, in text order. */
export function boundsOfMonth(month: string): { first: string; last: string } {
  return { first: startOfDay(`${month}-01`), last: startOfDay(`${month}-31`) };
}

/** The month this many months after another, or before it if negative; null outside years of four digits. */
export function monthAfter(month: string, step: number): string | null {
  const [year = 0, ofYear = 1] = month.split("-").map(Number);
  const count = year * 12 + ofYear - 1 + step;
  if (count < 0 || count >= 10_000 * 12) return null;
  const padded = (number: number, width: number) => String(number).padStart(width, "0");
  return `${padded(Math.floor(count / 12), 4)}-${padded((count % 12) + 1, 2)}`;
}

/**
 * The primary organization of a selection: the previous one if it is still selected, otherwise the first
 * (docs/contract.md#engagements).
 */
export function primaryOf(selected: readonly string[], before: string | null = null): string | null {
  return selected.find((id) => id === before) ?? selected[0] ?? null;
}

type Time = string | null | undefined;

export const END_BEFORE_START = "Enter an end time that is later than the start time";

/** Whether an engagement would end before it starts, or at the same time. */
export const endsTooEarly = (startTime: Time, endTime: Time): boolean =>
  Boolean(startTime && endTime && endTime <= startTime);

/**
 * Checks the times that an engagement would have. A request may send only one of them.
 * @throws DomainError invalid_request
 */
export function refuseImpossibleTimes(startTime: Time, endTime: Time): void {
  if (endTime && !startTime) throw invalidField("startTime", "required", "Enter the start time too");
  if (endsTooEarly(startTime, endTime)) throw invalidField("endTime", "out_of_range", END_BEFORE_START);
}

/** When an engagement takes place, as it is stored. */
export interface EngagementTimes {
  /** The first instant of its day in UTC. */
  date: string;
  startTime: string | null;
  endTime: string | null;
}

/**
 * The instants at which an engagement starts and ends; null if it has no times. When clocks go forward, a start in the hour
 * that does not exist can be after the end. Calendars refuse such an event, so it has no end.
 */
export function instantsOf({ date, startTime, endTime }: EngagementTimes, timeZone: string) {
  const at = (time: string) => instantOf(timeZone, `${date.slice(0, 10)}T${time}`);
  const start = startTime === null ? null : at(startTime);
  const end = endTime === null ? null : at(endTime);
  return start && { start, end: end && end > start ? end : null };
}

/** "9:00 AM to 2:30 PM EST" in the agency's zone, or empty text without a start. */
export function wordsOfTimes(times: EngagementTimes, timeZone: string): string {
  const instants = instantsOf(times, timeZone);
  if (instants === null) return "";
  return `${formatTimes(times.startTime, times.endTime)} ${localTimeOf(timeZone, instants.start).zone}`;
}
