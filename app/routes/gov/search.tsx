import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clearRecentSearches } from "~/domain/recent-search/recent-searches.server";
import { SEARCH_PAGES } from "~/domain/search/addresses";
import { searchLedger } from "~/domain/search/ledger-queries.server";
import { titleOf } from "~/ui/kit/page/title";
import { CLEAR_RECENT, RECENT_CLEARED } from "~/ui/search/recent-searches";
import { SearchHelp } from "~/ui/search/search-help";
import { SearchPage } from "~/ui/search/search-page";
import { shownResult } from "~/ui/search/shown-result";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { searchPageData } from "~/web/pages/search-page.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) =>
  data?.found ? `${data.found.query} – Search` : "Search",
);

export async function loader(args: LoaderFunctionArgs) {
  const { found, ...data } = await searchPageData(args.request, await page(args, "gov read"), searchLedger);
  return { ...data, found: found && shownResult(found) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, { [CLEAR_RECENT]: pageForm(clearRecentSearches, () => ({ text: RECENT_CLEARED })) });

export default function Search() {
  const { guesses, ...data } = useLoaderData<typeof loader>();
  return (
    <SearchPage
      {...data}
      page={SEARCH_PAGES.government}
      lede="Search the whole ledger: records, people, notes, messages and the text of files."
      help={<SearchHelp audience="government" guesses={guesses} />}
    />
  );
}
