import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { listOrganizations } from "~/domain/organization/queries.server";
import { pageOf } from "~/domain/paging";
import { presetTagLabels } from "~/domain/preset-tag/queries.server";
import { askedList, page } from "~/http/page.server";
import { labelOf } from "~/labels";
import { SelectField, TagField, TextField } from "~/ui/fields";
import { counted } from "~/ui/format";
import { FilterForm, ListEmpty, ListPages } from "~/ui/list";
import { DataTable, DateTime, PageHeader, StatusTag, TagList } from "~/ui/page";
import { PROFILE_LABELS } from "~/ui/profile-fields";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Organizations");

const ORDERS = [
  { value: "-createdAt", label: "Newest" },
  { value: "-updatedAt", label: "Latest change" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "gov read");
  const { query, faults, filter } = askedList(args.request, listOrganizations);
  const list = pageOf(await read(listOrganizations, filter), ({ id, name, orgType, status, techTags, createdAt }) => ({
    id,
    name,
    orgType,
    status,
    techTags,
    createdAt,
  }));
  return { query, faults, list, presets: await read(presetTagLabels) };
}

export default function Organizations() {
  const { query, faults, list, presets } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Organizations" lede="Companies, universities and labs that registered." />
      <FilterForm query={query} faults={faults}>
        <TextField name="q" label="Name, UEI or CAGE code" />
        <SelectField name="status" label="Status" options={ORGANIZATION_STATUSES} emptyLabel="Any" />
        <SelectField name="orgType" label={PROFILE_LABELS.orgType} options={ORGANIZATION_TYPES} emptyLabel="Any" />
        <SelectField name="setAside" label={PROFILE_LABELS.setAsides} options={SET_ASIDES} emptyLabel="Any" />
        <SelectField
          name="samRegistrationStatus"
          label={PROFILE_LABELS.samRegistrationStatus}
          options={SAM_REGISTRATION_STATUSES}
          emptyLabel="Any"
        />
        <TagField name="tag" label="Tag" presets={presets} isSingle />
        <SelectField name="sort" label="Order" options={ORDERS} emptyLabel="Name" />
      </FilterForm>
      {list.items.length > 0 ? (
        <DataTable
          caption={counted(list.total, "organization", "organizations")}
          rows={list.items}
          rowKey={(organization) => organization.id}
          columns={[
            {
              key: "name",
              header: "Name",
              cell: ({ id, name, orgType }) => (
                <>
                  <Link to={`/gov/organizations/${id}`}>{name}</Link>
                  <span className="glip-table__detail">{labelOf(orgType)}</span>
                </>
              ),
            },
            { key: "status", header: "Status", cell: ({ status }) => <StatusTag value={status} /> },
            { key: "techTags", header: "Tags", cell: ({ techTags }) => <TagList tags={techTags} /> },
            { key: "createdAt", header: "Registered", cell: ({ createdAt }) => <DateTime value={createdAt} /> },
          ]}
        />
      ) : (
        <ListEmpty query={query} total={list.total} title="No organization fits">
          <p>
            Nothing fits these filters. <Link to="/gov/organizations">Clear the filters</Link>; organizations come here
            by registering themselves.
          </p>
        </ListEmpty>
      )}
      <ListPages query={query} list={list} />
    </>
  );
}
