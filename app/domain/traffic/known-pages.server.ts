import { addRoute, createRouter, findRoute } from "rou3";
import { LIMITS } from "../../limits";
import { PAGE_ROUTES } from "../../routes.js";

/** Stands for every path that is not counted by its name. No path is like it: they begin with a slash. */
export const OTHER_PAGES = "(other)";

const pages = createRouter<true>();
for (const { path } of PAGE_ROUTES) {
  // The last one is for paths that are no page.
  if (path !== "*") addRoute(pages, "", path.startsWith("/") ? path : `/${path}`, true);
}

/** The name that a path is counted by: itself where it is the path of a page, else the name of all others. */
export function countedName(path: string): string {
  const isPage = path.length <= LIMITS.trafficNameBytes && findRoute(pages, "", path) !== undefined;
  return isPage && Buffer.byteLength(path) <= LIMITS.trafficNameBytes ? path : OTHER_PAGES;
}
