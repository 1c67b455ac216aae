import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { commandChoices } from "~/domain/command/choices.server";
import { engagementAgenda, engagementsOfMonth } from "~/domain/engagement/calendar.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { ENGAGEMENT_VIEWS, type EngagementView, monthAfter } from "~/domain/engagement/rules";
import { openTasksOfEngagements } from "~/domain/engagement/tasks.server";
import { organizationName } from "~/domain/organization/queries.server";
import { shownColumns } from "~/domain/shown-columns/queries.server";
import { pageOf } from "~/lists/paging";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { commandOptions } from "~/ui/command/command-fields";
import { agendaEngagement, EngagementAgenda } from "~/ui/engagement/engagement-agenda";
import { EngagementMonth } from "~/ui/engagement/engagement-month";
import {
  type EngagementRow,
  EngagementTable,
  engagementColumns,
  shownEngagement,
} from "~/ui/engagement/engagement-table";
import { ColumnMenu, type ShownColumns, valuesOfColumns } from "~/ui/kit/list/column-menu";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { csvAddress, hrefWith, type Part, type RequestedList } from "~/ui/kit/list/list-address";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { formatDay, formatMonth } from "~/values/format";
import { dayIn } from "~/values/time-zone";
import { columnsForms, requestedTable } from "~/web/forms/list-columns.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => {
  const { view = "list", month } = data ?? {};
  const name = view === "list" ? "Engagements" : `Engagements, ${VIEW_LABELS[view].toLowerCase()}`;
  return listTitle(
    view === "month" && month ? `${name}, ${formatMonth(month)}` : name,
    data,
    filtersOf(data),
    data?.part,
  );
});

const VIEW_LABELS: Record<EngagementView, string> = { list: "List", agenda: "Agenda", month: "Month" };

