import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES } from "#db/enumerations";
import { pageOf } from "~/domain/paging";
import { countSubmissions, listSubmissions } from "~/domain/submission/queries.server";
import { page } from "~/http/page.server";
import { EmptyState, PageHeader, Section } from "~/ui/page";
import { StatusCounts } from "~/ui/status-counts";
import { SubmissionTable, shownSubmission } from "~/ui/submission-table";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Dashboard");

const ROWS_SHOWN = "8";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const mine = await read(listSubmissions, { view: "mine", status: "ROUTED", pageSize: ROWS_SHOWN });
  const unrouted = await read(listSubmissions, { view: "unrouted", pageSize: ROWS_SHOWN });
  return {
    name: actor.name,
    counts: await read(countSubmissions),
    mine: pageOf(mine, shownSubmission),
    unrouted: pageOf(unrouted, shownSubmission),
  };
}

export default function GovernmentDashboard() {
  const { name, counts, mine, unrouted } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Dashboard" lede={`Welcome, ${name}.`} />
      <StatusCounts statuses={SUBMISSION_STATUSES} counts={counts} />
      <Section
        title={`Waiting for your review (${mine.total})`}
        actions={<Link to="/gov/submissions?view=mine">Everything routed to me</Link>}
      >
        {mine.items.length > 0 ? (
          <SubmissionTable
            caption="Routed to you, not reviewed yet"
            rows={mine.items}
            hrefFor={(row) => `/gov/submissions/${row.id}`}
          />
        ) : (
          <EmptyState title="Nothing waits for you">
            <p>
              Submissions are routed to you by your <Link to="/notifications/settings">routing interests</Link>.
            </p>
          </EmptyState>
        )}
      </Section>
      <Section
        title={`Unrouted (${unrouted.total})`}
        actions={<Link to="/gov/submissions?view=unrouted">All unrouted</Link>}
      >
        {unrouted.items.length > 0 ? (
          <SubmissionTable
            caption="Submissions that concern nobody yet"
            rows={unrouted.items}
            hrefFor={(row) => `/gov/submissions/${row.id}`}
          />
        ) : (
          <EmptyState title="Everything found somebody" />
        )}
      </Section>
    </>
  );
}
