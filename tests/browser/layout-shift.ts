import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** Longer than browsers wait for a font before they show text in another one. */
const FONT_MILLISECONDS = 150;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Element | null }[];
}

/** Whether a page shows something. */
const isShown = () => performance.getEntriesByName("first-contentful-paint").length > 0;

/** Watches the pages that open from now on. Their fonts and scripts arrive late, as on a slow connection. */
export async function watchLayout(page: Page): Promise<void> {
  await page.route("**/root-*.js", async (route) => {
    await page.waitForFunction(isShown).catch(() => {});
    await route.continue().catch(() => {});
  });
  await page.route("**/*.woff2", async (route) => {
    await pause(FONT_MILLISECONDS);
    // The page may be gone.
    await route.continue().catch(() => {});
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : "text"));
        shifts.push(`${value.toFixed(4)}: ${moved.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on the page while it was loading, until its fonts are there and its scripts are idle. */
export const movedOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { layoutShifts: string[] }).layoutShifts;
  });
