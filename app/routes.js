/**
 * Every URL of the service and the file that serves it: the table of contents. Remix reads it through
 * remix.config.js; the server's API router and the tests read it too.
 */

/**
 * The JSON API. A file's place mirrors its URL.
 * @type {{ path: string, file: string, index?: boolean }[]}
 */
export const API_ROUTES = [
  { path: "api/openapi.json", file: "routes/api/openapi.json.ts" },
  { path: "api/session", file: "routes/api/session.ts" },
  { path: "api/account/password", file: "routes/api/account/password.ts" },
  { path: "api/account/password-link/use", file: "routes/api/account/password-link.use.ts" },
  { path: "api/accounts/:id/password-link", file: "routes/api/accounts/$id.password-link.ts" },
  { path: "api/accounts/:id/second-factor", file: "routes/api/accounts/$id.second-factor.ts" },
  { path: "api/accounts/:id/assignments", file: "routes/api/accounts/$id.assignments.ts" },
  { path: "api/portal/register", file: "routes/api/portal/register.ts" },
  { path: "api/portal/profile", file: "routes/api/portal/profile.ts" },
  { path: "api/portal/calls", file: "routes/api/portal/calls.ts" },
  { path: "api/portal/announcements", file: "routes/api/portal/announcements.ts" },
  { path: "api/portal/submissions", file: "routes/api/portal/submissions.ts" },
  { path: "api/portal/submissions/:id/file", file: "routes/api/portal/submissions.$id.file.ts" },
  { path: "api/portal/users", file: "routes/api/portal/users.ts" },
  { path: "api/portal/users/:id", file: "routes/api/portal/users.$id.ts" },
  { path: "api/portal/invitations", file: "routes/api/portal/invitations.ts" },
  { path: "api/portal/invitations/accept", file: "routes/api/portal/invitations.accept.ts" },
  { path: "api/portal/invitations/:id", file: "routes/api/portal/invitations.$id.ts" },
  { path: "api/feeds/announcements.atom", file: "routes/api/feeds/announcements.atom.ts" },
  { path: "api/feeds/announcements.json", file: "routes/api/feeds/announcements.json.ts" },
  { path: "api/feeds/calls.atom", file: "routes/api/feeds/calls.atom.ts" },
  { path: "api/feeds/calls.json", file: "routes/api/feeds/calls.json.ts" },
  { path: "api/feeds/calls.ics", file: "routes/api/feeds/calls.ics.ts" },
  { path: "api/gov/submissions", file: "routes/api/gov/submissions.ts" },
  { path: "api/gov/submissions/:id", file: "routes/api/gov/submissions.$id.ts" },
  { path: "api/gov/submissions/:id/status", file: "routes/api/gov/submissions.$id.status.ts" },
  { path: "api/gov/calls", file: "routes/api/gov/calls.ts" },
  { path: "api/gov/calls/:id", file: "routes/api/gov/calls.$id.ts" },
  { path: "api/gov/announcements", file: "routes/api/gov/announcements.ts" },
  { path: "api/gov/announcements/:id", file: "routes/api/gov/announcements.$id.ts" },
  { path: "api/gov/announcements/:id/attachments", file: "routes/api/gov/announcements.$id.attachments.ts" },
  {
    path: "api/gov/announcements/:id/attachments/:attachmentId",
    file: "routes/api/gov/announcements.$id.attachments.$attachmentId.ts",
  },
  { path: "api/gov/engagements", file: "routes/api/gov/engagements.ts" },
  { path: "api/gov/engagements/:id", file: "routes/api/gov/engagements.$id.ts" },
  { path: "api/gov/engagements/:id/notes", file: "routes/api/gov/engagements.$id.notes.ts" },
  { path: "api/gov/engagements/:id/attachments", file: "routes/api/gov/engagements.$id.attachments.ts" },
  {
    path: "api/gov/engagements/:id/attachments/:attachmentId",
    file: "routes/api/gov/engagements.$id.attachments.$attachmentId.ts",
  },
  { path: "api/gov/organizations", file: "routes/api/gov/organizations.ts" },
  { path: "api/gov/organizations/:id", file: "routes/api/gov/organizations.$id.ts" },
  { path: "api/gov/organizations/:id/status", file: "routes/api/gov/organizations.$id.status.ts" },
  { path: "api/gov/organizations/:id/identity", file: "routes/api/gov/organizations.$id.identity.ts" },
  { path: "api/gov/organizations/:id/dialogue", file: "routes/api/gov/organizations.$id.dialogue.ts" },
  { path: "api/gov/admin/commands", file: "routes/api/gov/admin/commands.ts" },
  { path: "api/gov/admin/commands/:id", file: "routes/api/gov/admin/commands.$id.ts" },
  { path: "api/gov/admin/commands/:id/parent", file: "routes/api/gov/admin/commands.$id.parent.ts" },
  { path: "api/gov/admin/users", file: "routes/api/gov/admin/users.ts" },
  { path: "api/gov/admin/users/:id/email", file: "routes/api/gov/admin/users.$id.email.ts" },
  { path: "api/gov/admin/industry-users", file: "routes/api/gov/admin/industry-users.ts" },
  { path: "api/gov/admin/industry-users/:id", file: "routes/api/gov/admin/industry-users.$id.ts" },
  { path: "api/gov/admin/tags", file: "routes/api/gov/admin/tags.ts" },
  { path: "api/gov/admin/tags/:id", file: "routes/api/gov/admin/tags.$id.ts" },
  { path: "api/export/all", file: "routes/api/export/all.ts" },
  { path: "api/export/csv", file: "routes/api/export/csv.ts" },
  { path: "api/export/engagements.ics", file: "routes/api/export/engagements.ics.ts" },
  { path: "api/gov/admin/status", file: "routes/api/gov/admin/status.ts" },
  { path: "api/gov/admin/audit", file: "routes/api/gov/admin/audit.ts" },
  { path: "api/gov/admin/audit/csv", file: "routes/api/gov/admin/audit.csv.ts" },
  { path: "api/notifications", file: "routes/api/notifications.ts" },
  { path: "api/notifications/unread-count", file: "routes/api/notifications.unread-count.ts" },
  { path: "api/notifications/read", file: "routes/api/notifications.read.ts" },
  { path: "api/search", file: "routes/api/search.ts" },
  { path: "api/analytics/pageview", file: "routes/api/analytics/pageview.ts" },
  { path: "api/notifications/settings", file: "routes/api/notifications.settings.ts" },
  { path: "api/notifications/reroute", file: "routes/api/notifications.reroute.ts" },
  // Any other path under /api gets a JSON response too.
  { path: "api/*", file: "routes/api/not-found.ts" },
];

