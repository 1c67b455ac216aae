import { Link } from "@remix-run/react";
import { SUBMISSION_STATUSES } from "#db/enumerations";
import { Bars, Chart, ChartFigure, Columns } from "~/ui/kit/list/chart";
import { DataTable } from "~/ui/kit/list/data-table";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { counted, formatCount, formatMonth, formatShare } from "~/values/format";
import { labelOf } from "~/values/labels";

type StatusCount = { status: string; total: number };

/** How many submissions have each status. */
export function SubmissionsByStatus({ counts }: { counts: readonly StatusCount[] }) {
  const rows = SUBMISSION_STATUSES.map((status) => ({
    status,
    total: counts.find((count) => count.status === status)?.total ?? 0,
  }));
  const all = rows.reduce((sum, { total }) => sum + total, 0);
  const most = rows.reduce((one, other) => (other.total > one.total ? other : one));
  return (
    <Section title="Submissions by status" actions={<Link to="/gov/submissions">All submissions</Link>}>
      {all === 0 ? (
        <EmptyState title="No submissions yet">
          <p>
            Organizations can submit to an open <Link to="/gov/calls">call</Link> or at any time without one.
          </p>
        </EmptyState>
      ) : (
        <ChartFigure
          title="Submissions by status"
          summary={`${counted(all, "submission", "submissions")} in all, including archived ones. Most are ${labelOf(most.status).toLowerCase()}: ${formatCount(most.total)} (${formatShare(most.total, all)}).`}
          chart={(describedBy) => (
            <Bars
              title="Submissions by status"
              describedBy={describedBy}
              rows={rows.map(({ status, total }) => ({
                key: status,
                label: labelOf(status),
                figure: total,
                shown: formatCount(total),
              }))}
            />
          )}
          table={
            <DataTable
              caption="Submissions by status"
              rows={rows}
              rowKey={({ status }) => status}
              isOfFigures
              columns={[
                {
                  key: "status",
                  header: "Status",
                  cell: ({ status }) => <Link to={`/gov/submissions?status=${status}`}>{labelOf(status)}</Link>,
                },
                { key: "total", header: "Submissions", cell: ({ total }) => formatCount(total) },
              ]}
            />
          }
        />
      )}
    </Section>
  );
}

type MonthCount = { month: string; total: number; planned: number };

const MONTHS = { top: 20, height: 130, total: 176 };

type EngagementsByMonthProps = {
  months: readonly MonthCount[];
  /** The first day, the last day, and the day after. */
  from: string;
  to: string | null;
  next: string;
  /** How many more there are. */
  afterwards: number;
};

/** How many engagements each month has. */
export function EngagementsByMonth({ months, from, to, next, afterwards }: EngagementsByMonthProps) {
  const all = months.reduce((sum, { total }) => sum + total, 0);
  const most = months.reduce((one, other) => (other.total > one.total ? other : one));
  const [first = "", last = ""] = [months[0]?.month, months.at(-1)?.month];
  const title = `Engagements each month, ${formatMonth(first)} to ${formatMonth(last)}`;
  return (
    <Section
      title="Engagements per month"
      actions={
        <Link to={`/gov/engagements?from=${from}&to=${to}`}>
          View these<span className="usa-sr-only"> engagements</span>
        </Link>
      }
    >
      {all === 0 ? (
        <EmptyState title="No engagements in the last 12 months">
          <p>
            Record meetings, demonstrations and visits as <Link to="/gov/engagements">engagements</Link> to see them
            here.
          </p>
        </EmptyState>
      ) : (
        <ChartFigure
          title={title}
          summary={
            <>
              {counted(all, "engagement", "engagements")} in these 12 months, including the rest of this month.{" "}
              {formatMonth(most.month)} has the most: {formatCount(most.total)}. We count engagements of any status by
              the day they take place.
              {afterwards > 0 && (
                <>
                  {" "}
                  <Link to={`/gov/engagements?from=${next}`}>{formatCount(afterwards)} more</Link>{" "}
                  {afterwards === 1 ? "takes" : "take"} place after this month.
                </>
              )}
            </>
          }
          chart={(describedBy) => (
            <Chart title={title} describedBy={describedBy} height={MONTHS.total}>
              <Columns
                counts="engagements"
                top={MONTHS.top}
                height={MONTHS.height}
                columns={months.map(({ month, total }) => ({ key: month, figure: total }))}
                names={months.map(({ month }, index) => ({
                  index,
                  label: formatMonth(month).slice(0, 3),
                  isMinor: (months.length - index) % 2 === 0,
                }))}
                share={64}
                hasFigures
              />
            </Chart>
          )}
          table={
            <DataTable
              caption={title}
              rows={months}
              rowKey={({ month }) => month}
              isOfFigures
              columns={[
                {
                  key: "month",
                  header: "Month",
                  cell: ({ month }) => <Link to={`/gov/engagements?month=${month}`}>{formatMonth(month)}</Link>,
                },
                { key: "total", header: "All", cell: ({ total }) => formatCount(total) },
                { key: "planned", header: "Planned", cell: ({ planned }) => formatCount(planned) },
              ]}
            />
          }
        />
      )}
    </Section>
  );
}
