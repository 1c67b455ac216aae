import { type ReactNode, useContext } from "react";
import { NowContext } from "~/ui/kit/now";
import { formatDateTime, formatDay, formatTimeUntil, type Moment, parseMoment } from "~/values/format";
import { NotGiven } from "./not-given";

type MomentProps = { value: Moment | null };

/**
 * A date and time in UTC: "Nov 20, 2026, 14:05 UTC". Shows text that is not a date unchanged.
 * @param withoutZone for tables whose header or caption says that all times are in UTC
 */
export function DateTime({ value, withoutZone = false }: MomentProps & { withoutZone?: boolean }) {
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  if (date === null) return String(value);
  const text = formatDateTime(date);
  return <time dateTime={date.toISOString()}>{withoutZone ? text.replace(/ UTC$/, "") : text}</time>;
}

/** Passes the time left, such as "12 days", to its child. Shows nothing if the time has passed. */
export function TimeLeft({ until, children }: { until: Moment | null; children: (left: string) => ReactNode }) {
  const now = useContext(NowContext);
  const date = until === null ? null : parseMoment(until);
  const left = now && date && formatTimeUntil(date, now);
  return left ? children(left) : null;
}

/** A future date and time with the time left: "Nov 25, 2026, 14:00 UTC, in 3 days". */
export function FutureDateTime({ value }: MomentProps) {
  return (
    <>
      <DateTime value={value} />
      <TimeLeft until={value}>{(left) => `, in ${left}`}</TimeLeft>
    </>
  );
}

/** A date in UTC: "Nov 20, 2026". Shows text that is not a date unchanged. */
export function Day({ value }: MomentProps) {
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  return date === null ? String(value) : <time dateTime={date.toISOString().slice(0, 10)}>{formatDay(date)}</time>;
}
