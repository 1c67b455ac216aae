import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listAnnouncements } from "~/domain/announcement/queries.server";
import { pageOf } from "~/domain/paging";
import { page, queryOf } from "~/http/page.server";
import { reachThrough } from "~/policy/policy";
import { SelectField, TextField } from "~/ui/fields";
import { counted } from "~/ui/format";
import { FilterForm, ListPages } from "~/ui/list";
import { DataTable, DateTime, EmptyState, PageHeader, StatusTag } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Announcements");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const query = queryOf(args.request);
  return {
    query,
    list: pageOf(await read(listAnnouncements, query), ({ body: _body, ...shown }) => shown),
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
  const { query, list, mayPublish } = useLoaderData<typeof loader>();
  const publish = <Link to="/gov/announcements/new">Publish an announcement</Link>;
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
      <FilterForm query={query}>
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
        <EmptyState title="No announcement fits">
          <p>Nothing fits these filters. Clear them{mayPublish && <>, or {publish}</>}.</p>
        </EmptyState>
      )}
      <ListPages query={query} list={list} />
    </>
  );
}
