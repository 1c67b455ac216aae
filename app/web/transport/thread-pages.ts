import { addRoute, createRouter, findRoute } from "rou3";

/**
 * The pages that threads may read, as `app/routes.js` names them. Their loaders only read the database, at one point in time,
 * and answer without waiting for anything. Other pages stay in the server's own thread: those that visitors see are kept as
 * bytes, a submission's page knows from memory who else reads it, a search first brings its index up to date, and the
 * status of the service is that of the process.
 */
export const THREAD_PAGES: readonly string[] = [
  "account",
  "notifications",
  "notifications/settings",
  "searches",
  "portal",
  "portal/profile",
  "portal/profile/edit",
  "portal/submissions",
  "portal/submissions/new",
  "portal/submissions/:id",
  "portal/users",
  "portal/users/:id",
  "gov",
  "gov/submissions",
  "gov/organizations",
  "gov/organizations/:id",
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
  "gov/admin/recertification",
  "gov/admin/industry-users",
  "gov/admin/industry-users/:id",
  "gov/admin/tags",
  "gov/admin/questions",
  "gov/admin/audit",
  "gov/admin/audit/:id",
  "gov/admin/traffic",
];

const router = createRouter<true>();
for (const path of THREAD_PAGES) addRoute(router, "", `/${path}`, true);

/** Whether a thread may read the page at a path. One that is written in an unusual way, it may not. */
export const isThreadPage = (pathname: string): boolean =>
  !pathname.includes("%") && findRoute(router, "", pathname.replace(/\.data$/, "")) !== undefined;
