import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { listSubmissions } from "~/domain/submission/queries.server";
import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { SUBMISSION_VIEWS } from "~/domain/submission/rules";
import { submitForm } from "~/http/form.server";
import { page, queryOf, redirectWithNotice } from "~/http/page.server";
import { reviewByForm } from "~/http/review-form.server";
import { reachThrough } from "~/policy/policy";
import { SelectField, TextField } from "~/ui/fields";
import { ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { FormKit } from "~/ui/form-kit";
import { EmptyState, PageHeader, Pagination } from "~/ui/page";
import { REVIEW_NOTICE, ReviewActions } from "~/ui/submission-review";
import { SubmissionTable } from "~/ui/submission-table";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Submissions");

const VIEW_LABELS = { all: "All", mine: "Routed to me", unrouted: "Unrouted" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const query = queryOf(args.request);
  return {
    query,
    list: await read(listSubmissions, query),
    mayReview: reachThrough("gov write", actor) !== null,
    mayReroute: reachThrough("enterprise", actor) !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  if (!searchParams.has("reroute")) return reviewByForm(args);
  await page(args, "enterprise");
  const outcome = await submitForm(args, rerouteSubmissions);
  if (!outcome.ok) return outcome.refused;
  const { routed, totalMatches } = outcome.result;
  const text = `Routed ${routed} ${routed === 1 ? "submission" : "submissions"}, with ${totalMatches} ${totalMatches === 1 ? "match" : "matches"}.`;
  searchParams.delete("reroute");
  return redirectWithNotice(args, searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname, text);
}

export default function Submissions() {
  const { query, list, mayReview, mayReroute } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const hrefWith = (changes: Record<string, string>) => `?${new URLSearchParams({ ...query, ...changes })}`;
  return (
    <>
      <PageHeader
        title="Submissions"
        lede={mayReview ? REVIEW_NOTICE : undefined}
        actions={
          mayReroute && (
            <Form method="post" action="?reroute">
              <SubmitButton variant="outline" pendingText="Routing…">
                Route unrouted again
              </SubmitButton>
            </Form>
          )
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      <nav aria-label="Views">
        <ul className="usa-button-group usa-button-group--segmented">
          {SUBMISSION_VIEWS.map((view) => (
            <li className="usa-button-group__item" key={view}>
              <Link
                className={(query.view ?? "all") === view ? "usa-button" : "usa-button usa-button--outline"}
                aria-current={(query.view ?? "all") === view ? "page" : undefined}
                to={hrefWith({ view, page: "1" })}
              >
                {VIEW_LABELS[view]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form method="get" className="glip-filters">
        <FormKit constraints={{}} values={query} errors={undefined}>
          <input type="hidden" name="view" value={query.view ?? "all"} />
          <SelectField name="status" label="Status" options={SUBMISSION_STATUSES} emptyLabel="Not archived" />
          <SelectField name="type" label="Type" options={SUBMISSION_TYPES} emptyLabel="Any" />
          <TextField name="tag" label="Tag" />
          <button className="usa-button" type="submit">
            Filter
          </button>
        </FormKit>
      </Form>
      {list.items.length > 0 ? (
        <SubmissionTable
          caption={`${list.total} ${list.total === 1 ? "submission" : "submissions"}`}
          rows={list.items}
          hrefFor={(row) => `/gov/submissions/${row.id}`}
          extra={[
            {
              key: "organization",
              header: "Organization",
              cell: ({ organization }) => <Link to={`/gov/organizations/${organization.id}`}>{organization.name}</Link>,
            },
          ]}
          actions={mayReview ? (row) => <ReviewActions submission={row} /> : undefined}
        />
      ) : (
        <EmptyState title="No submission fits">
          <p>Nothing fits this view and these filters. Try another view, or clear the filters.</p>
        </EmptyState>
      )}
      <Pagination
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        hrefFor={(page) => hrefWith({ page: String(page) })}
      />
    </>
  );
}
