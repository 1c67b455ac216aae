import { useContext } from "react";
import { NowContext } from "~/ui/kit/now";
import { useTimeZone } from "~/ui/kit/time-zone";
import { endOfDay } from "~/values/days";
import { formatTime } from "~/values/format";
import { dayIn } from "~/values/time-zone";

/** When days of the UTC calendar end in the agency's zone: "6:59 PM EST or 7:59 PM EDT" if clocks change there. */
export function useDayEnd(): string {
  const timeZone = useTimeZone();
  const year = useContext(NowContext)?.getUTCFullYear() ?? 1970;
  const ends = [`${year}-01-15`, `${year}-07-15`].map((day) => {
    const end = new Date(endOfDay(day));
    return formatTime(end, timeZone) + (dayIn(timeZone, end) === day ? "" : " on the next day");
  });
  return [...new Set(ends)].join(" or ");
}
