import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { CALL_STATUSES, NOTICE_TYPES, SET_ASIDES } from "#db/enumerations";
import { listCalls, submissionsToCalls } from "~/domain/call/queries.server";
import { shownStatus } from "~/domain/call/rules";
import { presetTags } from "~/domain/preset-tag/queries.server";
import { shownColumns } from "~/domain/shown-columns/queries.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { callColumns } from "~/ui/call/call-columns";
import { CALL_LABELS } from "~/ui/call/call-fields";
import { ColumnMenu, chosenColumns, tagsWithin, valuesOfColumns } from "~/ui/kit/list/column-menu";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { columnsForms, requestedTable } from "~/web/forms/list-columns.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

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
  const { filter, columns, ...requested } = requestedTable(args.request, listCalls, "calls");
  const columnChoice = await read(shownColumns, { list: "calls", columns });
  const listed = await read(listCalls, filter);
  const ids = listed.items.map(({ id }) => id);
  const submissions = columnChoice.shown.includes("submissions") ? await read(submissionsToCalls, { ids }) : {};
  return {
    ...requested,
    columnChoice,
    list: pageOf(listed, (call) => {
      const { id, title, noticeType, releasesAt, closesAt } = call;
      const values = { ...call, submissions: submissions[id] ?? 0, author: call.author.name };
      return {
        ...valuesOfColumns(values, columnChoice),
        ...{ id, title, noticeType, releasesAt, closesAt, status: shownStatus(call, now) },
      };
    }),
    presets: await read(presetTags),
    mayPublish: reachThrough("publisher", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) => handleForms(args, columnsForms(args, "calls"));

export default function Calls() {
  const data = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { list, mayPublish, columnChoice } = data;
  const filters = filtersOf(data);
  const columns = callColumns(tagsWithin(columnChoice, 1));
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
      <FilterForm requested={data} filters={filters} list={list} />
      <ListSummary
        requested={data}
        filters={filters}
        list={list}
        noun={["call", "calls"]}
        columns={<ColumnMenu requested={data} columns={columns} choice={columnChoice} state={state} />}
      />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("Calls", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(call) => call.id}
          columns={chosenColumns(columns, columnChoice)}
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
