import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AUDIT_OUTCOMES } from "#db/enumerations";
import { AUDIT_EVENTS } from "~/audit/events";
import { browseAudit } from "~/domain/audit-log/queries.server";
import { AdministrationNav } from "~/routes/gov/admin/administration-nav";
import { Detail } from "~/ui/kit/detail";
import { EmailAddress } from "~/ui/kit/email-address";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { labelOf } from "~/values/labels";
import { page, requestedList } from "~/web/pages/page.server";
import { AuditTarget } from "./audit-event";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Audit log", data, filtersOf(data), data?.list));

const PAGEVIEWS = [{ value: "true", label: "Include page views" }];

/** The log's filters. Filters from links show the name of their record. */
function filtersOf(data?: SerializeFrom<typeof loader>): Filter[] {
  const { events = [], query = {}, list } = data ?? {};
  return [
    { name: "event", label: "Event", options: events },
    { name: "outcome", label: "Outcome", options: AUDIT_OUTCOMES },
    { name: "actor", label: "Actor (email or ID)" },
    { name: "from", label: "From (UTC)", type: "date" },
    { name: "to", label: "To (UTC)", type: "date" },
    { name: "target", label: "Record (ID)", words: list?.items[0]?.target?.name },
    { name: "targetType", label: "Type of record", words: labelOf(query.targetType ?? ""), isApart: true },
    { name: "pageviews", label: "Page views", options: [{ value: "true", label: "Included" }], isApart: true },
  ];
}

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  const { filter, ...requested } = requestedList(args.request, browseAudit);
  // Page views are left out unless someone asks for them.
  const pageviews = String(filter.pageviews === "true" || filter.event === "pageview");
  const { page: _page, pageSize: _pageSize, ...narrowed } = filter;
  return {
    ...requested,
    list: await read(browseAudit, { ...filter, pageviews }),
    csvAddress: `/api/gov/admin/audit/csv?${new URLSearchParams({ ...narrowed, pageviews })}`,
    events: AUDIT_EVENTS.map((value) => ({ value, label: labelOf(value) })).sort((one, other) =>
      one.label.localeCompare(other.label, "en"),
    ),
  };
}

export default function AuditLog() {
  const data = useLoaderData<typeof loader>();
  const { list, csvAddress } = data;
  const filters = filtersOf(data);
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Audit log"
        lede="Who did what, when and from where. The log also records downloads of the log."
      />
      <FilterForm requested={data} filters={filters}>
        {{
          names: ["pageviews"],
          fields: <CheckboxGroup name="pageviews" legend="Page views" options={PAGEVIEWS} />,
        }}
      </FilterForm>
      <ListSummary requested={data} filters={filters} list={list} noun={["event", "events"]} csv={csvAddress} />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("Events", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "createdAt",
              header: "Time",
              sort: "-createdAt",
              cell: ({ id, createdAt, event }) => (
                <Link to={`/gov/admin/audit/${id}`}>
                  <DateTime value={createdAt} isShort />
                  <span className="usa-sr-only">: {labelOf(event)}</span>
                </Link>
              ),
            },
            {
              key: "event",
              header: "Event",
              cell: ({ event, path }) => (
                <>
                  {labelOf(event)}
                  {path && <Detail>{path}</Detail>}
                </>
              ),
            },
            {
              key: "actor",
              header: "Actor",
              cell: ({ actorEmail, actorRole }) => (
                <>
                  {actorEmail ? <EmailAddress value={actorEmail} /> : <span className="glip-muted">Not signed in</span>}
                  {actorRole && <Detail>{labelOf(actorRole)}</Detail>}
                </>
              ),
            },
            { key: "target", header: "Record", cell: (row) => <AuditTarget row={row} /> },
            { key: "outcome", header: "Outcome", cell: ({ outcome }) => <StatusTag value={outcome} /> },
          ]}
        />
      ) : (
        <ListEmpty requested={data} filters={filters} list={list} titles={["No matching events", "No events yet"]}>
          <p>To see page views, turn them on in the filters.</p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
      <Section title="What this log guarantees">
        <div className="glip-stack glip-stack--small">
          <p>
            We save each change and its event together, so you never see one without the other. The database refuses to
            change or delete events.
          </p>
          <p>
            Each row has a SHA-256 hash of its content and of the previous row's hash. Anyone who changes, removes or
            inserts a row in the database file breaks this chain. To check it, run <code>npm run audit:verify</code> on
            the server. It reports the first broken row. You do not need to stop the service.
          </p>
          <p>
            The chain cannot show that someone removed the last rows, or rewrote a row and every row after it. To detect
            this, keep a copy of the last row’s number and hash outside the server. The program prints both.
          </p>
        </div>
      </Section>
    </>
  );
}
