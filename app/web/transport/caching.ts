/**
 * The headers of a response that everyone without a session gets. Anyone may store it. A shared cache serves it
 * for ten seconds without asking, for five more while it asks, and for a day while the server does not respond (RFC 5861).
 * Browsers ask each time, or use it for those five seconds.
 *
 * A shared cache must not serve it to someone with a cookie. The few seconds are the same for all responses: a shorter time
 * just before a call's release would announce it.
 */
export const FOR_EVERYONE: readonly [name: string, value: string][] = [
  ["cache-control", "public, max-age=0, s-maxage=10, stale-while-revalidate=5, stale-if-error=86400"],
  ["vary", "accept-encoding, cookie"],
];

/** By this header, a proxy says that it may store the response, so that nothing in it may depend on the visitor's address. */
const SHARED_CACHE_HEADER = "x-shared-cache";

export const isForSharedCache = ({ headers }: Pick<Request, "headers">): boolean => headers.has(SHARED_CACHE_HEADER);
