import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { countAccountsToConfirm } from "~/domain/account-administration/recertification.server";
import { callsClosingSoon } from "~/domain/call/closing-soon.server";
import { engagementsByMonth } from "~/domain/engagement/by-month.server";
import { answerTimes } from "~/domain/outcome/answer-times.server";
import { duePromises } from "~/domain/promise/due-promises.server";
import { countSubmissions, listSubmissions } from "~/domain/submission/queries.server";
import { reviewTimes } from "~/domain/submission/review-times.server";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { RecertificationDue } from "~/ui/account/recertification-due";
import { Deadline } from "~/ui/call/call-list";
import { DataTable } from "~/ui/kit/list/data-table";
import { StatTiles } from "~/ui/kit/list/stat-tiles";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { DuePromises } from "~/ui/promise/due-promises";
import { SubmissionTable, shownSubmission } from "~/ui/submission/submission-table";
import { formatCount, formatDay } from "~/values/format";
import { page } from "~/web/pages/page.server";
import { AnswerTimes, ReviewTimes } from "./command-figures";
import { EngagementsByMonth, SubmissionsByStatus } from "./government-figures";

export const meta = titleOf("Dashboard");

const ROWS_SHOWN = "5";
const MINE = "/gov/submissions?view=mine&status=ROUTED";
const UNROUTED = "/gov/submissions?view=unrouted";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  return {
    name: actor.name,
    toConfirm: reachThrough("user administration", actor) ? await read(countAccountsToConfirm) : 0,
    promises: await read(duePromises),
    mine: pageOf(
      await read(listSubmissions, { view: "mine", status: "ROUTED", pageSize: ROWS_SHOWN }),
      shownSubmission,
    ),
    closing: await read(callsClosingSoon),
    unrouted: pageOf(await read(listSubmissions, { view: "unrouted", pageSize: ROWS_SHOWN }), shownSubmission),
    counts: await read(countSubmissions),
    engagements: await read(engagementsByMonth),
    reviews: await read(reviewTimes),
    answers: await read(answerTimes),
    mayReview: reachThrough("gov write", actor) !== null,
    mayReroute: reachThrough("enterprise", actor) !== null,
  };
}

export default function GovernmentDashboard() {
  const {
    name,
    toConfirm,
    promises,
    mine,
    closing,
    unrouted,
    counts,
    engagements,
    reviews,
    answers,
    mayReview,
    mayReroute,
  } = useLoaderData<typeof loader>();
  const closingHref = `/gov/calls?${new URLSearchParams({ status: "OPEN", closesFrom: closing.today, closesTo: closing.lastDay, sort: "closesAt" })}`;
  return (
    <>
      <PageHeader title="Dashboard" lede={`Welcome, ${name}.`} />
      <RecertificationDue count={toConfirm} />
      <DuePromises due={promises} />
      <StatTiles
        isWide
        tiles={[
          {
            label: mayReview ? "Waiting for your review" : "Routed to you, not yet reviewed",
            value: formatCount(mine.total),
            to: MINE,
          },
          { label: "Calls closing within 14 days", value: formatCount(closing.total), to: closingHref },
          { label: "Unrouted submissions", value: formatCount(unrouted.total), to: UNROUTED },
        ]}
      />
      <Section
        title={mayReview ? "Waiting for your review" : "Routed to you, not yet reviewed"}
        actions={
          <>
            {mine.total > mine.items.length && <Link to={MINE}>All {formatCount(mine.total)}</Link>}
            <Link to="/gov/submissions?view=mine">Everything routed to me</Link>
          </>
        }
      >
        {mine.items.length > 0 ? (
          <SubmissionTable
            caption="Routed to you, not yet reviewed, newest first"
            rows={mine.items}
            hrefFor={(row) => `/gov/submissions/${row.id}`}
          />
        ) : (
          <EmptyState title="You're all caught up">
            <p>
              We send you submissions that match your <Link to="/notifications/settings">routing interests</Link>.
            </p>
          </EmptyState>
        )}
      </Section>
      <Section
        title="Calls closing within 14 days"
        actions={<Link to={closingHref}>{closing.total > 0 ? `All ${formatCount(closing.total)}` : "Calls"}</Link>}
      >
        {closing.items.length > 0 ? (
          <DataTable
            caption={`Open calls that close by ${formatDay(new Date(closing.lastDay))}, earliest first`}
            rows={closing.items}
            rowKey={({ id }) => id}
            columns={[
              { key: "title", header: "Call", cell: ({ id, title }) => <Link to={`/gov/calls/${id}`}>{title}</Link> },
              { key: "closesAt", header: "Deadline", cell: ({ closesAt }) => <Deadline closesAt={closesAt} /> },
              {
                key: "submissions",
                header: "Submissions",
                cell: ({ id, title, submissions }) =>
                  submissions === 0 ? (
                    "None yet"
                  ) : (
                    <Link className="glip-number-link" to={`/gov/submissions?callId=${id}`}>
                      {formatCount(submissions)}
                      <span className="usa-sr-only"> to {title}</span>
                    </Link>
                  ),
              },
            ]}
          />
        ) : (
          <EmptyState title="No calls close soon">
            <p>
              See <Link to="/gov/calls?status=OPEN&sort=closesAt">all open calls by deadline</Link>.
            </p>
          </EmptyState>
        )}
      </Section>
      <Section
        title="Unrouted submissions"
        actions={
          <>
            <Link to={UNROUTED}>{unrouted.total > 0 ? `All ${formatCount(unrouted.total)}` : "Unrouted"}</Link>
            {mayReroute && unrouted.total > 0 && <Link to="/gov/submissions/reroute">Preview rerouting</Link>}
          </>
        }
      >
        {unrouted.items.length > 0 ? (
          <SubmissionTable
            caption="Submissions without a reviewer, newest first"
            rows={unrouted.items}
            hrefFor={(row) => `/gov/submissions/${row.id}`}
          />
        ) : (
          <EmptyState title="No unrouted submissions">
            <p>Submissions without a reviewer appear here.</p>
          </EmptyState>
        )}
      </Section>
      <div className="glip-figure-grid">
        <div>
          <SubmissionsByStatus counts={counts} />
          <EngagementsByMonth {...engagements} />
        </div>
        <div>
          <ReviewTimes {...reviews} />
          <AnswerTimes {...answers} />
        </div>
      </div>
    </>
  );
}
