import { createFairQueue, type FairQueue } from "~/values/fair-queue";
import { READS, SEARCHES } from "~/values/limits";

/** The search pages with their data, and the searches of the API. Suggestions and recent searches take little time. */
const GOVERNMENT_SEARCH = /^\/(?:gov\/search(?:\.data)?|api\/search(?:\/ledger)?)\/*$/;
const EVERYONES_SEARCH = /^\/search(?:\.data)?\/*$/;

/**
 * The queues in which reads wait for their turns. Searches have their own: in a large ledger, one takes as long as a hundred
 * other reads, so a few people who search would keep everyone else from reading. Those of government wait for no visitor's,
 * and a visitor's, which reads much less, for none of theirs.
 * @returns the queue for a path, which must be decodable
 */
export function createReadTurns(): (pathname: string) => FairQueue {
  const reads = createFairQueue(READS);
  const searches = [
    { pattern: GOVERNMENT_SEARCH, queue: createFairQueue(SEARCHES) },
    { pattern: EVERYONES_SEARCH, queue: createFairQueue(SEARCHES) },
  ];
  return (pathname) => {
    // Routes of pages match in any case, and whatever is encoded.
    const path = decodeURIComponent(pathname).toLowerCase();
    return searches.find(({ pattern }) => pattern.test(path))?.queue ?? reads;
  };
}
