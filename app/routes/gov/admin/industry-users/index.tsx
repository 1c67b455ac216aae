import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { industryDirectory } from "~/domain/industry-user/accounts.server";
import { organizationName } from "~/domain/organization/queries.server";
import { LAST_SIGN_IN, PersonName } from "~/ui/account/person-columns";
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
import { AdministrationNav } from "../administration-nav";

const TITLE = "Industry users";

export const meta = titleOf<typeof loader>(({ data }) => listTitle(TITLE, data, filtersOf(data), data?.list));

function filtersOf(data?: SerializeFrom<typeof loader>): Filter[] {
  const { organization, query = {} } = data ?? {};
  return [
    { name: "q", label: "Name, email or organization contains" },
    { name: "state", label: "State", options: ["ACTIVE", "INACTIVE"] },
    {
      name: "organizationId",
      label: "Organization",
      words: organization,
      to: `/gov/organizations/${query.organizationId}`,
      isApart: true,
    },
  ];
}

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  const { filter, ...requested } = requestedList(args.request, industryDirectory);
  const { organizationId } = requested.query;
  return {
    ...requested,
    list: await read(industryDirectory, filter),
    // Only links set this filter. A missing organization is shown by its ID.
    organization: organizationId && ((await read(organizationName, { id: organizationId })) ?? organizationId),
  };
}

export default function IndustryUsers() {
  const data = useLoaderData<typeof loader>();
  const { list } = data;
  const filters = filtersOf(data);
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title={TITLE}
        lede="Everyone who can sign in for an organization. Each organization's administrators manage their own people. You can help when they cannot."
      />
      <FilterForm requested={data} filters={filters} list={list} />
      <ListSummary requested={data} filters={filters} list={list} noun={["industry user", "industry users"]} />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf(TITLE, data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(person) => person.id}
          columns={[
            {
              key: "name",
              header: "Name",
              sort: "name",
              cell: (person) => <PersonName person={person} to={`/gov/admin/industry-users/${person.id}`} />,
            },
            {
              key: "organization",
              header: "Organization",
              sort: "organization",
              cell: ({ organization }) => <Link to={`/gov/organizations/${organization.id}`}>{organization.name}</Link>,
            },
            { key: "role", header: "Role", cell: ({ industryRole }) => labelOf(industryRole) },
            LAST_SIGN_IN,
          ]}
        />
      ) : (
        <ListEmpty requested={data} filters={filters} list={list} titles={["No matching people", "No people yet"]} />
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
