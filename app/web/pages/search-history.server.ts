import { listRecentSearches, rememberSearch } from "~/domain/recent-search/recent-searches.server";
import { dutyOf } from "~/operations/first-duty.server";
import { isOpenedByReader } from "./opened-by-reader";
import type { Page } from "./page.server";

/**
 * The history of someone who has a search page open: with a query, it is remembered; without one, their recent searches are
 * returned. Visitors have no history, nor does someone who must do something else first.
 *
 * A GET request may write this, because it only repeats what the person asked for, and doing it twice is the same as once.
 * A HEAD request, a prefetching browser and a link on another site are not someone who searches: they would fill the
 * list with queries that nobody typed.
 * @param query the valid query of the address, after its search succeeded. Null if there is none
 */
export async function searchHistory(
  request: Request,
  { actor, services, read }: Pick<Page<"public">, "actor" | "services" | "read">,
  query: string | null,
): Promise<string[]> {
  if (actor === null || dutyOf(services, actor) !== null) return [];
  if (query === null) return (await read(listRecentSearches)).items.map((recent) => recent.query);
  if (isOpenedByReader(request)) rememberSearch(services.db, actor.id, query, services.clock());
  return [];
}
