import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { commandChoices } from "~/domain/command/choices.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { monthAfter } from "~/domain/engagement/rules";
import { organizationName } from "~/domain/organization/queries.server";
import { pageOf } from "~/domain/paging";
import { askedList, page } from "~/http/page.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { commandOptions } from "~/ui/command-fields";
import { EngagementTable, type ListedEngagement, shownEngagement } from "~/ui/engagement-table";
import { SelectField, TextField } from "~/ui/fields";
import { counted, formatDay, formatMonth } from "~/ui/format";
import { FilterForm, hrefWith, ListEmpty, ListPages } from "~/ui/list";
import { PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Engagements");

const ORDERS = [
  { value: "-updatedAt", label: "Latest change" },
  { value: "-createdAt", label: "Newest" },
  { value: "title", label: "Title" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { query, faults, filter } = askedList(args.request, listEngagements);
  const { organizationId } = query;
  return {
    query,
    faults,
    month: filter.month ?? null,
    // A month is read as a calendar is, from its first day.
    list: pageOf(await read(listEngagements, { ...(filter.month && { sort: "date" }), ...filter }), shownEngagement),
    commands: await read(commandChoices),
    // What links lead here with; one that is not there is named by its id.
    organizationName: organizationId && ((await read(organizationName, { id: organizationId })) ?? organizationId),
    mayRecord: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
  };
}

export default function Engagements() {
  const { query, faults, month, list, commands, organizationName, mayRecord } = useLoaderData<typeof loader>();
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
      <FilterForm query={query} faults={faults}>
        {organizationName && <input type="hidden" name="organizationId" value={query.organizationId} />}
        <SelectField name="status" label="Status" options={ENGAGEMENT_STATUSES} emptyLabel="Any" />
        <SelectField name="type" label="Type" options={ENGAGEMENT_TYPES} emptyLabel="Any" />
        <SelectField name="commandId" label="Command" options={commandOptions(commands)} emptyLabel="Any" />
        <TextField name="month" label="Month" type="month" />
        <TextField name="q" label="Title contains" />
        <SelectField name="sort" label="Order" options={ORDERS} emptyLabel="Date" />
      </FilterForm>
      {organizationName && (
        <p className="glip-filtered">
          Only with <Link to={`/gov/organizations/${query.organizationId}`}>{organizationName}</Link>.{" "}
          <Link to={hrefWith(query, { organizationId: undefined, page: undefined })}>
            Clear the filter by organization
          </Link>
        </p>
      )}
      {month && <MonthLinks month={month} hrefFor={(other) => hrefWith(query, { month: other, page: "1" })} />}
      {list.items.length > 0 ? (
        <Listed items={list.items} total={list.total} byDay={month !== null && query.sort === undefined} />
      ) : (
        <ListEmpty
          query={query}
          total={list.total}
          title={month ? `No engagement fits in ${formatMonth(month)}` : "No engagement fits"}
        >
          <p>
            <Link to="/gov/engagements">Clear the filters</Link>
            {mayRecord && (
              <>
                , or <Link to="/gov/engagements/new">record an engagement</Link>
              </>
            )}
            .
          </p>
        </ListEmpty>
      )}
      <ListPages query={query} list={list} />
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

type ListedProps = { items: ListedEngagement[]; total: number; byDay: boolean };

/** One table, or one for each day. */
function Listed({ items, total, byDay }: ListedProps) {
  if (!byDay) return <EngagementTable caption={counted(total, "engagement", "engagements")} rows={items} />;
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
