import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { presetTags } from "~/domain/preset-tag/queries.server";
import { browseOwnSubmissions } from "~/domain/submission/queries.server";
import { pageOf } from "~/lists/paging";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { ANSWER_COLUMN, shownAnswer } from "~/ui/outcome/answer-column";
import { SubmissionTable, shownSubmission } from "~/ui/submission/submission-table";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Submissions", data, filtersOf(data), data?.list));

const filtersOf = (data?: SerializeFrom<typeof loader>): Filter[] => [
  { name: "status", label: "Status", options: SUBMISSION_STATUSES.filter((status) => status !== "ARCHIVED") },
  { name: "type", label: "Type", options: SUBMISSION_TYPES },
  { name: "tag", label: "Tag", presets: data?.presets ?? [] },
  { name: "q", label: "Title contains" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry");
  const { filter, ...requested } = requestedList(args.request, browseOwnSubmissions);
  const list = pageOf(await read(browseOwnSubmissions, filter), (row) => ({
    ...shownSubmission(row),
    ...shownAnswer(row),
  }));
  return { ...requested, list, presets: await read(presetTags) };
}

export default function Submissions() {
  const data = useLoaderData<typeof loader>();
  const { list } = data;
  const filters = filtersOf(data);
  return (
    <>
      <PageHeader
        title="Submissions"
        actions={
          <Link className="usa-button" to="/portal/submissions/new">
            New submission
          </Link>
        }
      />
      <FilterForm requested={data} filters={filters} list={list} />
      <ListSummary requested={data} filters={filters} list={list} noun={["submission", "submissions"]} />
      {list.items.length > 0 ? (
        <SubmissionTable
          caption={captionOf("Submissions of your organization", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          hrefFor={(row) => `/portal/submissions/${row.id}`}
          extra={[ANSWER_COLUMN]}
        />
      ) : (
        <ListEmpty
          requested={data}
          filters={filters}
          list={list}
          titles={["No matching submissions", "No submissions yet"]}
        >
          <p>
            <Link to="/portal/submissions/new">Submit a document</Link>. We send it to the government reviewers who
            follow its tags. When one of them reviews it, you see it here.
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
