import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { searchNotices } from "~/domain/notification/queries.server";
import { deleteSavedSearch } from "~/domain/saved-search/delete.server";
import { commandsOfSearches, savedSearchRecord, searchPageOf } from "~/domain/saved-search/queries.server";
import { savedSearchChangesSchema } from "~/domain/saved-search/schema";
import { updateSavedSearch } from "~/domain/saved-search/update.server";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import {
  SAVED_SEARCH_LABELS,
  SAVED_SEARCHES_PAGE,
  SavedSearchFields,
  SearchInWords,
  SearchNoticesOff,
} from "~/ui/saved-search/saved-search-fields";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.search.name ?? "Saved search");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "signed in");
  const search = await read(savedSearchRecord, { id: args.params.id });
  const { command } = search.filters;
  return {
    search,
    commands: await read(commandsOfSearches, { ids: command === undefined ? [] : [command] }),
    ...(await read(searchNotices)),
    searchPage: searchPageOf(actor),
    constraints: constraintsOf(savedSearchChangesSchema.omit({ id: true })),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": pageForm(updateSavedSearch, ({ name }) => ({ text: `Search saved: ${name}.`, to: SAVED_SEARCHES_PAGE })),
    delete: pageForm(deleteSavedSearch, () => ({ text: "Search deleted.", to: SAVED_SEARCHES_PAGE }), { once: true }),
  });

export default function ChangeSavedSearch() {
  const { search, commands, areOff, searchPage, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { name, notify, url } = search;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[
          { label: "Search", to: searchPage },
          { label: "Saved searches", to: SAVED_SEARCHES_PAGE },
          { label: name },
        ]}
        actions={<Link to={url}>View results</Link>}
      />
      {areOff && <SearchNoticesOff />}
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={SAVED_SEARCH_LABELS} />
      <p>
        Your search: <SearchInWords {...search} commands={commands} />
      </p>
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? { name, notify }} errors={state?.errors}>
          <SavedSearchFields />
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Save search</SubmitButton>
            <Link to={SAVED_SEARCHES_PAGE}>Cancel</Link>
          </div>
        </FormKit>
      </Form>
      <ConfirmedAction
        isQuiet
        label="Delete this search"
        action="?delete"
        confirmLabel="Delete search"
        pendingText="Deleting…"
      >
        We no longer notify you of records that it finds. You cannot undo this.
      </ConfirmedAction>
    </>
  );
}
