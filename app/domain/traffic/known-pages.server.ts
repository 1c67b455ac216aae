import { addRoute, createRouter, findRoute } from "rou3";
import { RECORD_TYPES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { LIMITS } from "~/values/limits";
import { PAGE_ROUTES } from "../../routes.js";
import { isStep } from "../registration/rules";

/** Stands for all paths that are not counted by name. No path looks like it, because paths begin with a slash. */
export const OTHER_PAGES = "(other)";

const pages = createRouter<string>();
for (const { path } of PAGE_ROUTES) {
  // The last route handles paths that are not pages.
  const pattern = path.startsWith("/") ? path : `/${path}`;
  if (path !== "*") addRoute(pages, "", pattern, pattern);
}

/** Every page's path has a slash; the name for all other paths has none. */
const findPage = (path: string) =>
  path.startsWith("/") && path.length <= LIMITS.trafficNameBytes && Buffer.byteLength(path) <= LIMITS.trafficNameBytes
    ? findRoute(pages, "", path)
    : undefined;

/** Whether a path is counted by name. */
export const isCountedPage = (name: string): boolean => findPage(name) !== undefined;

const SELECT_RECORD = `
  SELECT 1 FROM record_change WHERE type IN (SELECT value FROM json_each('${JSON.stringify(RECORD_TYPES)}'))
    AND record_id = ?`;

/**
 * The name under which a path is counted. A page's path counts under itself. If it names no record that exists or
 * existed, and no step of registering, it counts under the page's pattern (`/calls/:id`), because anyone may make ids
 * up. Anything else counts under the name for all other paths.
 */
export function countedName(db: Database, path: string): string {
  const found = findPage(path);
  if (!found) return OTHER_PAGES;
  const isRecord = statement(db, SELECT_RECORD);
  const isNamed = ([name, value]: [string, string]) => (name === "step" ? isStep(value) : isRecord.get(value));
  return Object.entries(found.params ?? {}).every(isNamed) ? path : found.data;
}
