import { type ReactNode, useId } from "react";
import { formatCount } from "~/values/format";

/*
 * Charts, drawn on the server. Heights are in pixels and widths in hundredths of the chart, so a chart fills its
 * container and its text stays legible.
 */

const LABEL_ABOVE = 12;
const LABEL_BELOW = 20;
const LABEL_BESIDE = -8;
const FIGURE_ABOVE = 6;

/** The most grid lines above the zero line. */
const MOST_STEPS = 4;

const percent = (part: number) => `${Number(part.toFixed(3))}%`;

/** The grid lines of a scale of whole numbers: 0, then round steps up to at least the greatest value. */
export function scaleOf(figures: readonly number[]): number[] {
  const greatest = Math.max(1, ...figures);
  const magnitude = 10 ** Math.floor(Math.log10(greatest));
  const steps = [magnitude / 10, magnitude / 5, magnitude / 2, magnitude, magnitude * 2].filter(Number.isInteger);
  const step = steps.find((candidate) => greatest / candidate <= MOST_STEPS) ?? magnitude * 5;
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step);
}

type ChartProps = {
  /** The chart's name. */
  title: string;
  /** What the chart shows, as a sentence, or the ID of an element that says so. */
  description?: string;
  describedBy?: string;
  height: number;
  /** Whether there is text in the margin. */
  hasScale?: boolean;
  children: ReactNode;
};

/** A chart with its name and a description. The page shows the same numbers in a table. */
export function Chart({ title, description, describedBy, height, hasScale = true, children }: ChartProps) {
  const id = useId();
  const [titleId, descriptionId] = [`${id}title`, `${id}description`];
  return (
    <svg
      className={hasScale ? "glip-chart" : "glip-chart glip-chart--whole"}
      role="img"
      aria-labelledby={titleId}
      aria-describedby={describedBy ?? descriptionId}
      height={height}
    >
      <title id={titleId}>{title}</title>
      {description && <desc id={descriptionId}>{description}</desc>}
      {children}
    </svg>
  );
}

export interface ColumnName {
  index: number;
  label: string;
  /** Wide labels at both ends stay within the chart. */
  anchor?: "start" | "middle" | "end";
  /** Hidden on small screens. */
  isMinor?: boolean;
}

type ColumnsProps = {
  /** The CSS class of the panel, from what it counts. */
  counts: string;
  label?: string;
  top: number;
  height: number;
  columns: readonly { key: string; figure: number }[];
  names: readonly ColumnName[];
  /** The width of a column, as a share of its slot. */
  share: number;
  /** The greatest width of a column, in hundredths of the chart. */
  widest?: number;
  /** Whether each column shows its value. */
  hasFigures?: boolean;
};

/** Columns side by side, with their own scale: one value per day or month. */
export function Columns(props: ColumnsProps) {
  const { counts, label, top, height, columns, names, share, widest = 100, hasFigures = false } = props;
  const lines = scaleOf(columns.map(({ figure }) => figure));
  const greatest = lines.at(-1) ?? 1;
  const topOf = (figure: number) => top + height - (figure / greatest) * height;
  const slot = 100 / columns.length;
  const middleOf = (index: number) => slot * (index + 0.5);
  const width = Math.min((slot * share) / 100, widest);
  return (
    <g className={`glip-chart__panel glip-chart__panel--${counts}`}>
      {label && (
        <text className="glip-chart__name" x="0" y={top - LABEL_ABOVE}>
          {label}
        </text>
      )}
      {lines.map((line) => (
        <g key={line}>
          <line
            className={line === 0 ? "glip-chart__line glip-chart__line--zero" : "glip-chart__line"}
            x1="0"
            x2="100%"
            y1={topOf(line)}
            y2={topOf(line)}
          />
          <text x={LABEL_BESIDE} y={topOf(line)} dy="0.35em" textAnchor="end">
            {formatCount(line)}
          </text>
        </g>
      ))}
      {columns.map(({ key, figure }, index) =>
        figure === 0 ? null : (
          <rect
            key={key}
            className="glip-chart__bar"
            x={percent(middleOf(index) - width / 2)}
            width={percent(width)}
            y={topOf(figure)}
            height={(figure / greatest) * height}
          />
        ),
      )}
      {hasFigures &&
        columns.map(({ key, figure }, index) =>
          figure === 0 ? null : (
            <text key={key} x={percent(middleOf(index))} y={topOf(figure) - FIGURE_ABOVE} textAnchor="middle">
              {formatCount(figure)}
            </text>
          ),
        )}
      {names.map(({ index, label: name, anchor = "middle", isMinor }) => (
        <text
          key={index}
          className={isMinor ? "glip-chart__minor" : undefined}
          x={percent(middleOf(index))}
          y={top + height + LABEL_BELOW}
          textAnchor={anchor}
        >
          {name}
        </text>
      ))}
    </g>
  );
}

const ROW = { height: 36, label: 14, bar: 20, barHeight: 8 } as const;

type BarRow = {
  key: string;
  label: string;
  figure: number;
  /** The value with its unit, in words. */
  shown: string;
};

type BarsProps = Pick<ChartProps, "title" | "describedBy"> & { rows: readonly BarRow[] };

/** Bars below each other, each under its name and value. For names of any length. */
export function Bars({ title, describedBy, rows }: BarsProps) {
  const greatest = Math.max(1, ...rows.map(({ figure }) => figure));
  return (
    <Chart title={title} describedBy={describedBy} height={rows.length * ROW.height} hasScale={false}>
      {rows.map(({ key, label, figure, shown }, index) => {
        const top = index * ROW.height;
        return (
          <g key={key} className="glip-chart__panel">
            <text className="glip-chart__name" x="0" y={top + ROW.label}>
              {label}
            </text>
            <text x="100%" y={top + ROW.label} textAnchor="end">
              {shown}
            </text>
            <rect className="glip-chart__track" x="0" y={top + ROW.bar} width="100%" height={ROW.barHeight} />
            {figure > 0 && (
              <rect
                className="glip-chart__bar"
                x="0"
                y={top + ROW.bar}
                width={percent((figure / greatest) * 100)}
                height={ROW.barHeight}
              />
            )}
          </g>
        );
      })}
    </Chart>
  );
}

type ChartFigureProps = {
  title: string;
  /** What the chart shows, in sentences. */
  summary: ReactNode;
  /** Draws the chart. The element with this ID describes it. */
  chart: (describedBy: string) => ReactNode;
  /** The same numbers as a table. */
  table: ReactNode;
};

/** A chart, what it shows in words, and the same numbers as a table. */
export function ChartFigure({ title, summary, chart, table }: ChartFigureProps) {
  const summaryId = useId();
  return (
    <figure className="glip-figure">
      <figcaption id={summaryId}>{summary}</figcaption>
      {chart(summaryId)}
      <details className="glip-figure__table">
        <summary>
          Figures as a table<span className="usa-sr-only">: {title}</span>
        </summary>
        {table}
      </details>
    </figure>
  );
}
