import { createFairQueue, type FairQueue } from "~/values/fair-queue";
import { READS, SEARCHES } from "~/values/limits";
import { isThreadPage } from "./thread-pages";

/** The search pages with their data, and the searches of the API. Suggestions and recent searches take little time. */
const GOVERNMENT_SEARCH = /^\/(?:gov\/search(?:\.data)?|api\/search(?:\/ledger)?)\/*$/;
const EVERYONES_SEARCH = /^\/search(?:\.data)?\/*$/;

/**
 * The queues in which reads wait for their turns. Searches have their own: in a large ledger, one takes as long as a hundred
 * other reads, so a few people who search would keep everyone else from reading. Those of government wait for no visitor's,
 * and a visitor's, which reads much less, for none of theirs. Pages that threads may read have their own too: while they wait
 * for a thread, they must not keep others from the server's own.
 * @returns the queue for a path, which must be decodable
 */
export function createReadTurns(): (pathname: string) => FairQueue {
  const reads = createFairQueue(READS);
  const pages = createFairQueue(READS);
  const searches = [
    { pattern: GOVERNMENT_SEARCH, queue: createFairQueue(SEARCHES) },
    { pattern: EVERYONES_SEARCH, queue: createFairQueue(SEARCHES) },
  ];
  return (pathname) => {
    // Routes of pages match in any case, and whatever is encoded.
    const path = decodeURIComponent(pathname).toLowerCase();
    const search = searches.find(({ pattern }) => pattern.test(path));
    return search?.queue ?? (isThreadPage(pathname, null) ? pages : reads);
  };
}
