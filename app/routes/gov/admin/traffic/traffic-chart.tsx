import { Chart, type ColumnName, Columns } from "~/ui/kit/list/chart";
import { formatCount, formatDay, formatDayOfYear } from "~/values/format";

type TrafficDay = { day: string; views: number; visitors: number };

const PANELS = [
  { counts: "views", label: "Views", top: 28, height: 150 },
  { counts: "visitors", label: "Visitors", top: 246, height: 90 },
] as const;
const HEIGHT = 362;

/** Up to this many days, gaps separate the columns. */
const DAYS_WITH_GAPS = 100;
const WIDEST_BAR = 6;

/** The days with labels: the first, the last, and some evenly between. Years take more room. */
export function namedDays(days: readonly TrafficDay[]): ColumnName[] {
  const [first = "", last = ""] = [days[0]?.day, days.at(-1)?.day];
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const intervals = Math.min(days.length - 1, isOneYear ? 4 : 2);
  return Array.from({ length: intervals + 1 }, (_, position) => {
    const index = intervals === 0 ? 0 : Math.round((position * (days.length - 1)) / intervals);
    const date = new Date(days[index]?.day ?? "");
    return {
      index,
      label: isOneYear ? formatDayOfYear(date) : formatDay(date),
      anchor: intervals > 0 && position === 0 ? "start" : intervals > 0 && position === intervals ? "end" : "middle",
    };
  });
}

/** Views and visitors per day in one chart, each with its own scale. The page shows the same numbers in a table. */
export function TrafficChart({ days }: { days: readonly TrafficDay[] }) {
  const busiest = days.reduce((one, other) => (other.views > one.views ? other : one));
  const [first, last] = [days[0], days.at(-1)].map((row) => formatDay(new Date(row?.day ?? "")));
  return (
    <Chart
      title={`Views and visitors each day, ${first} to ${last}`}
      description={`Two rows of bars, one bar for each day. Most views: ${formatCount(busiest.views)}, on ${formatDay(new Date(busiest.day))}. The table "Every day" has the same figures.`}
      height={HEIGHT}
    >
      {PANELS.map((panel) => (
        <Columns
          key={panel.counts}
          {...panel}
          columns={days.map((row) => ({ key: row.day, figure: row[panel.counts] }))}
          names={namedDays(days)}
          share={days.length > DAYS_WITH_GAPS ? 100 : 80}
          widest={days.length > DAYS_WITH_GAPS ? undefined : WIDEST_BAR}
        />
      ))}
    </Chart>
  );
}
