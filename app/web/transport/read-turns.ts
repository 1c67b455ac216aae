import { createFairQueue, type FairQueue } from "~/values/fair-queue";
import { READS, SEARCHES } from "~/values/limits";

/** The search pages with their data, and the searches of the API. Suggestions and recent searches take little time. */
const SEARCH = /^\/(?:(?:gov\/)?search(?:\.data)?|api\/search(?:\/ledger)?)\/*$/;

/** Routes of pages match in any case, and whatever is encoded. */
const isSearch = (pathname: string) => SEARCH.test(decodeURIComponent(pathname).toLowerCase());

/**
 * The queues in which reads wait for their turns. Searches have one of their own: in a large ledger, one takes as long as a
 * hundred other reads, so a few people who search would keep everyone else from reading.
 * @returns the queue for a path, which must be decodable
 */
export function createReadTurns(): (pathname: string) => FairQueue {
  const [reads, searches] = [createFairQueue(READS), createFairQueue(SEARCHES)];
  return (pathname) => (isSearch(pathname) ? searches : reads);
}
