import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { PROFILE_LABELS } from "~/domain/organization/profile-fields";
import { listOrganizations } from "~/domain/organization/queries.server";
import { presetTags } from "~/domain/preset-tag/queries.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { csvAddress } from "~/ui/kit/list/list-address";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { LookAlikes } from "~/ui/organization/look-alikes";
import { labelOf } from "~/values/labels";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Organizations", data, filtersOf(data), data?.list));

const filtersOf = (data?: SerializeFrom<typeof loader>): Filter[] => [
  { name: "q", label: "Name, UEI or CAGE code" },
  { name: "status", label: "Status", options: ORGANIZATION_STATUSES },
  { name: "orgType", label: PROFILE_LABELS.orgType, options: ORGANIZATION_TYPES },
  { name: "setAside", label: PROFILE_LABELS.setAsides, options: SET_ASIDES },
  {
    name: "samRegistrationStatus",
    label: PROFILE_LABELS.samRegistrationStatus,
    options: SAM_REGISTRATION_STATUSES,
  },
  { name: "tag", label: "Tag", presets: data?.presets ?? [] },
];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { filter, ...requested } = requestedList(args.request, listOrganizations);
  const list = pageOf(
    await read(listOrganizations, filter),
    ({ id, name, looksLike, orgType, status, techTags, createdAt }) => ({
      id,
      name,
      looksLike,
      orgType,
      status,
      techTags,
      createdAt,
    }),
  );
  const mayExport = reachThrough("enterprise", actor) !== null;
  const csv = mayExport ? csvAddress("organizations", requested, filter) : null;
  return { ...requested, list, csv, presets: await read(presetTags) };
}

export default function Organizations() {
  const data = useLoaderData<typeof loader>();
  const { list, csv } = data;
  const filters = filtersOf(data);
  return (
    <>
      <PageHeader title="Organizations" lede="Companies, universities and labs that registered." />
      <FilterForm requested={data} filters={filters} />
      <ListSummary requested={data} filters={filters} list={list} noun={["organization", "organizations"]} csv={csv} />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("Organizations", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(organization) => organization.id}
          columns={[
            {
              key: "name",
              header: "Name",
              sort: "name",
              cell: ({ id, name, orgType, looksLike }) => (
                <>
                  <Link to={`/gov/organizations/${id}`} title={name}>
                    {name}
                  </Link>
                  <span className="glip-table__detail">{labelOf(orgType)}</span>
                  {looksLike.length > 0 && (
                    <span className="glip-table__detail">
                      <LookAlikes organizations={looksLike} />
                    </span>
                  )}
                </>
              ),
            },
            { key: "status", header: "Status", sort: "status", cell: ({ status }) => <StatusTag value={status} /> },
            {
              key: "techTags",
              header: "Tags",
              cell: ({ techTags }) => techTags && <TagList tags={techTags} most={3} />,
            },
            {
              key: "createdAt",
              header: "Registered",
              sort: "-createdAt",
              cell: ({ createdAt }) => <DateTime value={createdAt} isShort />,
            },
          ]}
        />
      ) : (
        <ListEmpty
          requested={data}
          filters={filters}
          list={list}
          titles={["No matching organizations", "No organizations yet"]}
        >
          <p>
            Companies, universities and labs appear here when they <Link to="/register">register</Link>. Send the
            address of that page to those you want to hear from.
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
