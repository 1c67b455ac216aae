import { listRecentSearches, rememberSearch } from "~/domain/recent-search/recent-searches.server";
import type { searchLedger, searchReadableRecords } from "~/domain/search/ledger-queries.server";
import { FEW_OF_EACH, ledgerSearchPageSchema } from "~/domain/search/ledger-schema";
import { readerOf } from "~/domain/search/reader.server";
import { dutyOf } from "~/operations/first-duty.server";
import type { Actor } from "~/policy/policy";
import { LIMITS } from "~/values/limits";
import { isOpenedByReader } from "./opened-by-reader";
import { type Page, requestedList } from "./page.server";

type Searcher = Pick<Page<"public">, "actor" | "services" | "read">;

/**
 * What a search page shows by its address: what the query finds, or without one what the reader searched for before.
 * @param search what the readers of this page search with
 */
export async function searchPageData(
  request: Request,
  { actor, services, read }: Searcher,
  search: typeof searchLedger | typeof searchReadableRecords,
) {
  // A page without a query has no error: nobody has searched yet.
  const { query, faults, filter } = requestedList(request, { input: ledgerSearchPageSchema }, ["types"]);
  const { q = "", types = "" } = filter;
  const sought = q.trim() === "" ? null : q;
  const found = sought === null ? null : await read(search, { limit: types ? undefined : FEW_OF_EACH, ...filter });
  // Someone who must do something else first searches as a visitor does. Everything that keeps searches is refused.
  const member = dutyOf(services, actor) === null ? actor : null;
  const { types: offered, organizationId } = readerOf(member);
  return {
    query,
    faults,
    found,
    offered,
    types: offered.filter((type) => types.split(",").some((name) => name.trim() === type)),
    constraints: { q: { maxLength: LIMITS.searchQueryCharacters } },
    isCompany: organizationId !== null,
    guesses: services.settings.searchBackend !== "fulltext",
    saves: member !== null,
    recent: member === null ? [] : await searchHistory(request, { actor: member, services, read }, sought),
  };
}

/**
 * The history of someone who has a search page open: with a query, it is remembered; without one, their recent searches are
 * returned.
 *
 * A GET request may write this, because it only repeats what the person asked for, and doing it twice is the same as once.
 * A HEAD request, a prefetching browser and a link on another site are not someone who searches: they would fill the
 * list with queries that nobody typed.
 * @param query the valid query of the address, after its search succeeded. Null if there is none
 */
async function searchHistory(
  request: Request,
  { actor, services, read }: Searcher & { actor: Actor },
  query: string | null,
): Promise<string[]> {
  if (query === null) return (await read(listRecentSearches)).items.map((recent) => recent.query);
  if (isOpenedByReader(request)) rememberSearch(services.db, actor.id, query, services.clock());
  return [];
}
