import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ANNOUNCEMENT_STATUSES } from "#db/enumerations";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { DateTime, DayOf, FutureDateTime } from "~/ui/kit/format/date-time";
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
import { labelOf } from "~/values/labels";
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

/** For bookmarks from before there were statuses. */
const PUBLIC = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: ANNOUNCEMENT_STATUSES },
  { name: "q", label: "Title contains" },
  { name: "published", label: "Public", options: PUBLIC, isApart: true },
];

export default function Announcements() {
  const data = useLoaderData<typeof loader>();
  const { list, mayPublish } = data;
  return (
    <>
      <PageHeader
        title="Announcements"
        lede="Only government users can see drafts and scheduled announcements. We notify industry about each one once."
        actions={
          mayPublish && (
            <Link className="usa-button" to="/gov/announcements/new">
              New announcement
            </Link>
          )
        }
      />
      <FilterForm requested={data} filters={FILTERS} list={list} />
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
              // Most are published, so only the others stand out.
              cell: ({ status }) => (status === "PUBLISHED" ? labelOf(status) : <StatusTag value={status} />),
            },
            {
              key: "publishedAt",
              header: "Publication",
              sort: "-publishedAt",
              cell: ({ publishedAt, publishesAt }) =>
                publishedAt ? (
                  <DateTime value={publishedAt} isShort />
                ) : (
                  publishesAt && <FutureDateTime value={publishesAt} />
                ),
            },
            { key: "author", header: "Author", cell: ({ author }) => author.name },
            {
              key: "created",
              header: "Created",
              sort: "-createdAt",
              cell: ({ createdAt }) => <DayOf value={createdAt} />,
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
                <Link to="/gov/announcements/new">Write an announcement</Link>. While it is a draft, only government
                users can see it.
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
