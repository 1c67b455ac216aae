import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { pageOf } from "~/domain/paging";
import { askedList, page } from "~/http/page.server";
import { reachThrough } from "~/policy/policy";
import { SelectField, TextField } from "~/ui/fields";
import { counted } from "~/ui/format";
import { FilterForm, ListEmpty, ListPages } from "~/ui/list";
import { DataTable, DateTime, PageHeader, StatusTag } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Announcements");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { query, faults, filter } = askedList(args.request, listAnnouncements);
  return {
    query,
    faults,
    list: pageOf(await read(listAnnouncements, filter), ({ body: _body, ...shown }) => shown),
    mayPublish: reachThrough("publisher", actor) !== null,
  };
}

const ORDERS = [
  { value: "-updatedAt", label: "Latest change" },
  { value: "title", label: "Title" },
];

const STATUSES = [
  { value: "true", label: "Published" },
  { value: "false", label: "Unpublished" },
];

export default function Announcements() {
  const { query, faults, list, mayPublish } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Announcements"
        lede="Published ones are public, and industry is notified of each once."
        actions={
          mayPublish && (
            <Link className="usa-button" to="/gov/announcements/new">
              New announcement
            </Link>
          )
        }
      />
      <FilterForm query={query} faults={faults}>
        <SelectField name="published" label="Status" options={STATUSES} emptyLabel="Any" />
        <TextField name="q" label="Title contains" />
        <SelectField name="sort" label="Order" options={ORDERS} emptyLabel="Newest" />
      </FilterForm>
      {list.items.length > 0 ? (
        <DataTable
          caption={counted(list.total, "announcement", "announcements")}
          rows={list.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "title",
              header: "Title",
              cell: ({ id, title }) => <Link to={`/gov/announcements/${id}`}>{title}</Link>,
            },
            {
              key: "published",
              header: "Status",
              cell: ({ published }) => <StatusTag value={published ? "PUBLISHED" : "UNPUBLISHED"} />,
            },
            { key: "author", header: "Author", cell: ({ author }) => author.name },
            { key: "createdAt", header: "First published", cell: ({ createdAt }) => <DateTime value={createdAt} /> },
            { key: "updatedAt", header: "Last changed", cell: ({ updatedAt }) => <DateTime value={updatedAt} /> },
          ]}
        />
      ) : (
        <ListEmpty query={query} total={list.total} title="No announcement fits">
          <p>
            Nothing fits these filters. <Link to="/gov/announcements">Clear the filters</Link>
            {mayPublish && (
              <>
                {" "}
                or <Link to="/gov/announcements/new">publish an announcement</Link>
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
