import { PAGE_ROUTES } from "~/routes.js";
import { isForEveryone } from "~/web/public/addresses";
import { idOf, ORGANIZATIONS } from "../../support/cast";
import { declaredEndpoints } from "../../support/routes";
import type { Records } from "./records";

/** What some addresses need to respond with more than an error. */
const QUERIES: Record<string, readonly string[]> = {
  "/api/search": ["q=windows"],
  "/api/search/ledger": ["q=windows"],
  "/api/search/suggestions": ["q=win"],
  "/search": ["q=windows"],
  "/gov/search": ["q=windows"],
  "/api/export/csv": ["entity=submissions", "entity=organizations"],
  "/login": ["redirectTo=/gov"],
};

/** Users of different kinds are at addresses that look alike. */
const USERS: readonly [RegExp, string][] = [
  [/^\/(api\/)?gov\/admin\/users\//, idOf("poc")],
  [/^\/(api\/)?gov\/organizations\//, ORGANIZATIONS.acme],
];

/** Every address that is read: of the API, of pages, and of the data of pages, with the ids of records. */
export function everyAddress(records: Records): string[] {
  const { ids, tokens, drafts, announcementFile } = records;
  const idAfter = (segment: string, path: string): string => {
    const [, special] = USERS.find(([pattern]) => segment === "users" && pattern.test(path)) ?? [];
    if (segment === "attachments" && path.includes("/announcements/")) return announcementFile;
    return special ?? tokens[segment as keyof typeof tokens] ?? ids[segment] ?? "none";
  };
  const filled = (path: string) =>
    `/${path.replace(/^\//, "").replace("*", "no/such/address")}`.replace(
      /([\w-]+)\/:\w+/g,
      (_part, segment: string, _at: number, whole: string) => `${segment}/${idAfter(segment, whole)}`,
    );
  const pages = PAGE_ROUTES.map(({ path }) => filled(path));
  const plain = [
    ...declaredEndpoints.filter(({ method }) => method === "GET").map(({ path }) => filled(path)),
    ...pages,
    ...pages.map((page) => (page === "/" ? "/_root.data" : `${page}.data`)),
    ...[`/calls/${drafts.call}`, `/gov/calls/${drafts.call}`, `/api/gov/calls/${drafts.call}`],
    ...["", "/gov", "/api/gov"].map((under) => `${under}/announcements/${drafts.announcement}`),
    ...["/healthz", "/assets/none.js", "/api/no/such/address"],
  ];
  const withQueries = plain.flatMap((address) => (QUERIES[address] ?? []).map((query) => `${address}?${query}`));
  const lists = plain.filter((address) => isForEveryone(address, "?page=1")).map((address) => `${address}?page=1`);
  return [...new Set([...plain, ...withQueries, ...lists])];
}

/** The addresses among these that are the same for all visitors, if there is something at them. */
export const publicAmong = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => {
    const { pathname, search } = new URL(address, "http://portal.test");
    return isForEveryone(pathname, search);
  });
