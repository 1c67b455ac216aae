import { createFairQueue, type FairQueue } from "~/values/fair-queue";
import { READS, SEARCHES } from "~/values/limits";

/** The search pages with their data, and the searches of the API. No other spelling of these paths has a route. */
const SEARCH = /^\/(?:gov\/|api\/)?search(?:\.data$|\/|$)/;

/**
 * The queues in which reads wait for their turns. Searches have one of their own: in a large ledger, one takes as long as a
 * hundred other reads, so a few people who search would keep everyone else from reading.
 * @returns the queue for a path
 */
export function createReadTurns(): (pathname: string) => FairQueue {
  const [reads, searches] = [createFairQueue(READS), createFairQueue(SEARCHES)];
  return (pathname) => (SEARCH.test(pathname) ? searches : reads);
}
