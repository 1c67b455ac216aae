import type { Page } from "@playwright/test";
import type { Outcome, Visitor } from "../support/pages";
import { hasNewParts, newViolationsOn, preloadAxe } from "./accessibility";
import { test } from "./cast-test";
import { expectedResult, sendEmptied, submitButtonsOn } from "./forms";
import { hiddenParts } from "./hidden";
import { expect } from "./portal";
import { smallTargets } from "./targets";
import { hasLeastAccess, hasMostAccess, VISITORS, type Visit, visit, visitsOf } from "./visits";

// A separate server with unlocked credentials, and with accounts to confirm. Otherwise, two pages have no form.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false", RECERTIFY_DAYS: "30" } });

const WIDE = 1280;
const NARROW = 375;
/** The width of a 1280 pixel window at 400% zoom (WCAG 2.2, 1.4.10). */
const REFLOW = 320;
const HEIGHT = 900;

const STATUS: Partial<Record<Outcome, number>> = { shown: 200, refused: 403, hidden: 404 };

/** Collects a page's errors: script errors, blocked scripts, and requests that fail or go to other hosts. */
function watch(page: Page, origin: string): { errors: string[]; expectRefusal(): void } {
  const errors: string[] = [];
  // The browser logs every refused request in its console, including those that the test expects.
  let refusals = 0;
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    if (refusals > 0 && message.text().startsWith("Failed to load resource")) refusals -= 1;
    else errors.push(`${page.url()} console: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`${page.url()} error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) errors.push(`${page.url()} requested ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    // The browser cancels a page's requests when the user leaves it.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    errors.push(`${page.url()} could not load ${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() < 400 || response.request().resourceType() === "document") return;
    if (refusals === 0) errors.push(`${response.url()} returned ${response.status()}`);
  });
  return {
    errors,
    expectRefusal() {
      refusals += 1;
    },
  };
}

/** The page parts that axe has checked. */
const analyzed = new Set<string>();
const readable = new Set<string>();

/** Runs axe on the page at a width. Skips a page if axe has checked all its parts: header, main and footer. */
async function analyze(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT });
  if (!(await hasNewParts(page, `${width}`, analyzed))) return [];
  return newViolationsOn(page, readable);
}

/** How much wider the page is than the screen. */
async function overflowAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: HEIGHT });
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * The widths at which axe checks a page: both for the visitor with the most access, narrow for the one with the least. The
 * others see a mix of the same parts, so we skip them.
 */
function widthsFor(visitor: Visitor, path: string): number[] {
  if (hasMostAccess(visitor, path)) return [WIDE, NARROW];
  return hasLeastAccess(visitor, path) ? [NARROW] : [];
}

/** Checks the page against the rules for every page. */
async function expectGood(page: Page, what: string, widths: readonly number[]): Promise<void> {
  const violations: string[] = [];
  for (const width of widths) violations.push(...(await analyze(page, width)).map((found) => `${width}: ${found}`));
  const found = {
    violations,
    overflow: await overflowAt(page, NARROW),
    hidden: await hiddenParts(page),
    targets: await smallTargets(page),
    overflowReflowed: await overflowAt(page, REFLOW),
  };
  await page.setViewportSize({ width: WIDE, height: HEIGHT });
  expect.soft(found, what).toEqual({ violations: [], overflow: 0, hidden: [], targets: [], overflowReflowed: 0 });
}

for (const visitor of VISITORS) {
  test(`pages for ${visitor} are accessible, free of errors, as wide as the screen and easy to press`, async ({
    page,
    portal,
    cast,
  }) => {
    // A system administrator sees most pages. It takes half of this on two processors.
    test.setTimeout(900_000);
    const visits = visitsOf(visitor, await cast.records());
    const shown = visits.filter(({ outcome, path }) => outcome === "shown" && widthsFor(visitor, path).length > 0);
    const { errors, expectRefusal } = watch(page, portal.origin);
    await preloadAxe(page);
    await cast.actAs(page, visitor);
    // All refusal pages are the same, so one of each is enough.
    const refused = (["refused", "hidden"] as const).map((outcome) => visits.find((to) => to.outcome === outcome));
    for (const to of [...shown, ...refused]) {
      if (!to) continue;
      if (to.outcome !== "shown") expectRefusal();
      const response = await visit(page, to.address);
      expect(response?.status(), `${to.address} for ${visitor}`).toBe(STATUS[to.outcome]);
      const widths = to.outcome === "shown" ? widthsFor(visitor, to.path) : [NARROW];
      await expectGood(page, `${to.address} for ${visitor}`, widths);
      if (to.outcome === "shown" && hasMostAccess(visitor, to.path))
        await expectGoodWhenRefused(page, to, expectRefusal);
    }
    expect(errors).toEqual([]);
  });
}

/** Checks the page after each of its forms is sent empty. */
async function expectGoodWhenRefused(page: Page, to: Visit, expectRefusal: () => void): Promise<void> {
  for (const submitButton of await submitButtonsOn(page)) {
    if (expectedResult(to, submitButton.key) !== "errors") continue;
    await visit(page, to.address);
    expectRefusal();
    await sendEmptied(page, submitButton);
    await expect(page.getByRole("alert"), `${to.address} ${submitButton.key}`).toBeFocused();
    await expectGood(page, `${to.address}, when ${submitButton.key} was refused`, [WIDE]);
  }
}
