import { addRoute, createRouter, findRoute } from "rou3";
import { RECORD_TYPES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { LIMITS } from "~/values/limits";
import { PAGE_ROUTES } from "../../routes.js";
import { isStep } from "../registration/rules";

/** Stands for every path that is not counted by its name. No path is like it: they begin with a slash. */
export const OTHER_PAGES = "(other)";

const pages = createRouter<string>();
for (const { path } of PAGE_ROUTES) {
  // The last one is for paths that are no page.
  const pattern = path.startsWith("/") ? path : `/${path}`;
  if (path !== "*") addRoute(pages, "", pattern, pattern);
}

/** No path of a page is without a slash, as the name of all others is. */
const findPage = (path: string) =>
  path.startsWith("/") && path.length <= LIMITS.trafficNameBytes && Buffer.byteLength(path) <= LIMITS.trafficNameBytes
    ? findRoute(pages, "", path)
    : undefined;

/** Whether a path is counted as a page, and not with all others. */
export const isCountedPage = (name: string): boolean => findPage(name) !== undefined;

const SELECT_RECORD = `
  SELECT 1 FROM record_change WHERE type IN (SELECT value FROM json_each('${JSON.stringify(RECORD_TYPES)}'))
    AND record_id = ?`;

/**
 * The name that a path is counted by: itself where it is the path of a page; the page's pattern (`/calls/:id`) where it
 * names no record there is or was and no step of registering, since anyone may make ids up; else the name of all others.
 */
export function countedName(db: Database, path: string): string {
  const found = findPage(path);
  if (!found) return OTHER_PAGES;
  const isRecord = statement(db, SELECT_RECORD);
  const isNamed = ([name, value]: [string, string]) => (name === "step" ? isStep(value) : isRecord.get(value));
  return Object.entries(found.params ?? {}).every(isNamed) ? path : found.data;
}
