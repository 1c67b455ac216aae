import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CALL_STATUSES, NOTICE_TYPES, SET_ASIDES } from "#db/enumerations";
import { listCalls } from "~/domain/call/queries.server";
import { shownStatus } from "~/domain/call/rules";
import { presetTags } from "~/domain/preset-tag/queries.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { CALL_LABELS } from "~/ui/call/call-fields";
import { DateTime, FutureDateTime, TimeLeft } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { labelOf } from "~/values/labels";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) =>
  listTitle("Calls for technology", data, filtersOf(data), data?.list),
);

const filtersOf = (data?: SerializeFrom<typeof loader>): Filter[] => [
  { name: "status", label: CALL_LABELS.status, options: CALL_STATUSES },
  { name: "noticeType", label: CALL_LABELS.noticeType, options: NOTICE_TYPES },
  { name: "setAside", label: CALL_LABELS.setAside, options: SET_ASIDES },
  { name: "tag", label: "Tag", presets: data?.presets ?? [] },
  { name: "closesFrom", label: "Closes from", type: "date" },
  { name: "closesTo", label: "Closes to", type: "date" },
  { name: "q", label: "Title contains" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const now = services.clock();
  const { filter, ...requested } = requestedList(args.request, listCalls);
  return {
    ...requested,
    list: pageOf(
      await read(listCalls, filter),
      ({ id, title, noticeType, techTags, status, releasesAt, closesAt, updatedAt }) => ({
        id,
        title,
        noticeType,
        techTags,
        status: shownStatus({ status, releasesAt, closesAt }, now),
        releasesAt,
        closesAt,
        updatedAt,
      }),
    ),
    presets: await read(presetTags),
    mayPublish: reachThrough("publisher", actor) !== null,
  };
}

export default function Calls() {
  const data = useLoaderData<typeof loader>();
  const { list, mayPublish } = data;
  const filters = filtersOf(data);
  return (
    <>
      <PageHeader
        title="Calls for technology"
        lede="Only government users can see drafts and scheduled calls."
        actions={
          mayPublish && (
            <Link className="usa-button" to="/gov/calls/new">
              New call
            </Link>
          )
        }
      />
      <FilterForm requested={data} filters={filters} />
      <ListSummary requested={data} filters={filters} list={list} noun={["call", "calls"]} />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("Calls", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(call) => call.id}
          columns={[
            {
              key: "title",
              header: CALL_LABELS.title,
              sort: "title",
              cell: (call) => (
                <>
                  <Link to={`/gov/calls/${call.id}`} title={call.title}>
                    {call.title}
                  </Link>
                  {call.noticeType && <span className="glip-table__detail">{labelOf(call.noticeType)}</span>}
                </>
              ),
            },
            {
              key: "techTags",
              header: "Tags",
              cell: (call) => call.techTags && <TagList tags={call.techTags} most={2} />,
            },
            {
              key: "status",
              header: CALL_LABELS.status,
              cell: (call) => (
                <>
                  <StatusTag value={call.status} />
                  {call.status === "PENDING" && (
                    <span className="glip-table__detail">
                      Opens <FutureDateTime value={call.releasesAt} />
                    </span>
                  )}
                </>
              ),
            },
            {
              key: "closesAt",
              header: "Closes",
              sort: "closesAt",
              cell: (call) => (
                <>
                  {call.closesAt === null ? (
                    <span className="glip-muted">None</span>
                  ) : (
                    <DateTime value={call.closesAt} isShort />
                  )}
                  <TimeLeft until={call.status === "CLOSED" ? null : call.closesAt}>
                    {(left) => <span className="glip-table__detail">{left} left</span>}
                  </TimeLeft>
                  {call.status === "DEADLINE_PASSED" && (
                    <span className="glip-table__detail">No longer takes submissions</span>
                  )}
                </>
              ),
            },
            {
              key: "updatedAt",
              header: "Last changed",
              sort: "-updatedAt",
              cell: (call) => <DateTime value={call.updatedAt} isShort />,
            },
          ]}
        />
      ) : (
        <ListEmpty requested={data} filters={filters} list={list} titles={["No matching calls", "No calls yet"]}>
          <p>
            {mayPublish ? (
              <>
                <Link to="/gov/calls/new">Write a new call</Link>. While it is a draft, only government users can see
                it.
              </>
            ) : (
              "Command leads and administrators can write calls."
            )}
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
