import { type ReactNode, useContext } from "react";
import { NowContext } from "~/ui/kit/now";
import { useTimeZone } from "~/ui/kit/time-zone";
import { daysBetween } from "~/values/days";
import {
  counted,
  formatDateTime,
  formatDayOf,
  formatDayRead,
  formatTimeUntil,
  type Moment,
  parseMoment,
} from "~/values/format";
import { dayIn } from "~/values/time-zone";
import { NotGiven } from "./not-given";
import { useOwnTime } from "./own-time";

/*
 * Instants are shown in the agency's time zone. Calendar days, such as the day of an engagement, have no zone and are the
 * same everywhere.
 */

type MomentProps = { value: Moment | null };

/**
 * An instant: "Nov 20, 2026, 6:59 PM EST". Shows text that is not a date unchanged.
 * @param isShort leaves out the current year, for tables and for times that are not far away
 */
export function DateTime({ value, isShort = false }: MomentProps & { isShort?: boolean }) {
  return <Instant value={value} isShort={isShort} />;
}

/** The day of an instant: "Nov 20", or "Nov 20, 2025" in another year. Its tooltip has the time. */
export function DayOf({ value }: MomentProps) {
  return <Instant value={value} isShort isOnlyDay />;
}

type InstantProps = MomentProps & { isShort: boolean; isOnlyDay?: boolean };

function Instant({ value, isShort, isOnlyDay = false }: InstantProps) {
  const timeZone = useTimeZone();
  const now = useContext(NowContext);
  const date = value === null ? null : parseMoment(value);
  const ownTime = useOwnTime(date, timeZone);
  if (value === null || value === "") return <NotGiven />;
  if (date === null) return String(value);
  const format = isOnlyDay ? formatDayOf : formatDateTime;
  const title = [isOnlyDay && formatDateTime(date, { timeZone }), ownTime].filter(Boolean).join(", or ");
  return (
    // The rules of zones change, so a browser may know others than the server. The server's text stays then.
    <time dateTime={date.toISOString()} title={title || undefined} suppressHydrationWarning>
      {format(date, { timeZone, now: isShort ? now : null })}
    </time>
  );
}

/** Passes the time left, such as "12 days", to its child. Shows nothing if the time has passed. */
export function TimeLeft({ until, children }: { until: Moment | null; children: (left: string) => ReactNode }) {
  const now = useContext(NowContext);
  const timeZone = useTimeZone();
  const date = until === null ? null : parseMoment(until);
  const left = now && date && formatTimeUntil(date, now, timeZone);
  return left ? children(left) : null;
}

/**
 * An instant with the time left until then: "Nov 25, 6:59 PM EST, in 3 days".
 * @param hasOwnTime adds the reader's own time where scripts run: "(3:59 PM PST where you are)"
 */
export function FutureDateTime({ value, hasOwnTime = false }: MomentProps & { hasOwnTime?: boolean }) {
  return (
    <>
      <DateTime value={value} isShort />
      <TimeLeft until={value}>
        {(left) =>
          hasOwnTime ? (
            <>
              ,{" "}
              <span className="glip-time-left">
                in {left}
                <OwnTime value={value} />
              </span>
            </>
          ) : (
            `, in ${left}`
          )
        }
      </TimeLeft>
    </>
  );
}

function OwnTime({ value }: MomentProps) {
  const timeZone = useTimeZone();
  const ownTime = useOwnTime(value === null ? null : parseMoment(value), timeZone);
  return ownTime && ` (${ownTime})`;
}

/** A calendar day: "Nov 20, 2026". Shows text that is not a date unchanged. */
export function Day({ value }: MomentProps) {
  return <CalendarDay value={value} now={null} />;
}

/** A calendar day for tables and lists: "Nov 20", or "Nov 20, 2025" in another year. */
export function ShortDay({ value }: MomentProps) {
  return <CalendarDay value={value} now={useContext(NowContext)} />;
}

function CalendarDay({ value, now }: MomentProps & { now: Date | null }) {
  const timeZone = useTimeZone();
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  if (date === null) return String(value);
  return <time dateTime={date.toISOString().slice(0, 10)}>{formatDayRead(date, { timeZone, now })}</time>;
}

/** A calendar day with the days left until then: "Nov 20, 2026, in 3 days". */
export function FutureDay({ value }: MomentProps) {
  const now = useContext(NowContext);
  const timeZone = useTimeZone();
  const date = value === null || now === null ? null : parseMoment(value);
  const left = now && date && daysBetween(dayIn(timeZone, now), date.toISOString().slice(0, 10)) - 1;
  return (
    <>
      <Day value={value} />
      {left === 0 && ", today"}
      {left !== null && left > 0 && `, in ${counted(left, "day")}`}
    </>
  );
}
