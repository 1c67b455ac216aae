import { addRoute, createRouter, findRoute } from "rou3";
import { type Actor, type Gate, reachThrough } from "~/policy/policy";
import { pagePathOf } from "./page-path";

/**
 * The pages that threads may read, as `app/routes.js` names them. Their loaders only read the database, at one point in time,
 * and wait for nothing. Other pages stay in the server's own thread: those that visitors see are kept as bytes, government's
 * page of a submission knows from memory who else reads it, a search first brings its index up to date, and the status of the
 * service is that of the process and its disks.
 */
export const THREAD_PAGES: readonly string[] = [
  "account",
  "notifications",
  "notifications/settings",
  "searches",
  "searches/new",
  "searches/:id",
  "portal",
  "portal/profile",
  "portal/profile/edit",
  "portal/submissions",
  "portal/submissions/new",
  "portal/submissions/:id",
  "portal/users",
  "portal/users/:id",
  "portal/users/:id/deactivate",
  "gov",
  "gov/submissions",
  "gov/organizations",
  "gov/submissions/reroute",
  "gov/organizations/:id",
  "gov/organizations/:id/release",
  "gov/calls",
  "gov/calls/new",
  "gov/calls/:id",
  "gov/calls/:id/comparison",
  "gov/calls/:id/edit",
  "gov/calls/:id/questions",
  "gov/announcements",
  "gov/announcements/new",
  "gov/announcements/:id",
  "gov/announcements/:id/edit",
  "gov/engagements",
  "gov/engagements/new",
  "gov/engagements/:id",
  "gov/engagements/:id/edit",
  "gov/admin/commands",
  "gov/admin/commands/:id",
  "gov/admin/users",
  "gov/admin/users/:id",
  "gov/admin/users/:id/deactivate",
  "gov/admin/recertification",
  "gov/admin/industry-users",
  "gov/admin/industry-users/:id",
  "gov/admin/industry-users/:id/release",
  "gov/admin/industry-users/:id/deactivate",
  "gov/admin/tags",
  "gov/admin/tags/:id",
  "gov/admin/questions",
  "gov/admin/audit",
  "gov/admin/audit/:id",
  "gov/admin/traffic",
  "help/government",
];

/** Who sees more on a page than a thread may read: the dashboard warns those who may administer the service of full disks. */
const STAYS: Readonly<Record<string, Gate>> = { gov: "system admin" };

const router = createRouter<{ path: string }>();
for (const path of THREAD_PAGES) addRoute(router, "", `/${path}`, { path });

/** Whether a thread may read the page at a path for someone. One that is written in an unusual way, it may not. */
export function isThreadPage(pathname: string, actor: Actor | null): boolean {
  if (pathname.includes("%")) return false;
  const found = findRoute(router, "", pagePathOf(pathname));
  if (found === undefined) return false;
  const gate = STAYS[found.data.path];
  return gate === undefined || reachThrough(gate, actor) === null;
}
