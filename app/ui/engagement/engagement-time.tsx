import { useContext } from "react";
import { type EngagementTimes, instantsOf, wordsOfTimes } from "~/domain/engagement/rules";
import { Day, ShortDay } from "~/ui/kit/format/date-time";
import { useOwnTime } from "~/ui/kit/format/own-time";
import { NowContext } from "~/ui/kit/now";
import { useTimeZone } from "~/ui/kit/time-zone";
import { formatDayRead } from "~/values/format";

interface EngagementTimeProps extends EngagementTimes {
  /** Leaves out the current year. */
  isShort?: boolean;
}

/**
 * When an engagement takes place: "Nov 23, 2026, 2:00 PM to 3:30 PM EST". Where scripts run, its tooltip has the start in the
 * reader's own zone. As text, that would move what is below when the scripts start.
 */
export function EngagementTime({ isShort = false, ...times }: EngagementTimeProps) {
  const timeZone = useTimeZone();
  const now = useContext(NowContext);
  const start = instantsOf(times, timeZone)?.start ?? null;
  const ownTime = useOwnTime(start, timeZone);
  if (start === null) return isShort ? <ShortDay value={times.date} /> : <Day value={times.date} />;
  return (
    <time
      dateTime={start.toISOString()}
      title={ownTime ?? undefined}
      // The rules of zones change, so a browser may know others than the server. The server's text stays then.
      suppressHydrationWarning
    >
      {formatDayRead(new Date(times.date), { timeZone, now: isShort ? now : null })},{" "}
      <span className="glip-whole">{wordsOfTimes(times, timeZone)}</span>
    </time>
  );
}
