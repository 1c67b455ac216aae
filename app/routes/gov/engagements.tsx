import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { commandChoices } from "~/domain/command/choices.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { monthAfter } from "~/domain/engagement/rules";
import { monthFilter } from "~/domain/engagement/schema";
import { organizationChoices } from "~/domain/organization/queries.server";
import { page, queryOf } from "~/http/page.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { commandOptions } from "~/ui/command-fields";
import { EngagementTable, type ListedEngagement } from "~/ui/engagement-table";
import { SelectField, TextField } from "~/ui/fields";
import { FormKit } from "~/ui/form-kit";
import { counted, formatDay, formatMonth } from "~/ui/format";
import { EmptyState, PageHeader, Pagination } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Engagements");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const query = queryOf(args.request);
  // Where a browser has no month to pick, one types text.
  const { month, ...withoutMonth } = query;
  const monthFaults = monthFilter.safeParse(month).error?.issues.map(({ message }) => message);
  const filter = monthFaults ? withoutMonth : query;
  const { chosen } = query.organizationId
    ? await read(organizationChoices, { chosenIds: [query.organizationId] })
    : { chosen: [] };
  return {
    query,
    monthFaults,
    month: monthFaults ? null : (month ?? null),
    // A month is read as a calendar is, from its first day.
    list: await read(listEngagements, { ...(month && { sort: "date" }), ...filter }),
    commands: await read(commandChoices),
    organization: chosen[0] ?? null,
    mayRecord: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
  };
}

export default function Engagements() {
  const { query, monthFaults, month, list, commands, organization, mayRecord } = useLoaderData<typeof loader>();
  const hrefWith = (changes: Record<string, string>) => `?${new URLSearchParams({ ...query, ...changes })}`;
  const { organizationId: _organizationId, page: _page, ...ofAnybody } = query;
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
      <Form method="get" className="glip-filters">
        <FormKit constraints={{}} values={query} errors={monthFaults && { month: monthFaults }}>
          {organization && <input type="hidden" name="organizationId" value={organization.id} />}
          <SelectField name="status" label="Status" options={ENGAGEMENT_STATUSES} emptyLabel="Any" />
          <SelectField name="type" label="Type" options={ENGAGEMENT_TYPES} emptyLabel="Any" />
          <SelectField name="commandId" label="Command" options={commandOptions(commands)} emptyLabel="Any" />
          <TextField name="month" label="Month" type="month" />
          <TextField name="q" label="Title contains" />
          <button className="usa-button" type="submit">
            Filter
          </button>
        </FormKit>
      </Form>
      {organization && (
        <p>
          Only those in which <Link to={`/gov/organizations/${organization.id}`}>{organization.name}</Link> takes part.{" "}
          <Link to={`?${new URLSearchParams(ofAnybody)}`}>Show everybody's</Link>
        </p>
      )}
      {month && <MonthLinks month={month} hrefFor={(other) => hrefWith({ month: other, page: "1" })} />}
      {list.items.length > 0 ? (
        <Listed items={list.items} total={list.total} byDay={month !== null} />
      ) : (
        <EmptyState title={month ? `No engagement fits in ${formatMonth(month)}` : "No engagement fits"}>
          <p>
            <Link to="/gov/engagements">Clear the filters</Link>
            {mayRecord && (
              <>
                , or <Link to="/gov/engagements/new">record an engagement</Link>
              </>
            )}
            .
          </p>
        </EmptyState>
      )}
      <Pagination
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        hrefFor={(page) => hrefWith({ page: String(page) })}
      />
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
