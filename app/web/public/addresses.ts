/* The addresses whose responses are the same for every visitor without a session, so that the server keeps their bytes. */

const PATHS: ReadonlySet<string> = new Set([
  "/",
  "/accessibility",
  "/developers",
  "/help",
  "/help/industry",
  "/login",
  "/privacy",
  "/register",
  "/api/openapi.json",
]);

/** Those that have pages. Elsewhere, each number would be one more copy of the same response. */
const LISTS: ReadonlySet<string> = new Set([
  "/announcements",
  "/calls",
  "/api/portal/announcements",
  "/api/portal/calls",
  "/api/feeds/announcements.atom",
  "/api/feeds/announcements.json",
  "/api/feeds/calls.atom",
  "/api/feeds/calls.ics",
  "/api/feeds/calls.json",
]);

const RECORD_PATH = /^\/(announcements|calls|developers)\/[\w-]{1,64}$/;
/** The only parameter: pages of lists. Filters and searches have too many combinations. */
const PAGE_QUERY = /^\?page=[1-9]\d?$/;

/** Whether everyone without a session gets the same response from this address. */
export function isForEveryone(pathname: string, search: string): boolean {
  if (search !== "") return LISTS.has(pathname) && PAGE_QUERY.test(search);
  return PATHS.has(pathname) || LISTS.has(pathname) || RECORD_PATH.test(pathname);
}
