import type { Page, Response } from "@playwright/test";
import { PAGE_ROUTES } from "../../app/routes.js";
import { ORGANIZATIONS } from "../support/cast";
import { type Outcome, outcomeFor, pageAddresses, type Visitor } from "../support/pages";
import type { Records } from "./records";

/** In order of permissions: the last visitor who sees a page has the most access to it. */
export const VISITORS = [
  "nobody",
  "acmeUser",
  "acmeAdmin",
  "readonly",
  "poc",
  "lead",
  "admin",
  "systemAdmin",
] as const satisfies readonly Visitor[];

/** Queries that change a page's layout or show another form. */
const VIEWS: Record<string, (records: Records) => string[]> = {
  "gov/organizations/:id": ({ submission }) => [`?submission=${submission}`],
  "gov/admin/commands": ({ command }) => [`?move=${command}`],
  "gov/admin/users": ({ user }) => [`?user=${user}`, "?q=no-such-person"],
  "gov/admin/audit": ({ submission }) => [`?target=${submission}`, "?from=2026-02-30&actor=nobody"],
  "gov/admin/outbox": () => ["?state=FAILED"],
  "gov/search": () => ["?q=radar", "?q=donaudampf*&types=call,submission", "?q=donaudumpfschiff", "?q=%22none%22"],
  "gov/submissions": () => ["?view=matched", "?page=99"],
  "gov/engagements": () => ["?view=month&month=2026-03", "?view=agenda&from=2026-01-01"],
  "gov/engagements/new": () => [`?organizationId=${ORGANIZATIONS.acme}`],
  "gov/engagements/:id": ({ task }) => [`?task=${task}`],
  "searches/new": () => ["?q=radar&types=call"],
  notifications: () => ["?unread=true"],
  search: () => ["?q=sensors", "?q=no-such-title"],
  calls: () => ["?q=no-such-title"],
  announcements: () => ["?q=no-such-title"],
};

export interface Visit {
  /** The page's path in the route table. */
  path: string;
  address: string;
  outcome: Outcome;
}

export const hasMostAccess = (visitor: Visitor, path: string): boolean =>
  visitor === VISITORS.findLast((other) => outcomeFor(other, path) === "shown");

/** Whether no visitor who sees the page has less access to it. */
export const hasLeastAccess = (visitor: Visitor, path: string): boolean =>
  visitor === VISITORS.find((other) => outcomeFor(other, path) === "shown");

/**
 * The addresses of a page of the route table. Every role sees the first one. The others show other records and views.
 * @throws if the page needs a record and has none
 */
export function addressesOf(path: string, records: Records): string[] {
  const addresses = pageAddresses(path, records.byPage);
  const views = VIEWS[path]?.(records) ?? [];
  return [...addresses, ...views.map((query) => `${addresses[0]}${query}`)];
}

/** A visitor's visits to every page of the route table. The visitor with the most access to a page visits all its addresses. */
export function visitsOf(visitor: (typeof VISITORS)[number], records: Records): Visit[] {
  return PAGE_ROUTES.flatMap(({ path }) => {
    const outcome = outcomeFor(visitor, path);
    const addresses = addressesOf(path, records);
    return (hasMostAccess(visitor, path) ? addresses : addresses.slice(0, 1)).map((address) => ({
      path,
      address,
      outcome,
    }));
  });
}

/** Visits a page and waits until its scripts run. */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await page.waitForFunction(() => "__remixRouteModules" in window);
  return response;
}