/** The list's filters. Filters from links show the name of their record. The month's view has its own links to months. */
function filtersOf(data?: SerializeFrom<typeof loader>): Filter[] {
  const { commands = [], organizationName, query = {}, view } = data ?? {};
  const days: Filter[] = [
    { name: "month", label: "Month", type: "month" },
    { name: "from", label: "First day", type: "date" },
    { name: "to", label: "Last day", type: "date" },
  ];
  return [
    // The agenda begins today, and the calendar shows one month.
    { name: "status", label: "Status", options: ENGAGEMENT_STATUSES, leavesOut: view !== "list" },
    { name: "type", label: "Type", options: ENGAGEMENT_TYPES },
    { name: "commandId", label: "Command", options: commandOptions(commands) },
    ...(view === "month" ? [] : days),
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
  const { actor, read, services } = await page(args, "gov read");
  const { filter, choices, columns, ...requested } = requestedTable(args.request, listEngagements, "engagements");
  const { organizationId } = requested.query;
  const view = ENGAGEMENT_VIEWS.find((one) => one === requested.query.view) ?? "list";
  const today = dayIn(services.settings.workingCalendar.timeZone, services.clock());
  const month = filter.month ?? (view === "month" ? (filter.from ?? today).slice(0, 7) : null);
  // A month is shown like a calendar, from its first day. The other views have one order.
  const defaultSort = filter.month ? "date" : choices.defaultSort;
  const mayExport = reachThrough("enterprise", actor) !== null;
  const listed = { ...requested, choices: { ...choices, defaultSort, ...(view !== "list" && { sorts: [] }) } };
  const isFromToday = view === "agenda" && !(filter.month ?? filter.from ?? filter.to);
  const since = isFromToday ? { since: today } : {};
  const columnChoice = await read(shownColumns, { list: "engagements", columns });
  const found = view === "list" ? await read(listEngagements, { sort: defaultSort, ...filter }) : null;
  const ids = found?.items.map(({ id }) => id) ?? [];
  const openTasks = columnChoice.shown.includes("openTasks") ? await read(openTasksOfEngagements, { ids }) : {};
  const list =
    found &&
    pageOf(found, (row): EngagementRow => {
      const { createdAt, updatedAt, createdBy, attendees } = row;
      const names = { createdBy: createdBy.name, attendees: attendees.map(({ name }) => name).join(", ") };
      const values = { ...names, openTasks: openTasks[row.id] ?? 0, createdAt, updatedAt };
      return { ...shownEngagement(row), ...valuesOfColumns(values, columnChoice) };
    });
  const agenda =
    view === "agenda" ? pageOf(await read(engagementAgenda, { ...filter, ...since }), agendaEngagement) : null;
  const days = view === "month" ? await read(engagementsOfMonth, { ...filter, month }) : [];
  return {
    ...listed,
    ...{ view, month, today, isFromToday, list, agenda, days, columnChoice },
    part: partOf(list ?? agenda ?? wholeOf(days)),
    readerId: actor.id,
    csv: mayExport && view === "list" ? csvAddress("engagements", listed, filter) : null,
    commands: await read(commandChoices),
    // Filters that only links set. A missing record is shown by its ID.
    organizationName: organizationId && ((await read(organizationName, { id: organizationId })) ?? organizationId),
    mayRecord: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
  };
}

export const action = (args: ActionFunctionArgs) => handleForms(args, columnsForms(args, "engagements"));

const partOf = ({ page, pageSize, total }: Part): Part => ({ page, pageSize, total });

/** A month has one page. */
function wholeOf(days: readonly { total: number }[]): Part {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return { page: 1, pageSize: Math.max(1, total), total };
}

export default function Engagements() {
  const data = useLoaderData<typeof loader>();
  const { query, view, month, part, csv, mayRecord, columnChoice } = data;
  const state = useActionData<typeof action>();
  const columns = engagementColumns();
  const filters = filtersOf(data);
  return (
    <>
      <PageHeader
        title="Engagements"
        actions={
          mayRecord && (
            <Link className="usa-button" to="/gov/engagements/new">
              Plan an engagement
            </Link>
          )
        }
      />
      <div className="glip-toolbar">
        <nav aria-label="Views" className="glip-views">
          <ul className="glip-tabs">
            {ENGAGEMENT_VIEWS.map((one) => (
              <li key={one}>
                <Link
                  className="glip-tabs__tab"
                  aria-current={one === view ? "page" : undefined}
                  to={hrefWith(query, { view: one === "list" ? undefined : one, page: undefined })}
                >
                  {VIEW_LABELS[one]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Link to="/account/feeds">See yours in your calendar</Link>
      </div>
      <FilterForm requested={data} filters={filters} list={data.part} />
      <ListSummary
        requested={data}
        filters={filters}
        list={part}
        noun={["engagement", "engagements"]}
        csv={csv}
        columns={
          view === "list" && <ColumnMenu requested={data} columns={columns} choice={columnChoice} state={state} />
        }
      />
      {month && view !== "agenda" && (
        <MonthLinks
          month={month}
          thisMonth={data.today.slice(0, 7)}
          hrefFor={(other) => hrefWith(query, { month: other, page: undefined })}
        />
      )}
      <Shown data={data} filters={filters} />
      {view !== "month" && <ListPages requested={data} list={part} />}
    </>
  );
}

type Loaded = SerializeFrom<typeof loader>;

/** What the view shows: a table, days, or a month. */
function Shown({ data, filters }: { data: Loaded; filters: readonly Filter[] }) {
  const { query, view, month, today, list, agenda, days, part, mayRecord } = data;
  if (view === "month") {
    const hrefOfDay = (day: string) => hrefWith(query, { view: "agenda", month: undefined, from: day, to: day });
    return <EngagementMonth month={month ?? ""} today={today} days={days} hrefOfDay={hrefOfDay} />;
  }
  if (list && list.items.length > 0) {
    return (
      <Listed
        items={list.items}
        requested={data}
        choice={data.columnChoice}
        byDay={month !== null && query.sort === undefined}
      />
    );
  }
  if (agenda && agenda.items.length > 0) return <EngagementAgenda engagements={agenda.items} {...data} />;
  const when = month ? ` in ${formatMonth(month)}` : data.isFromToday ? " from today on" : "";
  return (
    <ListEmpty
      requested={data}
      filters={filters}
      list={part}
      titles={[
        `No matching engagements${when}`,
        data.isFromToday ? "No engagements from today on" : "No engagements yet",
      ]}
    >
      <p>
        {mayRecord ? (
          <>
            <Link to="/gov/engagements/new">Plan one</Link>, such as a meeting, a demonstration or an event with
            industry.
          </>
        ) : (
          "People in the command that holds an engagement can record it."
        )}
      </p>
    </ListEmpty>
  );
}

type MonthLinksProps = { month: string; thisMonth: string; hrefFor: (month: string) => string };

function MonthLinks({ month, thisMonth, hrefFor }: MonthLinksProps) {
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <nav aria-label="Months" className="glip-cluster glip-months">
      {before && (
        <Link to={hrefFor(before)} preventScrollReset>
          {formatMonth(before)}
        </Link>
      )}
      <h2>{formatMonth(month)}</h2>
      {after && (
        <Link to={hrefFor(after)} preventScrollReset>
          {formatMonth(after)}
        </Link>
      )}
      {month !== thisMonth && <Link to={hrefFor(thisMonth)}>This month</Link>}
    </nav>
  );
}

type ListedProps = { items: EngagementRow[]; requested: RequestedList; choice: ShownColumns; byDay: boolean };

/** One table, or one for each day. */
function Listed({ items, requested, choice, byDay }: ListedProps) {
  if (!byDay) {
    return (
      <EngagementTable
        caption={captionOf("Engagements", requested)}
        rows={items}
        choice={choice}
        sorting={sortingOf(requested)}
      />
    );
  }
  const days = [...new Set(items.map(({ date }) => date))];
  return days.map((day) => (
    <EngagementTable
      key={day}
      caption={formatDay(new Date(day))}
      rows={items.filter(({ date }) => date === day)}
      choice={choice}
      without={["date"]}
    />
  ));
}
