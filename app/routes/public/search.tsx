import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clearRecentSearches } from "~/domain/recent-search/recent-searches.server";
import { searchReadableRecords } from "~/domain/search/ledger-queries.server";
import { FEW_OF_EACH, ledgerSearchPageSchema, ledgerSearchSchema } from "~/domain/search/ledger-schema";
import { readerOf } from "~/domain/search/reader.server";
import { titleOf } from "~/ui/kit/page/title";
import { CLEAR_RECENT, RECENT_CLEARED } from "~/ui/search/recent-searches";
import { PUBLIC_SEARCH_PAGE, SEARCH_PAGE } from "~/ui/search/search-box";
import { SearchHelp } from "~/ui/search/search-help";
import { SearchPage } from "~/ui/search/search-page";
import { shownResult } from "~/ui/search/shown-result";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { searchHistory } from "~/web/pages/search-history.server";

const title: MetaFunction<typeof loader> = titleOf(({ data }) =>
  data?.found ? `${data.found.query} – Search` : "Search",
);
// Anyone can link to any query, and the records have pages of their own.
export const meta: MetaFunction<typeof loader> = (args) => [
  ...(title(args) ?? []),
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read, actor, services } = await page(args, "public");
  const reader = readerOf(actor);
  // Government searches the whole ledger, with the same query.
  if (reader.isGovernment) throw redirect(`${SEARCH_PAGE}${new URL(args.request.url).search}`);
  const { query, faults, filter } = requestedList(args.request, { input: ledgerSearchPageSchema }, ["types"]);
  const sought = (filter.q ?? "").trim() === "" ? null : (filter.q ?? null);
  const found =
    sought === null
      ? null
      : shownResult(await read(searchReadableRecords, { limit: filter.types ? undefined : FEW_OF_EACH, ...filter }));
  return {
    query,
    faults,
    offered: reader.types,
    saves: actor !== null,
    guesses: services.settings.searchBackend !== "fulltext",
    isCompany: reader.organizationId !== null,
    types: reader.types.filter((type) => (filter.types ?? "").split(",").some((name) => name.trim() === type)),
    constraints: { q: { maxLength: constraintsOf(ledgerSearchSchema).q?.maxLength } },
    found,
    recent: await searchHistory(args.request, { actor, services, read }, sought),
  };
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
      page={PUBLIC_SEARCH_PAGE}
      lede={lede}
      help={<SearchHelp audience={isCompany ? "company" : "public"} guesses={guesses} />}
    />
  );
}
