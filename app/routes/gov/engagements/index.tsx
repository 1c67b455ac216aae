import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { commandChoices } from "~/domain/command/choices.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { monthAfter } from "~/domain/engagement/rules";
import { organizationName } from "~/domain/organization/queries.server";
import { pageOf } from "~/lists/paging";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { commandOptions } from "~/ui/command/command-fields";
import { EngagementTable, type ListedEngagement, shownEngagement } from "~/ui/engagement/engagement-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { csvAddress, hrefWith, type RequestedList } from "~/ui/kit/list/list-address";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { formatDay, formatMonth } from "~/values/format";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Engagements", data, filtersOf(data), data?.list));

/** The list's filters. Filters from links show the name of their record. */
function filtersOf(data?: SerializeFrom<typeof loader>): Filter[] {
  const { commands = [], organizationName, query = {} } = data ?? {};
  return [
    { name: "status", label: "Status", options: ENGAGEMENT_STATUSES },
    { name: "type", label: "Type", options: ENGAGEMENT_TYPES },
    { name: "commandId", label: "Command", options: commandOptions(commands) },
    { name: "month", label: "Month", type: "month" },
    { name: "from", label: "First day", type: "date" },
    { name: "to", label: "Last day", type: "date" },
    { name: "q", label: "Title contains" },
    {
      name: "organizationId",
      label: "Organization",
      words: organizationName,
      to: `/gov/organizations/${query.organizationId}`,
      isApart: true,
    },
  ];
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { filter, choices, ...requested } = requestedList(args.request, listEngagements);
  const { organizationId } = requested.query;
  // A month is shown like a calendar, from its first day.
  const defaultSort = filter.month ? "date" : choices.defaultSort;
  const mayExport = reachThrough("enterprise", actor) !== null;
  const listed = { ...requested, choices: { ...choices, defaultSort } };
  return {
    ...listed,
    month: filter.month ?? null,
    list: pageOf(await read(listEngagements, { sort: defaultSort, ...filter }), shownEngagement),
    csv: mayExport ? csvAddress("engagements", listed, filter) : null,
    commands: await read(commandChoices),
    // Filters that only links set. A missing record is shown by its ID.
    organizationName: organizationId && ((await read(organizationName, { id: organizationId })) ?? organizationId),
    mayRecord: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
  };
}

export default function Engagements() {
  const data = useLoaderData<typeof loader>();
  const { query, month, list, csv, mayRecord } = data;
  const filters = filtersOf(data);
  return (
    <>
      <PageHeader
        title="Engagements"
        actions={
          mayRecord && (
            <Link className="usa-button" to="/gov/engagements/new">
              New engagement
            </Link>
          )
        }
      />
      <FilterForm requested={data} filters={filters} />
      <ListSummary requested={data} filters={filters} list={list} noun={["engagement", "engagements"]} csv={csv} />
      {month && <MonthLinks month={month} hrefFor={(other) => hrefWith(query, { month: other, page: undefined })} />}
      {list.items.length > 0 ? (
        <Listed items={list.items} requested={data} byDay={month !== null && query.sort === undefined} />
      ) : (
        <ListEmpty
          requested={data}
          filters={filters}
          list={list}
          titles={[
            month ? `No matching engagements in ${formatMonth(month)}` : "No matching engagements",
            "No engagements yet",
          ]}
        >
          <p>
            {mayRecord ? (
              <>
                <Link to="/gov/engagements/new">Record an engagement</Link>, such as a meeting, a demonstration or an
                event with industry.
              </>
            ) : (
              "People in the command that holds an engagement can record it."
            )}
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}

function MonthLinks({ month, hrefFor }: { month: string; hrefFor: (month: string) => string }) {
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <nav aria-label="Months" className="glip-cluster glip-months">
      {before && <Link to={hrefFor(before)}>{formatMonth(before)}</Link>}
      <h2>{formatMonth(month)}</h2>
      {after && <Link to={hrefFor(after)}>{formatMonth(after)}</Link>}
    </nav>
  );
}

type ListedProps = { items: ListedEngagement[]; requested: RequestedList; byDay: boolean };

/** One table, or one for each day. */
function Listed({ items, requested, byDay }: ListedProps) {
  if (!byDay) {
    return (
      <EngagementTable caption={captionOf("Engagements", requested)} rows={items} sorting={sortingOf(requested)} />
    );
  }
  const days = [...new Set(items.map(({ date }) => date))];
  return days.map((day) => (
    <EngagementTable
      key={day}
      caption={formatDay(new Date(day))}
      rows={items.filter(({ date }) => date === day)}
      without={["date"]}
    />
  ));
}
