import { SERVICE_NAME } from "~/values/labels";
import { unescaped, withoutScripts, wordsOf } from "./markup";

/** Pages that the navigation, the header or the footer links to. They have no breadcrumbs. */
const TOP_LEVEL = new Set([
  "gov/admin/industry-users",
  "gov/admin/recertification",
  "/",
  "calls",
  "announcements",
  "developers",
  "help",
  "accessibility",
  "privacy",
  "register",
  "register/:step",
  "invitations/:token",
  "password/:token",
  "unsubscribe/:token",
  "link-identity/:token",
  "login",
  "account",
  "notifications",
  "portal",
  "portal/profile",
  "portal/submissions",
  "portal/users",
  "search",
  "gov",
  "gov/search",
  "gov/submissions",
  "gov/organizations",
  "gov/calls",
  "gov/announcements",
  "gov/engagements",
  "gov/admin/commands",
  "gov/admin/users",
  "gov/admin/tags",
  "gov/admin/questions",
  "gov/admin/export",
  "gov/admin/audit",
  "gov/admin/traffic",
  "gov/admin/status",
]);

export const titleIn = (html: string) => unescaped(html.match(/<title>([^<]*)<\/title>/)?.[1] ?? "");

/** The labels and addresses of the links in a part of a page. */
export function linksIn(html: string): [label: string, to: string][] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, to = "", inner = ""]) => [
    unescaped(wordsOf(inner).trim()),
    unescaped(to),
  ]);
}

/** A part of a page, from the text `begins` to the end of its element. Empty if the page does not contain it. */
export function partOf(html: string, begins: string, element: string): string {
  const start = html.indexOf(begins);
  return start < 0 ? "" : html.slice(start, html.indexOf(`</${element}>`, start));
}

export const crumbsIn = (html: string) => partOf(html, '<nav class="usa-breadcrumb"', "nav");

/**
 * What is wrong with a page's title, header, footer or breadcrumbs.
 * @param path the page's path in the route table
 */
export function shellErrors(path: string, html: string, agency: string): string[] {
  const markup = withoutScripts(html);
  const crumbs = crumbsIn(markup);
  const [first] = linksIn(crumbs);
  const footer = linksIn(partOf(markup, "<footer", "footer")).map(([, to]) => to);
  const rules: Record<string, boolean> = {
    "the title names the page, the service and the agency": new RegExp(
      `^[^|]+ \\| ${SERVICE_NAME} \\| ${agency}$`,
    ).test(titleIn(markup)),
    "one heading of the first level": markup.split("<h1").length === 2,
    "a link to skip the header comes first":
      /<body><div class="glip-page[^"]*"><a class="usa-skipnav" href="#main-content">/.test(markup),
    "the footer leads to help, accessibility, privacy and developers": [
      "/help",
      "/accessibility",
      "/privacy",
      "/developers",
    ].every((to) => footer.includes(to)),
    "breadcrumbs on pages below the top level, and only there": (crumbs !== "") !== TOP_LEVEL.has(path),
    "breadcrumbs begin at home or at the dashboard and end at the page":
      crumbs === "" ||
      (/^(Home|Dashboard)$/.test(first?.[0] ?? "") && crumbs.includes('usa-current" aria-current="page"')),
  };
  return Object.keys(rules).filter((rule) => !rules[rule]);
}
