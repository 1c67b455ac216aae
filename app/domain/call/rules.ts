import { CALL_STATUSES, type CallStatus } from "#db/enumerations";
import { DAY_MILLISECONDS } from "~/values/days";
import type { FieldError } from "~/values/errors";

interface CallTimes {
  status: CallStatus;
  releasesAt: string | null;
  closesAt: string | null;
}

/**
 * The status now: a PENDING call is OPEN once its release time has passed. No job needs to run
 * (docs/contract.md#calls).
 */
export function effectiveStatus(
  { status, releasesAt }: Pick<CallTimes, "status" | "releasesAt">,
  now: Date,
): CallStatus {
  return status === "PENDING" && releasesAt !== null && releasesAt <= now.toISOString() ? "OPEN" : status;
}

/** Whether a call's last day is over; false without a deadline. */
export function isPastDeadline({ closesAt }: Pick<CallTimes, "closesAt">, now: Date): boolean {
  return closesAt !== null && closesAt <= now.toISOString();
}

/** Whether a call is open after its last day, or will open after it. */
export function opensPastDeadline(call: CallTimes, now: Date): boolean {
  const status = effectiveStatus(call, now);
  if (status === "OPEN") return isPastDeadline(call, now);
  return status === "PENDING" && call.releasesAt !== null && isPastDeadline(call, new Date(call.releasesAt));
}

/** The status as pages show it. "Open" next to "takes no submissions" would be a contradiction. */
export function shownStatus(call: CallTimes, now: Date): CallStatus | "DEADLINE_PASSED" {
  const status = effectiveStatus(call, now);
  return status === "OPEN" && isPastDeadline(call, now) ? "DEADLINE_PASSED" : status;
}

/** A call closes soon if its last day is at most this many days after today. */
export const CLOSING_SOON_DAYS = 14;

/** People who follow a call are reminded this many days before it closes. */
export const REMINDER_DAYS = 3;

/** Whether someone who follows a call now is reminded: it has a deadline, and more days are left. */
export const remindsOf = ({ closesAt }: { closesAt: string | null }, now: Date): boolean =>
  closesAt !== null && Date.parse(closesAt) - now.getTime() > REMINDER_DAYS * DAY_MILLISECONDS;

/** Whether a call takes submissions: open, and its last day not over. */
export function takesSubmissions(call: CallTimes, now: Date): boolean {
  return effectiveStatus(call, now) === "OPEN" && !isPastDeadline(call, now);
}

/**
 * Within how many working days a submission made now is promised an answer; 0 for no promise.
 * @param call the call that it responds to, if any
 */
export const promisedDays = (
  settings: { answerWithinDays: number },
  call: { answerWithinDays: number | null } | null,
): number => call?.answerWithinDays ?? settings.answerWithinDays;

/** Whether the public may see a call: it is open, or it was. */
export function isPublic(call: Pick<CallTimes, "status" | "releasesAt">, now: Date): boolean {
  const status = effectiveStatus(call, now);
  return status === "OPEN" || status === "CLOSED";
}

/** Content can be edited only before the public has seen it. */
export function isEditable(call: Pick<CallTimes, "status" | "releasesAt">, now: Date): boolean {
  const status = effectiveStatus(call, now);
  return status === "DRAFT" || status === "PENDING";
}

/** Every allowed move between effective statuses, and whether it notifies industry. */
const TRANSITIONS: Partial<Record<`${CallStatus} ${CallStatus}`, { notifies: boolean }>> = {
  "DRAFT PENDING": { notifies: false },
  "DRAFT OPEN": { notifies: true },
  "PENDING OPEN": { notifies: true },
  "PENDING DRAFT": { notifies: false },
  "OPEN CLOSED": { notifies: false },
  "CLOSED OPEN": { notifies: false },
};

/** The move from one effective status to another; null if it is not allowed. */
export function transition(from: CallStatus, to: CallStatus): { notifies: boolean } | null {
  return TRANSITIONS[`${from} ${to}`] ?? null;
}

/** The statuses to which a call with this effective status may move. */
export function movesFrom(from: CallStatus): CallStatus[] {
  return CALL_STATUSES.filter((to) => transition(from, to) !== null);
}

/**
 * Checks a release time against the resulting status: PENDING requires one in the future, and any other status does not
 * accept one (docs/contract.md#calls).
 * @returns what is wrong, or null.
 */
export function releaseFault(
  status: CallStatus,
  releasesAt: string | null,
  sent: boolean,
  now: Date,
): FieldError | null {
  if (status !== "PENDING") {
    return sent ? { code: "not_allowed", message: "Leave the opening time empty unless you schedule the call" } : null;
  }
  if (releasesAt === null) return { code: "required", message: "Enter the time when the call opens" };
  return releasesAt > now.toISOString() ? null : { code: "out_of_range", message: "Enter a time in the future" };
}
