import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readTraffic } from "~/domain/traffic/queries.server";
import { type Counted, type DayOfTraffic, lastDays, legiblePath } from "~/domain/traffic/rules";
import { AdministrationNav } from "~/routes/gov/admin/administration-nav";
import { Day } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterButton, FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, filtersOn } from "~/ui/kit/list/filters";
import { StatTiles } from "~/ui/kit/list/stat-tiles";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted, formatCount, formatShare } from "~/values/format";
import { page, requestedList } from "~/web/pages/page.server";
import { TrafficChart } from "./traffic-chart";

export const meta = titleOf("Traffic");

const PERIODS = [7, 30, 90];

const FILTERS: readonly Filter[] = [
  { name: "from", label: "First day", type: "date" },
  { name: "to", label: "Last day", type: "date" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  const { query, faults, choices, filter } = requestedList(args.request, readTraffic);
  const { paths, referrers, ...traffic } = await read(readTraffic, filter);
  const legible = ({ name, views }: Counted) => ({ name: legiblePath(name), views });
  return {
    ...traffic,
    query: { from: traffic.from, to: traffic.to, ...query },
    faults,
    choices,
    periods: PERIODS.map((days) => ({ days, ...lastDays(traffic.today, days) })),
    paths: { ...paths, items: paths.items.map(legible) },
    referrers: { ...referrers, items: referrers.items.map(legible) },
  };
}

export default function Traffic() {
  const data = useLoaderData<typeof loader>();
  const { from, to, periods, days, views } = data;
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Traffic"
        lede="How often people view the pages of this site. We count each IP address as one visitor a day, so people who share an address count as one. We do not use cookies for this, and do not count browsers without JavaScript."
      />
      <FilterForm requested={data} filters={FILTERS} />
      <FilterButton on={filtersOn(data, FILTERS).length} />
      <nav aria-label="Periods" className="glip-cluster glip-periods">
        {periods.map((period) => (
          <Link
            key={period.days}
            to={`?${new URLSearchParams({ from: period.from, to: period.to })}`}
            aria-current={period.from === from && period.to === to ? "true" : undefined}
          >
            Last {period.days} days
          </Link>
        ))}
      </nav>
      <h2 className="glip-range">
        <Day value={from} /> to <Day value={to} />
      </h2>
      <Totals days={days} views={views} />
      {views > 0 ? (
        <Figures />
      ) : (
        <EmptyState title="No page views on these days">
          <p>
            Choose other days, or see <Link to="/gov/admin/traffic">the last 30 days</Link>. We count a view when a page
            opens in a browser with JavaScript.
          </p>
        </EmptyState>
      )}
      <Section title="Every day">
        <DataTable
          caption={counted(days.length, "day, newest first", "days, newest first")}
          rows={[...days].reverse()}
          rowKey={({ day }) => day}
          isOfFigures
          columns={[
            { key: "day", header: "Day", cell: ({ day }) => <Day value={day} /> },
            { key: "views", header: "Views", cell: (row) => formatCount(row.views) },
            { key: "visitors", header: "Visitors", cell: (row) => formatCount(row.visitors) },
          ]}
        />
      </Section>
    </>
  );
}

function Totals({ days, views }: { days: readonly DayOfTraffic[]; views: number }) {
  const visits = days.reduce((sum, { visitors }) => sum + visitors, 0);
  const aDay = (total: number) =>
    total > 0 && total < days.length ? "<1" : formatCount(Math.round(total / days.length));
  const totals = [
    { label: "Views", value: formatCount(views) },
    { label: "Average views a day", value: aDay(views) },
    { label: "Average visitors a day", value: aDay(visits) },
  ];
  return <StatTiles tiles={totals} />;
}

function Figures() {
  const { days, views, paths, referrers } = useLoaderData<typeof loader>();
  return (
    <>
      <Section title="Views and visitors by day">
        <TrafficChart days={days} />
      </Section>
      <Section title="Most viewed pages">
        <Ranking caption="Pages by views" header="Page" ranking={paths} views={views} />
      </Section>
      <Section title="Where views came from">
        <p>
          {counted(referrers.total, "view", "views")} ({formatShare(referrers.total, views)}) came from another page of
          this site. The others came from outside: a link on another site, a bookmark or a typed address.
        </p>
        {referrers.total > 0 && (
          <Ranking caption="Views by previous page" header="Previous page" ranking={referrers} views={views} />
        )}
      </Section>
    </>
  );
}

type RankingProps = {
  caption: string;
  header: string;
  ranking: { items: readonly Counted[]; other: number; isExact: boolean };
  views: number;
};

const OTHER = "Pages that do not exist";

/** The names with the most views. They are text, not links: anyone may have any path counted. */
function Ranking({ caption, header, ranking, views }: RankingProps) {
  const { items, other } = ranking;
  return (
    <>
      <DataTable
        caption={caption}
        rows={other > 0 ? [...items, { name: OTHER, views: other }] : items}
        rowKey={({ name }) => name}
        isOfFigures
        columns={[
          { key: "name", header, cell: ({ name }) => (name === OTHER ? name : <code>{name}</code>) },
          { key: "views", header: "Views", cell: (row) => formatCount(row.views) },
          { key: "share", header: "Share", cell: (row) => formatShare(row.views, views) },
        ]}
      />
      {!ranking.isExact && (
        <p className="glip-muted">
          There are more addresses than we can count exactly, so these figures may be slightly low.
        </p>
      )}
    </>
  );
}
