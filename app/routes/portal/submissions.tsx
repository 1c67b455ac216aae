import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { wholeList } from "~/domain/paging";
import { listOwnSubmissions } from "~/domain/submission/queries.server";
import { page } from "~/http/page.server";
import { EmptyState, PageHeader } from "~/ui/page";
import { SubmissionTable, shownSubmission } from "~/ui/submission-table";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Submissions");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry");
  return { submissions: wholeList(await read(listOwnSubmissions)).map(shownSubmission) };
}

export default function Submissions() {
  const { submissions } = useLoaderData<typeof loader>();
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
      {submissions.length > 0 ? (
        <SubmissionTable
          caption="Submissions of your organization, newest first"
          rows={submissions}
          hrefFor={(row) => `/portal/submissions/${row.id}`}
        />
      ) : (
        <EmptyState title="Nothing submitted yet">
          <p>A submission reaches the government people who follow its tags, and you see here when it was reviewed.</p>
        </EmptyState>
      )}
    </>
  );
}
