import type { MessageSide } from "#db/enumerations";
import { dayAfter } from "~/values/days";
import { dayIn } from "~/values/time-zone";
import { isWorkingDay, type WorkingCalendar, workingDayAfter } from "~/values/working-days/working-days";

/*
 * The clock of a promise (docs/contract.md#promises). It is computed from records whenever it is shown, and stored
 * nowhere. It only compares days in the agency's time zone.
 */

/** A message about a submission, as far as the clock needs it. */
export interface PromiseMessage {
  side: MessageSide;
  /** Whether it is a question that stops the clock. */
  asksAnswer: boolean;
  createdAt: string;
}

/** What happened to a submission, as far as the clock needs it. */
interface PromiseRecord {
  createdAt: string;
  /** The day that was promised when it arrived; null if none was. */
  answerBy: string | null;
  /** In the order in which they were sent. */
  messages: readonly PromiseMessage[];
  /** When the first answer was sent. */
  answeredAt: string | null;
  archivedAt: string | null;
}

/**
 * - NONE: nothing was promised.
 * - RUNNING: the answer is due on `dueOn`.
 * - STOPPED: the government waits for the submitter, so no day is due.
 * - KEPT: answered by `dueOn`.
 * - MISSED: `dueOn` ended without an answer, whatever happened afterward.
 * - ENDED: archived by `dueOn` without an answer.
 */
const PROMISE_STATES = ["NONE", "RUNNING", "STOPPED", "KEPT", "MISSED", "ENDED"] as const;

export interface PromiseClock {
  state: (typeof PROMISE_STATES)[number];
  /** The last day for the answer, with the days added that did not count. Null if nothing was promised, or while STOPPED. */
  dueOn: string | null;
  /** Whether it is RUNNING, and due within three working days after today. */
  isDueSoon: boolean;
  /** Whether it is MISSED, and the submission still waits for an answer. */
  isOverdue: boolean;
  /** While STOPPED: how many working days will be left once the submitter answers. */
  workingDaysLeft: number | null;
}

/** How the title of a notification about a missed promise begins. Mail repeats only this part. */
export const OVERDUE = "Answer overdue: ";

/** A promise is due soon if its day is at most this many working days after today. */
const DUE_SOON_WORKING_DAYS = 3;

/** How many working days after the first level the administrators hear of a missed promise. */
const ADMINISTRATORS_AFTER_WORKING_DAYS = 2;

/** More calendar days than the most working days that can be promised take, with every day off that settings can have. */
const LONGEST_DAYS = 5 * 366;

/** Days on which a question was open at the end: from the first up to, but without, the other. Null: it still is. */
interface Stop {
  from: string;
  until: string | null;
}

/** The last day of a promise that is made now. The day of arrival does not count. */
export const promisedDay = (calendar: WorkingCalendar, arrivedAt: Date, workingDays: number): string | null =>
  workingDays === 0 ? null : workingDayAfter(calendar, dayIn(calendar.timeZone, arrivedAt), workingDays);

/** Today in the agency's time zone, and the last day that counts as soon. */
export function dueDays(calendar: WorkingCalendar, now: Date): { today: string; soon: string } {
  const today = dayIn(calendar.timeZone, now);
  return { today, soon: workingDayAfter(calendar, today, DUE_SOON_WORKING_DAYS) };
}

/** The day on which the administrators hear of a missed promise: two working days after the day after it. */
export const administratorsDay = (calendar: WorkingCalendar, dueOn: string): string =>
  workingDayAfter(calendar, nextDay(dueOn), ADMINISTRATORS_AFTER_WORKING_DAYS);

/** The clock of a submission. */
export function promiseClock(record: PromiseRecord, calendar: WorkingCalendar, now: Date): PromiseClock {
  const { createdAt, answerBy, messages, answeredAt, archivedAt } = record;
  const clock = { dueOn: null, isDueSoon: false, isOverdue: false, workingDaysLeft: null };
  if (answerBy === null) return { ...clock, state: "NONE" };
  const dayOf = (instant: Date | string) => dayIn(calendar.timeZone, instant);
  const endedAt = answeredAt ?? archivedAt;
  const sent = endedAt === null ? messages : messages.filter((message) => message.createdAt <= endedAt);
  const stops = stopsOf(sent, dayOf, endedAt);
  const { dueOn, left } = runDown(dayOf(createdAt), answerBy, stops, calendar);
  if (dueOn === null) return { ...clock, state: "STOPPED", workingDaysLeft: left };
  if (endedAt !== null) {
    const inTime = dayOf(endedAt) <= dueOn;
    return { ...clock, dueOn, state: inTime ? (answeredAt === null ? "ENDED" : "KEPT") : "MISSED" };
  }
  const { today, soon } = dueDays(calendar, now);
  if (today > dueOn) return { ...clock, dueOn, state: "MISSED", isOverdue: true };
  return { ...clock, dueOn, state: "RUNNING", isDueSoon: dueOn <= soon };
}

/** From each question to the submitter's next message. The end of the promise closes a question that is still open. */
function stopsOf(messages: readonly PromiseMessage[], dayOf: (at: string) => string, endedAt: string | null): Stop[] {
  const stops: Stop[] = [];
  let from: string | null = null;
  for (const { side, asksAnswer, createdAt } of messages) {
    if (side === "GOVERNMENT" && asksAnswer) from ??= dayOf(createdAt);
    if (side === "INDUSTRY" && from !== null) {
      stops.push({ from, until: dayOf(createdAt) });
      from = null;
    }
  }
  if (from !== null) stops.push({ from, until: endedAt && dayOf(endedAt) });
  return stops;
}

const SHORTEST_MONTH = 28;

/** The day after. Within a month it takes a tenth of the time of a date's arithmetic. */
function nextDay(day: string): string {
  const date = Number(day.slice(8));
  return date < SHORTEST_MONTH ? `${day.slice(0, 8)}${String(date + 1).padStart(2, "0")}` : (dayAfter(day, 1) ?? day);
}

/**
 * Counts down the promised working days, without those on which a question was open at their end.
 * @returns the day on which the last one ends; null with the days left if a question is still open before that
 */
function runDown(
  arrival: string,
  answerBy: string,
  stops: readonly Stop[],
  calendar: WorkingCalendar,
): { dueOn: string | null; left: number } {
  // Whatever is stored, counting takes little time. No promise is made for so many days.
  if (answerBy > (dayAfter(arrival, LONGEST_DAYS) ?? "")) return { dueOn: answerBy, left: 0 };
  // The promised day itself counts even if the settings made it a day off since.
  const counts = (day: string) => day === answerBy || isWorkingDay(calendar, day);
  // Until the first question every day counts, so counting begins there.
  const asked = stops[0]?.from;
  if (asked === undefined || asked > answerBy) return { dueOn: answerBy, left: 0 };
  const start = asked > arrival ? (dayAfter(asked, -1) ?? arrival) : arrival;
  let left = 0;
  for (let day = start; day < answerBy; ) {
    day = nextDay(day);
    if (counts(day)) left += 1;
  }
  // If the time zone in the settings changed, even the day before may be the day of arrival.
  if (left === 0) return { dueOn: answerBy, left };
  let day = start;
  while (left > 0) {
    const next = nextDay(day);
    const stop = stops.find(({ from, until }) => from <= next && (until === null || next < until));
    if (stop?.until === null) return { dueOn: null, left };
    // Nothing follows the last year of four digits.
    if (next === day) break;
    if (stop) {
      day = dayAfter(stop.until as string, -1) ?? next;
      continue;
    }
    day = next;
    if (counts(day)) left -= 1;
  }
  return { dueOn: day, left: 0 };
}
