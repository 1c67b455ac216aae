import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clearRecentSearches } from "~/domain/recent-search/recent-searches.server";
import { searchLedger } from "~/domain/search/ledger-queries.server";
import { FEW_OF_EACH, ledgerSearchPageSchema, ledgerSearchSchema } from "~/domain/search/ledger-schema";
import { readerOf } from "~/domain/search/reader.server";
import { titleOf } from "~/ui/kit/page/title";
import { CLEAR_RECENT, RECENT_CLEARED } from "~/ui/search/recent-searches";
import { SEARCH_PAGE } from "~/ui/search/search-box";
import { SearchHelp } from "~/ui/search/search-help";
import { SearchPage } from "~/ui/search/search-page";
import { shownResult } from "~/ui/search/shown-result";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { searchHistory } from "~/web/pages/search-history.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) =>
  data?.found ? `${data.found.query} – Search` : "Search",
);

export async function loader(args: LoaderFunctionArgs) {
  const { read, actor, services } = await page(args, "gov read");
  // A page without a query has no error: nobody has searched yet.
  const { query, faults, filter } = requestedList(args.request, { input: ledgerSearchPageSchema }, ["types"]);
  const sought = (filter.q ?? "").trim() === "" ? null : (filter.q ?? null);
  const offered = readerOf(actor).types;
  const found =
    sought === null
      ? null
      : shownResult(await read(searchLedger, { limit: filter.types ? undefined : FEW_OF_EACH, ...filter }));
  return {
    query,
    faults,
    offered,
    saves: true,
    guesses: services.settings.searchBackend !== "fulltext",
    types: offered.filter((type) => (filter.types ?? "").split(",").some((name) => name.trim() === type)),
    constraints: { q: { maxLength: constraintsOf(ledgerSearchSchema).q?.maxLength } },
    found,
    recent: await searchHistory(args.request, { actor, services, read }, sought),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, { [CLEAR_RECENT]: pageForm(clearRecentSearches, () => ({ text: RECENT_CLEARED })) });

export default function Search() {
  const { guesses, ...data } = useLoaderData<typeof loader>();
  return (
    <SearchPage
      {...data}
      page={SEARCH_PAGE}
      lede="Search the whole ledger: records, people, notes, messages and the text of files."
      help={<SearchHelp audience="government" guesses={guesses} />}
    />
  );
}