/**
 * The pages, by audience.
 * @type {{ path: string, file: string, index?: boolean }[]}
 */
export const PAGE_ROUTES = [
  { path: "/", file: "routes/public/home.tsx", index: true },
  { path: "calls", file: "routes/public/calls/index.tsx" },
  { path: "calls/:id", file: "routes/public/calls/$id.tsx" },
  { path: "announcements", file: "routes/public/announcements/index.tsx" },
  { path: "announcements/:id", file: "routes/public/announcements/$id.tsx" },
  { path: "developers", file: "routes/public/developers/index.tsx" },
  { path: "developers/:group", file: "routes/public/developers/$group.tsx" },
  { path: "help", file: "routes/public/help/index.tsx" },
  { path: "help/industry", file: "routes/public/help/industry.tsx" },
  { path: "help/government", file: "routes/gov/help.tsx" },
  { path: "accessibility", file: "routes/public/accessibility.tsx" },
  { path: "privacy", file: "routes/public/privacy.tsx" },
  { path: "register", file: "routes/public/register/index.tsx" },
  { path: "register/:step", file: "routes/public/register/$step.tsx" },
  { path: "invitations/:token", file: "routes/public/invitations.$token.tsx" },
  { path: "password/:token", file: "routes/public/password.$token.tsx" },
  { path: "login", file: "routes/public/login/index.tsx" },
  { path: "login/second-factor", file: "routes/public/login/second-factor.tsx" },
  { path: "logout", file: "routes/account/logout.ts" },
  { path: "account", file: "routes/account/account.tsx" },
  { path: "account/password", file: "routes/account/password.tsx" },
  { path: "account/second-factor", file: "routes/account/second-factor/index.tsx" },
  { path: "portal", file: "routes/portal/dashboard/index.tsx" },
  { path: "portal/profile", file: "routes/portal/profile/index.tsx" },
  { path: "portal/profile/edit", file: "routes/portal/profile/edit.tsx" },
  { path: "portal/submissions", file: "routes/portal/submissions/index.tsx" },
  { path: "portal/submissions/new", file: "routes/portal/submissions/new.tsx" },
  { path: "portal/submissions/:id", file: "routes/portal/submissions/$id.tsx" },
  { path: "portal/users", file: "routes/portal/users/index.tsx" },
  { path: "portal/users/:id", file: "routes/portal/users/$id.tsx" },
  { path: "portal/users/:id/deactivate", file: "routes/portal/users/$id.deactivate.tsx" },
  { path: "notifications", file: "routes/account/notifications/index.tsx" },
  { path: "notifications/settings", file: "routes/account/notifications/settings.tsx" },
  { path: "gov", file: "routes/gov/dashboard/index.tsx" },
  { path: "gov/search", file: "routes/gov/search.tsx" },
  { path: "gov/submissions", file: "routes/gov/submissions/index.tsx" },
  { path: "gov/submissions/reroute", file: "routes/gov/submissions/reroute.tsx" },
  { path: "gov/submissions/:id", file: "routes/gov/submissions/$id.tsx" },
  { path: "gov/organizations", file: "routes/gov/organizations/index.tsx" },
  { path: "gov/organizations/:id", file: "routes/gov/organizations/$id.tsx" },
  { path: "gov/calls", file: "routes/gov/calls/index.tsx" },
  { path: "gov/calls/new", file: "routes/gov/calls/new.tsx" },
  { path: "gov/calls/:id", file: "routes/gov/calls/$id.tsx" },
  { path: "gov/calls/:id/edit", file: "routes/gov/calls/$id.edit.tsx" },
  { path: "gov/announcements", file: "routes/gov/announcements/index.tsx" },
  { path: "gov/announcements/new", file: "routes/gov/announcements/new.tsx" },
  { path: "gov/announcements/:id", file: "routes/gov/announcements/$id.tsx" },
  { path: "gov/announcements/:id/edit", file: "routes/gov/announcements/$id.edit.tsx" },
  { path: "gov/engagements", file: "routes/gov/engagements/index.tsx" },
  { path: "gov/engagements/new", file: "routes/gov/engagements/new.tsx" },
  { path: "gov/engagements/:id", file: "routes/gov/engagements/$id.tsx" },
  { path: "gov/engagements/:id/edit", file: "routes/gov/engagements/$id.edit.tsx" },
  { path: "gov/admin/commands", file: "routes/gov/admin/commands/index.tsx" },
  { path: "gov/admin/commands/:id", file: "routes/gov/admin/commands/$id.tsx" },
  { path: "gov/admin/users", file: "routes/gov/admin/users/index.tsx" },
  { path: "gov/admin/users/:id", file: "routes/gov/admin/users/$id.tsx" },
  { path: "gov/admin/users/:id/deactivate", file: "routes/gov/admin/users/$id.deactivate.tsx" },
  { path: "gov/admin/industry-users", file: "routes/gov/admin/industry-users/index.tsx" },
  { path: "gov/admin/industry-users/:id", file: "routes/gov/admin/industry-users/$id.tsx" },
  { path: "gov/admin/industry-users/:id/deactivate", file: "routes/gov/admin/industry-users/$id.deactivate.tsx" },
  { path: "gov/admin/tags", file: "routes/gov/admin/tags.tsx" },
  { path: "gov/admin/export", file: "routes/gov/admin/export.tsx" },
  { path: "gov/admin/status", file: "routes/gov/admin/status.tsx" },
  { path: "gov/admin/audit", file: "routes/gov/admin/audit/index.tsx" },
  { path: "gov/admin/audit/:id", file: "routes/gov/admin/audit/$id.tsx" },
  { path: "gov/admin/traffic", file: "routes/gov/admin/traffic/index.tsx" },
  { path: "*", file: "routes/public/not-found.tsx" },
];

/**
 * Hands the table to Remix.
 * @param {import("@remix-run/dev/dist/config/routes.js").DefineRoutesFunction} define
 */
export function defineRoutes(define) {
  return define((route) => {
    for (const { path, file, index } of [...API_ROUTES, ...PAGE_ROUTES]) {
      route(index ? undefined : path, file, { index });
    }
  });
}
