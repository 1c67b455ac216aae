import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CALL_STATUSES, NOTICE_TYPES, SET_ASIDES } from "#db/enumerations";
import { listCalls } from "~/domain/call/queries.server";
import { isPastDeadline } from "~/domain/call/rules";
import { pageOf } from "~/domain/paging";
import { presetTagLabels } from "~/domain/preset-tag/queries.server";
import { askedList, page } from "~/http/page.server";
import { labelOf } from "~/labels";
import { reachThrough } from "~/policy/policy";
import { CALL_LABELS } from "~/ui/call-fields";
import { SelectField, TagField, TextField } from "~/ui/fields";
import { counted } from "~/ui/format";
import { FilterForm, ListEmpty, ListPages } from "~/ui/list";
import { DataTable, DateTime, Day, PageHeader, StatusTag, TagList } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Calls for technology");

const ORDERS = [
  { value: "closesAt", label: "Deadline" },
  { value: "-createdAt", label: "Newest" },
  { value: "title", label: "Title" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const now = services.clock();
  const { query, faults, filter } = askedList(args.request, listCalls);
  return {
    query,
    faults,
    list: pageOf(
      await read(listCalls, filter),
      ({ id, title, noticeType, techTags, status, releasesAt, closesAt, updatedAt }) => ({
        id,
        title,
        noticeType,
        techTags,
        status,
        releasesAt,
        closesAt,
        isPastDeadline: isPastDeadline({ closesAt }, now),
        updatedAt,
      }),
    ),
    presets: await read(presetTagLabels),
    mayPublish: reachThrough("publisher", actor) !== null,
  };
}

export default function Calls() {
  const { query, faults, list, presets, mayPublish } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Calls for technology"
        lede="Drafts and scheduled calls are seen by government alone."
        actions={
          mayPublish && (
            <Link className="usa-button" to="/gov/calls/new">
              New call
            </Link>
          )
        }
      />
      <FilterForm query={query} faults={faults}>
        <SelectField name="status" label={CALL_LABELS.status} options={CALL_STATUSES} emptyLabel="Any" />
        <SelectField name="noticeType" label={CALL_LABELS.noticeType} options={NOTICE_TYPES} emptyLabel="Any" />
        <SelectField name="setAside" label={CALL_LABELS.setAside} options={SET_ASIDES} emptyLabel="Any" />
        <TagField name="tag" label="Tag" presets={presets} isSingle />
        <TextField name="closesFrom" label="Last day from" type="date" />
        <TextField name="closesTo" label="Last day to" type="date" />
        <TextField name="q" label="Title contains" />
        <SelectField name="sort" label="Order" options={ORDERS} emptyLabel="Latest change" />
      </FilterForm>
      {list.items.length > 0 ? (
        <DataTable
          caption={counted(list.total, "call", "calls")}
          rows={list.items}
          rowKey={(call) => call.id}
          columns={[
            {
              key: "title",
              header: CALL_LABELS.title,
              cell: (call) => (
                <>
                  <Link to={`/gov/calls/${call.id}`}>{call.title}</Link>
                  {call.noticeType && <span className="glip-table__detail">{labelOf(call.noticeType)}</span>}
                </>
              ),
            },
            { key: "techTags", header: "Tags", cell: (call) => <TagList tags={call.techTags} /> },
            {
              key: "status",
              header: CALL_LABELS.status,
              cell: (call) => (
                <>
                  <StatusTag value={call.status} />
                  {call.status === "PENDING" && (
                    <span className="glip-table__detail">
                      Opens <DateTime value={call.releasesAt} />
                    </span>
                  )}
                </>
              ),
            },
            {
              key: "closesAt",
              header: "Last day (UTC)",
              cell: (call) => (
                <>
                  <Day value={call.closesAt} />
                  {call.isPastDeadline && <span className="glip-table__detail">Over: takes no submissions</span>}
                </>
              ),
            },
            { key: "updatedAt", header: "Last changed", cell: (call) => <DateTime value={call.updatedAt} /> },
          ]}
        />
      ) : (
        <ListEmpty query={query} total={list.total} title="No call fits">
          <p>
            Nothing fits these filters. <Link to="/gov/calls">Clear the filters</Link>
            {mayPublish && (
              <>
                {" "}
                or <Link to="/gov/calls/new">write a new call</Link>
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
