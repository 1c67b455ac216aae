import { useId } from "react";
import { formatCount, formatDay, formatDayOfYear } from "./format";

type TrafficDay = { day: string; views: number; visitors: number };

/* Down the chart in pixels, across it in hundredths of its width: it is as wide as the page, and its words stay legible. */

const PANELS = [
  { counts: "views", label: "Views", top: 28, height: 150 },
  { counts: "visitors", label: "Visitors", top: 246, height: 90 },
] as const;
const HEIGHT = 362;
const LABEL_ABOVE = 12;
const LABEL_BELOW = 20;
const LABEL_BESIDE = -8;

/** Above a line of the grid stand no more than so many others. */
const MOST_STEPS = 4;
/** So many days can be told apart by the gaps between them. */
const DAYS_WITH_GAPS = 100;
const WIDEST_BAR = 6;

const percent = (part: number) => `${Number(part.toFixed(3))}%`;

/** The lines of a scale of whole numbers: 0, and round steps up to at least the greatest of the figures. */
export function scaleOf(figures: readonly number[]): number[] {
  const greatest = Math.max(1, ...figures);
  const magnitude = 10 ** Math.floor(Math.log10(greatest));
  const steps = [magnitude / 10, magnitude / 5, magnitude / 2, magnitude, magnitude * 2].filter(Number.isInteger);
  const step = steps.find((candidate) => greatest / candidate <= MOST_STEPS) ?? magnitude * 5;
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step);
}

interface NamedDay {
  index: number;
  label: string;
  /** The outermost names do not reach beyond the chart. */
  anchor: "start" | "middle" | "end";
}

/** Which days are named below the chart: the first, the last, and some evenly between. A year takes room. */
export function namedDays(days: readonly TrafficDay[]): NamedDay[] {
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

/** Views and visitors of each day, in one picture with a scale for each; the same figures stand in a table elsewhere. */
export function TrafficChart({ days }: { days: readonly TrafficDay[] }) {
  const id = useId();
  const [titleId, descriptionId] = [`${id}title`, `${id}description`];
  const busiest = days.reduce((one, other) => (other.views > one.views ? other : one));
  const [first, last] = [days[0], days.at(-1)].map((row) => formatDay(new Date(row?.day ?? "")));
  return (
    <svg className="glip-chart" role="img" aria-labelledby={titleId} aria-describedby={descriptionId} height={HEIGHT}>
      <title id={titleId}>{`Views and visitors of each day, ${first} to ${last}`}</title>
      <desc id={descriptionId}>
        {`Two rows of bars, one bar for each day. Most views: ${formatCount(busiest.views)}, on ${formatDay(new Date(busiest.day))}. The table "Every day" has the same figures.`}
      </desc>
      {PANELS.map((panel) => (
        <Panel key={panel.counts} {...panel} days={days} />
      ))}
    </svg>
  );
}

function Panel({ counts, label, top, height, days }: (typeof PANELS)[number] & { days: readonly TrafficDay[] }) {
  const figures = days.map((row) => row[counts]);
  const lines = scaleOf(figures);
  const greatest = lines.at(-1) ?? 1;
  const heightOf = (figure: number) => (figure / greatest) * height;
  const slot = 100 / days.length;
  const width = days.length > DAYS_WITH_GAPS ? slot : Math.min(slot * 0.8, WIDEST_BAR);
  return (
    <g className={`glip-chart__panel glip-chart__panel--${counts}`}>
      <text className="glip-chart__name" x="0" y={top - LABEL_ABOVE}>
        {label}
      </text>
      {lines.map((line) => (
        <g key={line}>
          <line
            className={line === 0 ? "glip-chart__line glip-chart__line--zero" : "glip-chart__line"}
            x1="0"
            x2="100%"
            y1={top + height - heightOf(line)}
            y2={top + height - heightOf(line)}
          />
          <text x={LABEL_BESIDE} y={top + height - heightOf(line)} dy="0.35em" textAnchor="end">
            {formatCount(line)}
          </text>
        </g>
      ))}
      {figures.map((figure, index) =>
        figure === 0 ? null : (
          <rect
            key={days[index]?.day}
            className="glip-chart__bar"
            x={percent(slot * (index + 0.5) - width / 2)}
            width={percent(width)}
            y={top + height - heightOf(figure)}
            height={heightOf(figure)}
          />
        ),
      )}
      {namedDays(days).map(({ index, label: name, anchor }) => (
        <text key={index} x={percent(slot * (index + 0.5))} y={top + height + LABEL_BELOW} textAnchor={anchor}>
          {name}
        </text>
      ))}
    </g>
  );
}
