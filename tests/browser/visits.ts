import type { Page, Response } from "@playwright/test";
import { PAGE_ROUTES } from "../../app/routes.js";
import { type Outcome, outcomeFor, pageAddresses, type Visitor } from "../support/pages";
import type { Records } from "./records";

/** Everybody by what they may do; the last of those who see a page may do most on it. */
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

/** What a page's address may ask for that makes it look another page, or begins another form on it. */
const VIEWS: Record<string, (records: Records) => string[]> = {
  "gov/organizations/:id": ({ submission }) => [`?submission=${submission}`],
  "gov/admin/commands": ({ command }) => [`?move=${command}`],
  "gov/admin/users": ({ user }) => [`?user=${user}`, "?q=nobody-is-called-that"],
  "gov/admin/audit": ({ submission }) => [`?target=${submission}`, "?from=2026-02-30&actor=nobody"],
  "gov/search": () => ["?q=radar", "?q=donaudampf*&types=call,submission", "?q=donaudumpfschiff", "?q=%22none%22"],
  "gov/submissions": () => ["?view=matched", "?page=99"],
  notifications: () => ["?unread=true"],
  calls: () => ["?q=nothing-is-called-that"],
  announcements: () => ["?q=nothing-is-called-that"],
};

export interface Visit {
  /** Of the route table. */
  path: string;
  address: string;
  outcome: Outcome;
}

/** Whether this is who may do most on a page. */
export const isMostOn = (visitor: Visitor, path: string): boolean =>
  visitor === VISITORS.findLast((other) => outcomeFor(other, path) === "shown");

/** Whether this is who may do least on a page that it is shown to. */
export const isLeastOn = (visitor: Visitor, path: string): boolean =>
  visitor === VISITORS.find((other) => outcomeFor(other, path) === "shown");

/**
 * The addresses of a page of the route table: the first is the one that every role's page is shown at, then come its
 * other records, and its other views.
 * @throws Error that names a page which nobody said how to visit.
 */
export function addressesOf(path: string, records: Records): string[] {
  const addresses = pageAddresses(path, records.byPage);
  const views = VIEWS[path]?.(records) ?? [];
  return [...addresses, ...views.map((query) => `${addresses[0]}${query}`)];
}

/** Every visit to a page of the route table: each for everybody, and all its addresses for whoever may do most there. */
export function visitsOf(visitor: (typeof VISITORS)[number], records: Records): Visit[] {
  return PAGE_ROUTES.flatMap(({ path }) => {
    const outcome = outcomeFor(visitor, path);
    const addresses = addressesOf(path, records);
    return (isMostOn(visitor, path) ? addresses : addresses.slice(0, 1)).map((address) => ({ path, address, outcome }));
  });
}

/** Visits a page, and waits until its scripts have taken it over. */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address);
  await page.waitForFunction(() => "__remixRouteModules" in window);
  return response;
}
