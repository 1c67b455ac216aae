import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { searchNotices } from "~/domain/notification/queries.server";
import { addressOf, commandsOfSearches, searchPageOf } from "~/domain/saved-search/queries.server";
import { saveSearch } from "~/domain/saved-search/save.server";
import { newSavedSearchSchema, presentSearchSchema, storedFilters } from "~/domain/saved-search/schema";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import {
  SAVED_SEARCH_LABELS,
  SAVED_SEARCHES_PAGE,
  SavedSearchFields,
  SearchInWords,
  SearchNoticesOff,
} from "~/ui/saved-search/saved-search-fields";
import { LIMITS } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Save this search");

/** The address has the search, as the page of results does. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "signed in");
  const given = presentSearchSchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { areOff } = await read(searchNotices);
  const constraints = constraintsOf(newSavedSearchSchema.pick({ name: true, notify: true }));
  if (!given.success) return { search: null, searchPage: searchPageOf(actor), areOff, constraints };
  const { q, ...rest } = given.data;
  const filters = storedFilters(rest);
  return {
    search: {
      q,
      filters,
      commands: await read(commandsOfSearches, { ids: filters.command === undefined ? [] : [filters.command] }),
      results: addressOf(q, filters, actor),
    },
    searchPage: searchPageOf(actor),
    areOff,
    constraints,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": pageForm(saveSearch, ({ name }) => ({ text: `Search saved: ${name}.`, to: SAVED_SEARCHES_PAGE }), {
      once: true,
    }),
  });

const nameFor = (q: string) => q.slice(0, LIMITS.savedSearchNameCharacters).trim();

export default function NewSavedSearch() {
  const { search, searchPage, areOff, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Save this search"
        breadcrumbs={[
          { label: "Search", to: searchPage },
          { label: "Saved searches", to: SAVED_SEARCHES_PAGE },
          { label: "Save this search" },
        ]}
        lede="We notify you of records that appear from now on and that this search finds."
      />
      {areOff && <SearchNoticesOff />}
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={SAVED_SEARCH_LABELS} />
      {search === null ? (
        <EmptyState title="No search to save">
          <p>
            <Link to={searchPage}>Search for something</Link>, then select “Save this search”.
          </p>
        </EmptyState>
      ) : (
        <>
          <p>
            Your search: <SearchInWords {...search} />
          </p>
          <Form method="post" noValidate className="usa-form usa-form--large glip-form">
            <FormKit
              constraints={constraints}
              values={state?.values ?? { name: nameFor(search.q), notify: "DIGEST" }}
              errors={state?.errors}
            >
              {Object.entries({ q: search.q, ...search.filters }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <SavedSearchFields />
              <div className="glip-cluster">
                <SubmitButton pendingText="Saving…">Save search</SubmitButton>
                <Link to={search.results}>Cancel</Link>
              </div>
            </FormKit>
          </Form>
        </>
      )}
    </>
  );
}
