import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { lastEngagementsOfOrganizations, submissionsOfOrganizations } from "~/domain/organization/activity.server";
import { PROFILE_LABELS } from "~/domain/organization/profile-fields";
import { listOrganizations } from "~/domain/organization/queries.server";
import { presetTags } from "~/domain/preset-tag/queries.server";
import type { ColumnOf } from "~/domain/shown-columns/lists";
import { shownColumns } from "~/domain/shown-columns/queries.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { ColumnMenu, chosenColumns, tagsWithin, valuesOfColumns } from "~/ui/kit/list/column-menu";
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
import { organizationColumns, placeOf } from "~/ui/organization/organization-columns";
import { columnsForms, requestedTable } from "~/web/forms/list-columns.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

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
  const { filter, columns, ...requested } = requestedTable(args.request, listOrganizations, "organizations");
  const columnChoice = await read(shownColumns, { list: "organizations", columns });
  const isShown = (column: ColumnOf<"organizations">) => columnChoice.shown.includes(column);
  const listed = await read(listOrganizations, filter);
  const ids = listed.items.map(({ id }) => id);
  const submissions = isShown("submissions") ? await read(submissionsOfOrganizations, { ids }) : {};
  const engagements = isShown("lastEngagement") ? await read(lastEngagementsOfOrganizations, { ids }) : {};
  const list = pageOf(listed, (organization) => {
    const { id, name, orgType, looksLike } = organization;
    const values = {
      ...organization,
      place: placeOf(organization),
      submissions: submissions[id] ?? 0,
      lastEngagement: engagements[id] ?? null,
    };
    return { id, name, orgType, looksLike, ...valuesOfColumns(values, columnChoice) };
  });
  const mayExport = reachThrough("enterprise", actor) !== null;
  const csv = mayExport ? csvAddress("organizations", requested, filter) : null;
  return { ...requested, columnChoice, list, csv, presets: await read(presetTags) };
}

export const action = (args: ActionFunctionArgs) => handleForms(args, columnsForms(args, "organizations"));

export default function Organizations() {
  const data = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { list, csv, columnChoice } = data;
  const filters = filtersOf(data);
  const columns = organizationColumns(tagsWithin(columnChoice, 2));
  return (
    <>
      <PageHeader title="Organizations" lede="Companies, universities and labs that registered." />
      <FilterForm requested={data} filters={filters} list={list} />
      <ListSummary
        requested={data}
        filters={filters}
        list={list}
        noun={["organization", "organizations"]}
        csv={csv}
        columns={<ColumnMenu requested={data} columns={columns} choice={columnChoice} state={state} />}
      />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("Organizations", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(organization) => organization.id}
          columns={chosenColumns(columns, columnChoice)}
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
