import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { callTitle } from "~/domain/call/queries.server";
import { organizationName } from "~/domain/organization/queries.server";
import { pageOf } from "~/domain/paging";
import { presetTagLabels } from "~/domain/preset-tag/queries.server";
import { listSubmissions } from "~/domain/submission/queries.server";
import { SUBMISSION_VIEWS } from "~/domain/submission/rules";
import { askedList, page } from "~/http/page.server";
import { answerForms } from "~/http/page-forms.server";
import { REVIEW_FORM } from "~/http/review-form.server";
import { reachThrough } from "~/policy/policy";
import { SelectField, TagField, TextField } from "~/ui/fields";
import { ErrorSummary } from "~/ui/form-feedback";
import { counted } from "~/ui/format";
import { FilterForm, hrefWith, ListEmpty, ListPages } from "~/ui/list";
import { PageHeader } from "~/ui/page";
import { REVIEW_NOTICE, ReviewActions } from "~/ui/submission-review";
import { SubmissionTable, shownSubmission } from "~/ui/submission-table";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Submissions");

const VIEW_LABELS = { all: "All", mine: "Routed to me", unrouted: "Unrouted" };

const ORDERS = [
  { value: "-updatedAt", label: "Latest change" },
  { value: "title", label: "Title" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { query, faults, filter } = askedList(args.request, listSubmissions);
  const { callId, organizationId } = query;
  return {
    query,
    faults,
    list: pageOf(await read(listSubmissions, filter), (row) => ({
      ...shownSubmission(row),
      organization: row.organization,
    })),
    // What links lead here with; one that is not there is named by its id.
    callTitle: callId && ((await read(callTitle, { id: callId })) ?? callId),
    organizationName: organizationId && ((await read(organizationName, { id: organizationId })) ?? organizationId),
    presets: await read(presetTagLabels),
    mayReview: reachThrough("gov write", actor) !== null,
    mayReroute: reachThrough("enterprise", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) => answerForms(args, { "": REVIEW_FORM });

export default function Submissions() {
  const { query, faults, list, presets, callTitle, organizationName, mayReview, mayReroute } =
    useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Submissions"
        lede={mayReview ? REVIEW_NOTICE : undefined}
        actions={
          mayReroute && (
            <Link className="usa-button usa-button--outline" to="/gov/submissions/reroute">
              Route unrouted again
            </Link>
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
                to={hrefWith(query, { view, page: "1" })}
              >
                {VIEW_LABELS[view]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <FilterForm query={query} faults={faults}>
        <input type="hidden" name="view" value={query.view ?? "all"} />
        {callTitle && <input type="hidden" name="callId" value={query.callId} />}
        {organizationName && <input type="hidden" name="organizationId" value={query.organizationId} />}
        <SelectField name="status" label="Status" options={SUBMISSION_STATUSES} emptyLabel="Not archived" />
        <SelectField name="type" label="Type" options={SUBMISSION_TYPES} emptyLabel="Any" />
        <TagField name="tag" label="Tag" presets={presets} isSingle />
        <TextField name="q" label="Title contains" />
        <SelectField name="sort" label="Order" options={ORDERS} emptyLabel="Newest" />
      </FilterForm>
      {callTitle && (
        <p className="glip-filtered">
          Only to the call <Link to={`/gov/calls/${query.callId}`}>{callTitle}</Link>.{" "}
          <Link to={hrefWith(query, { callId: undefined, page: undefined })}>Clear the filter by call</Link>
        </p>
      )}
      {organizationName && (
        <p className="glip-filtered">
          Only of <Link to={`/gov/organizations/${query.organizationId}`}>{organizationName}</Link>.{" "}
          <Link to={hrefWith(query, { organizationId: undefined, page: undefined })}>
            Clear the filter by organization
          </Link>
        </p>
      )}
      {list.items.length > 0 ? (
        <SubmissionTable
          caption={counted(list.total, "submission", "submissions")}
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
        <ListEmpty query={query} total={list.total} title="No submission fits">
          <p>
            Nothing fits this view and these filters. Try another view, or{" "}
            <Link to="/gov/submissions">clear the filters</Link>.
          </p>
        </ListEmpty>
      )}
      <ListPages query={query} list={list} />
    </>
  );
}
