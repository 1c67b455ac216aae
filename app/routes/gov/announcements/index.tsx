import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
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
import { titleOf } from "~/ui/kit/page/title";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Announcements", data, FILTERS, data?.list));

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { filter, ...requested } = requestedList(args.request, listAnnouncements);
  return {
    ...requested,
    list: pageOf(await read(listAnnouncements, filter), ({ body: _body, ...shown }) => shown),
    mayPublish: reachThrough("publisher", actor) !== null,
  };
}

const STATUSES = [
  { value: "true", label: "Published" },
  { value: "false", label: "Unpublished" },
];

const FILTERS: readonly Filter[] = [
  { name: "published", label: "Status", options: STATUSES },
  { name: "q", label: "Title contains" },
];

export default function Announcements() {
  const data = useLoaderData<typeof loader>();
  const { list, mayPublish } = data;
  return (
    <>
      <PageHeader
        title="Announcements"
        lede="Published announcements are public. We notify industry about each one once."
        actions={
          mayPublish && (
            <Link className="usa-button" to="/gov/announcements/new">
              New announcement
            </Link>
          )
        }
      />
      <FilterForm requested={data} filters={FILTERS} />
      <ListSummary requested={data} filters={FILTERS} list={list} noun={["announcement", "announcements"]} />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("Announcements", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "title",
              header: "Title",
              sort: "title",
              cell: ({ id, title }) => <Link to={`/gov/announcements/${id}`}>{title}</Link>,
            },
            {
              key: "published",
              header: "Status",
              sort: "-published",
              cell: ({ published }) => <StatusTag value={published ? "PUBLISHED" : "UNPUBLISHED"} />,
            },
            { key: "author", header: "Author", cell: ({ author }) => author.name },
            {
              key: "createdAt",
              header: "First published",
              sort: "-createdAt",
              cell: ({ createdAt }) => <DateTime value={createdAt} isShort />,
            },
            {
              key: "updatedAt",
              header: "Last changed",
              sort: "-updatedAt",
              cell: ({ updatedAt }) => <DateTime value={updatedAt} isShort />,
            },
          ]}
        />
      ) : (
        <ListEmpty
          requested={data}
          filters={FILTERS}
          list={list}
          titles={["No matching announcements", "No announcements yet"]}
        >
          <p>
            {mayPublish ? (
              <>
                <Link to="/gov/announcements/new">Publish an announcement</Link> to notify industry.
              </>
            ) : (
              "Command leads and administrators can publish announcements."
            )}
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
