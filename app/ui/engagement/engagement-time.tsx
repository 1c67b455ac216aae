import { Day, ShortDay } from "~/ui/kit/format/date-time";
import { formatTimes } from "~/values/format";

interface EngagementTimeProps {
  date: string;
  startTime: string | null;
  endTime: string | null;
  /** Leaves out the current year. */
  isShort?: boolean;
}

/** When an engagement takes place: "Nov 23, 2026, 2:00 PM to 3:30 PM". */
export function EngagementTime({ date, startTime, endTime, isShort = false }: EngagementTimeProps) {
  return (
    <>
      {isShort ? <ShortDay value={date} /> : <Day value={date} />}
      {startTime && `, ${formatTimes(startTime, endTime)}`}
    </>
  );
}
