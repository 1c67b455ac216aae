import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Outcome, Visitor } from "../support/pages";
import { bringAxe, violationsOn } from "./accessibility";
import { test } from "./cast-test";
import { comingOf, sendEmptied, sendersOn } from "./forms";
import { expect } from "./portal";
import { smallTargets } from "./targets";
import { isLeastOn, isMostOn, VISITORS, type Visit, visit, visitsOf } from "./visits";

// A server of its own, on which passwords may be changed: where they may not, that page has no form.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

const WIDE = 1280;
const NARROW = 375;
/** The width to which a page of 1280 pixels is enlarged by 400 % (WCAG 2.2, 1.4.10). */
const REFLOW = 320;
const HEIGHT = 900;

const STATUS: Partial<Record<Outcome, number>> = { shown: 200, refused: 403, hidden: 404 };

/** Errors of a page: script errors, refused scripts, requests that fail or go to other hosts. */
function watch(page: Page, origin: string): { faults: string[]; expectRefusal(): void } {
  const faults: string[] = [];
  // The browser writes every answer that refuses into its console, also where that is what was asked for.
  let refusals = 0;
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    if (refusals > 0 && message.text().startsWith("Failed to load resource")) refusals -= 1;
    else faults.push(`${page.url()} console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${page.url()} error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`${page.url()} asked ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    // A page that the user leaves cancels requests that it no longer needs.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    faults.push(`${page.url()} asked in vain for ${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() < 400 || response.request().resourceType() === "document") return;
    if (refusals === 0) faults.push(`${response.url()} answered ${response.status()}`);
  });
  return {
    faults,
    expectRefusal() {
      refusals += 1;
    },
  };
}

/** The parts of pages that axe has looked at, by their hashes. */
const analysed = new Set<string>();

/** The parts of a page as they are seen. What is hidden differs from person to person, and axe checks what is shown. */
function shownParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const copy = root.cloneNode(true) as Element;
    const copies = [...copy.querySelectorAll("*")];
    for (const [index, element] of [...root.querySelectorAll("*")].entries()) {
      if (!element.checkVisibility()) copies[index]?.remove();
    }
    return [...(copy.querySelector(".glip-page")?.children ?? [])].map(({ outerHTML }) => outerHTML);
  });
}

/** Looks at the page as it stands at a width, unless every part of it was there for somebody before: header, main, footer. */
async function analyse(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT });
  const hashOf = (part: string) => createHash("sha256").update(`${width} ${part}`).digest("hex");
  const hashes = (await shownParts(page)).map(hashOf);
  expect(hashes).not.toEqual([]);
  if (hashes.every((hash) => analysed.has(hash))) return [];
  for (const hash of hashes) analysed.add(hash);
  return violationsOn(page);
}

/** How much wider the page is than the screen. */
async function overflowAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: HEIGHT });
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/**
 * The widths at which axe looks at a page that is shown to somebody: for whoever may do most on it at both, for whoever may
 * do least on a phone. Whoever is between them sees something between, of the same parts, and need not come.
 */
function widthsFor(visitor: Visitor, path: string): number[] {
  if (isMostOn(visitor, path)) return [WIDE, NARROW];
  return isLeastOn(visitor, path) ? [NARROW] : [];
}

/** Checks the page against the rules for every page. */
async function expectGood(page: Page, what: string, widths: readonly number[]): Promise<void> {
  const violations: string[] = [];
  for (const width of widths) violations.push(...(await analyse(page, width)).map((found) => `${width}: ${found}`));
  const found = {
    violations,
    overflow: await overflowAt(page, NARROW),
    targets: await smallTargets(page),
    overflowReflowed: await overflowAt(page, REFLOW),
  };
  await page.setViewportSize({ width: WIDE, height: HEIGHT });
  expect.soft(found, what).toEqual({ violations: [], overflow: 0, targets: [], overflowReflowed: 0 });
}

for (const visitor of VISITORS) {
  test(`pages for ${visitor} are accessible, free of errors, as wide as the screen and easy to press`, async ({
    page,
    portal,
    cast,
  }) => {
    test.setTimeout(300_000);
    const visits = visitsOf(visitor, await cast.records());
    const shown = visits.filter(({ outcome, path }) => outcome === "shown" && widthsFor(visitor, path).length > 0);
    const { faults, expectRefusal } = watch(page, portal.origin);
    await bringAxe(page);
    await cast.comeAs(page, visitor);
    // The pages that refuse are all the same, whatever was requested.
    const refused = (["refused", "hidden"] as const).map((outcome) => visits.find((to) => to.outcome === outcome));
    for (const to of [...shown, ...refused]) {
      if (!to) continue;
      if (to.outcome !== "shown") expectRefusal();
      const answered = await visit(page, to.address);
      expect(answered?.status(), `${to.address} for ${visitor}`).toBe(STATUS[to.outcome]);
      const widths = to.outcome === "shown" ? widthsFor(visitor, to.path) : [NARROW];
      await expectGood(page, `${to.address} for ${visitor}`, widths);
      if (to.outcome === "shown" && isMostOn(visitor, to.path)) await expectGoodWhenRefused(page, to, expectRefusal);
    }
    expect(faults).toEqual([]);
  });
}

/** Checks the page that each of its forms returns when it is sent empty. */
async function expectGoodWhenRefused(page: Page, to: Visit, expectRefusal: () => void): Promise<void> {
  for (const sender of await sendersOn(page)) {
    if (comingOf(to, sender.key) !== "faults") continue;
    await visit(page, to.address);
    expectRefusal();
    await sendEmptied(page, sender);
    await expect(page.getByRole("alert"), `${to.address} ${sender.key}`).toBeFocused();
    await expectGood(page, `${to.address}, when ${sender.key} was refused`, [WIDE]);
  }
}
