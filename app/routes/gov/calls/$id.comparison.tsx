import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { compareSubmissions } from "~/domain/assessment/compare.server";
import { callTitle } from "~/domain/call/queries.server";
import { reachThrough } from "~/policy/policy";
import { answerInWords } from "~/ui/assessment/judgment";
import { Detail } from "~/ui/kit/detail";
import { DateTime, DayOf } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
import { listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { labelOf } from "~/values/labels";
import { inputOf, page, requestedList } from "~/web/pages/page.server";

const TITLE = "Compare submissions";

/** @param call its title */
const headingOf = (call: string | null = null) => (call === null ? TITLE : `${TITLE}: ${call}`);

export const meta = titleOf<typeof loader>(({ data }) => listTitle(headingOf(data?.callTitle), data, [], data?.list));

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { id = "" } = args.params;
  const { filter, ...requested } = requestedList(args.request, inputOf(compareSubmissions));
  const { questions, ...list } = await read(compareSubmissions, { ...filter, id });
  const { sort = requested.choices.defaultSort } = filter;
  const mayExport = reachThrough("enterprise", actor) !== null;
  return {
    ...requested,
    path: `/gov/calls/${id}`,
    callTitle: await read(callTitle, { id }),
    questions,
    list,
    csv: mayExport ? `/api/export/comparison.csv?${new URLSearchParams({ callId: id, sort })}` : null,
  };
}

type Data = SerializeFrom<typeof loader>;
type Row = Data["list"]["items"][number];
type Verdict = Row["opinions"][number];

export default function Comparison() {
  const data = useLoaderData<typeof loader>();
  const { path, callTitle: call, list, questions, csv } = data;
  return (
    <>
      <PageHeader
        title={headingOf(call)}
        breadcrumbs={[{ label: "Calls", to: "/gov/calls" }, { label: call ?? "Call", to: path }, { label: TITLE }]}
        lede="What reviewers think of each submission to this call, who owns it, and what its organization was answered."
      />
      <ListSummary requested={data} filters={[]} list={list} noun={["submission", "submissions"]} csv={csv} />
      {list.items.length > 0 ? (
        <DataTable
          caption={captionOf("Submissions to this call", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={({ id }) => id}
          columns={columnsOf(questions)}
        />
      ) : (
        <ListEmpty requested={data} filters={[]} list={list} titles={["No matching submissions", "No submissions yet"]}>
          <p>
            Submissions to <Link to={path}>this call</Link> appear here.
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}

const NONE_YET = <span className="glip-muted">None yet</span>;

function columnsOf(questions: Data["questions"]): Column<Row>[] {
  return [
    {
      key: "title",
      header: "Submission",
      sort: "title",
      cell: ({ id, title, organization }) => (
        <>
          <Link to={`/gov/submissions/${id}`}>{title}</Link>
          <Detail>{organization.name}</Detail>
        </>
      ),
    },
    { key: "status", header: "Status", sort: "status", cell: ({ status }) => <StatusTag value={status} /> },
    { key: "owner", header: "Owner", cell: ({ owner }) => owner?.name ?? "Nobody" },
    {
      key: "opinions",
      header: "Opinions",
      cell: ({ opinions }) => (opinions.length === 0 ? NONE_YET : <Opinions opinions={opinions} />),
    },
    {
      key: "conclusion",
      header: "Conclusion",
      cell: ({ conclusion }) =>
        conclusion ? (
          <>
            {inWords(conclusion)}
            {questions.map(({ id, kind, label }) => {
              const given = conclusion.answers.find(({ questionId }) => questionId === id);
              return (
                given && (
                  <Detail key={id}>
                    {label} {answerInWords(kind, given.answer)}
                  </Detail>
                )
              );
            })}
          </>
        ) : (
          NONE_YET
        ),
    },
    {
      key: "outcome",
      header: "Answer",
      cell: ({ outcome }) =>
        outcome ? (
          <>
            {labelOf(outcome.outcome)}
            <Detail>
              <DateTime value={outcome.sentAt} />
            </Detail>
          </>
        ) : (
          NONE_YET
        ),
    },
    {
      key: "createdAt",
      header: "Submitted",
      sort: "-createdAt",
      cell: ({ createdAt }) => <DayOf value={createdAt} />,
    },
  ];
}

/** How many there are, and what each says. */
function Opinions({ opinions }: { opinions: readonly Verdict[] }) {
  return (
    <>
      {counted(opinions.length, "opinion")}
      {opinions.map((opinion) => (
        <Detail key={opinion.author.id}>
          {opinion.author.name}: {inWords(opinion)}
        </Detail>
      ))}
    </>
  );
}

/** "Relevance high, TRL 6, meet", without what is missing. */
function inWords({ relevance, readinessLevel, nextStep }: Verdict): string {
  const words = [
    relevance && `${labelOf(relevance)} relevance`,
    readinessLevel && `TRL ${readinessLevel}`,
    nextStep && labelOf(nextStep),
  ].filter(Boolean);
  return words.length > 0 ? words.join(", ") : "In words only";
}
