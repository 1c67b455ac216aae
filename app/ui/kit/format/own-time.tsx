import { useContext, useSyncExternalStore } from "react";
import { NowContext } from "~/ui/kit/now";
import { formatDateTime, formatTime } from "~/values/format";
import { dayIn, isTimeZone, localTimeOf } from "~/values/time-zone";

/** Null for a zone that the browser does not tell, or does not know itself. */
function ownZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isTimeZone(timeZone) ? timeZone : null;
}

const neverChanges = () => () => {};

/**
 * An instant in the reader's own zone: "3:59 PM PST where you are", after the day if that is another one there. Null if the
 * clock there shows the same, and until scripts run: the browser first renders what the server did.
 */
export function useOwnTime(instant: Date | null, timeZone: string): string | null {
  const now = useContext(NowContext);
  const own = useSyncExternalStore(neverChanges, ownZone, () => null);
  if (own === null || instant === null || isSame(instant, own, timeZone)) return null;
  const [day, ownDay] = [timeZone, own].map((zone) => dayIn(zone, instant));
  return `${day === ownDay ? formatTime(instant, own) : formatDateTime(instant, { timeZone: own, now })} where you are`;
}

function isSame(instant: Date, ...zones: string[]): boolean {
  const shown = zones.map((zone) => localTimeOf(zone, instant)).map(({ day, hour, minute }) => day + hour + minute);
  return new Set(shown).size === 1;
}
