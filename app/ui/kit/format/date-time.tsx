import { type ReactNode, useContext } from "react";
import { NowContext } from "~/ui/kit/now";
import { formatDateTime, formatDay, formatTimeUntil, type Moment, parseMoment } from "~/values/format";
import { NotGiven } from "./not-given";

type MomentProps = { value: Moment | null };

/**
 * A moment in UTC, "Nov 20, 2026, 14:05 UTC". Text that is no date is shown as it stands.
 * @param withoutZone where a table says once for all of its cells that they are in UTC
 */
export function DateTime({ value, withoutZone = false }: MomentProps & { withoutZone?: boolean }) {
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  if (date === null) return String(value);
  const text = formatDateTime(date);
  return <time dateTime={date.toISOString()}>{withoutZone ? text.replace(/ UTC$/, "") : text}</time>;
}

/** How long it is until a moment yet, as "12 days" in the words around it; nothing once it has passed. */
export function TimeLeft({ until, children }: { until: Moment | null; children: (left: string) => ReactNode }) {
  const now = useContext(NowContext);
  const date = until === null ? null : parseMoment(until);
  const left = now && date && formatTimeUntil(date, now);
  return left ? children(left) : null;
}

/** A moment that is to come, and how long until then: "Nov 25, 2026, 14:00 UTC, in 3 days". */
export function ComingDateTime({ value }: MomentProps) {
  return (
    <>
      <DateTime value={value} />
      <TimeLeft until={value}>{(left) => `, in ${left}`}</TimeLeft>
    </>
  );
}

/** A day in UTC, "Nov 20, 2026". Text that is no date is shown as it stands. */
export function Day({ value }: MomentProps) {
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  return date === null ? String(value) : <time dateTime={date.toISOString().slice(0, 10)}>{formatDay(date)}</time>;
}
