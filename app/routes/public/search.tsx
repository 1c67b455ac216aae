import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clearRecentSearches } from "~/domain/recent-search/recent-searches.server";
import { SEARCH_PAGES } from "~/domain/search/addresses";
import { searchReadableRecords } from "~/domain/search/ledger-queries.server";
import { readerOf } from "~/domain/search/reader.server";
import { titleOf } from "~/ui/kit/page/title";
import { CLEAR_RECENT, RECENT_CLEARED } from "~/ui/search/recent-searches";
import { SearchHelp } from "~/ui/search/search-help";
import { SearchPage } from "~/ui/search/search-page";
import { shownResult } from "~/ui/search/shown-result";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { searchPageData } from "~/web/pages/search-page.server";

const title: MetaFunction<typeof loader> = titleOf(({ data }) =>
  data?.found ? `${data.found.query} – Search` : "Search",
);
// Anyone can link to any query, and the records have pages of their own.
export const meta: MetaFunction<typeof loader> = (args) => [
  ...(title(args) ?? []),
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const reader = await page(args, "public");
  // Government searches the whole ledger, with the same query.
  if (readerOf(reader.actor).isGovernment) {
    throw redirect(`${SEARCH_PAGES.government}${new URL(args.request.url).search}`);
  }
  const { found, ...data } = await searchPageData(args.request, reader, searchReadableRecords);
  return { ...data, found: found && shownResult(found) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, { [CLEAR_RECENT]: pageForm(clearRecentSearches, () => ({ text: RECENT_CLEARED })) });

export default function Search() {
  const { isCompany, guesses, ...data } = useLoaderData<typeof loader>();
  const lede = isCompany
    ? "Search calls, announcements, and your organization's submissions, messages and files."
    : "Search calls for technology and announcements.";
  return (
    <SearchPage
      {...data}
      page={SEARCH_PAGES.everyone}
      lede={lede}
      help={<SearchHelp audience={isCompany ? "company" : "public"} guesses={guesses} />}
    />
  );
}
