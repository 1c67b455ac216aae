import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** Longer than browsers wait for a font before they show text in another one. */
const FONT_MILLISECONDS = 150;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Element | null }[];
}

interface Watched {
  /** In milliseconds since the page was opened. */
  layoutShownAt: number;
  layoutShifts: { at: number; moved: string }[];
}

/** Whether a page shows all of itself. */
const isShown = () => (window as unknown as Watched).layoutShownAt < Number.POSITIVE_INFINITY;

/**
 * Watches the pages that open from now on. Their fonts and scripts arrive late, as on a slow connection: once all of the page
 * is shown. A busy browser first shows the part that it has read so far, and the rest may move that. This depends on the
 * machine, not on the page, so it does not count.
 */
export async function watchLayout(page: Page): Promise<void> {
  await page.route("**/root-*.js", async (route) => {
    await page.waitForFunction(isShown).catch(() => {});
    await route.continue().catch(() => {});
  });
  await page.route("**/*.woff2", async (route) => {
    await page.waitForFunction(isShown).catch(() => {});
    await pause(FONT_MILLISECONDS);
    // The page may be gone.
    await route.continue().catch(() => {});
  });
  await page.addInitScript(() => {
    const watched: Watched = { layoutShownAt: Number.POSITIVE_INFINITY, layoutShifts: [] };
    Object.assign(window, watched);
    document.addEventListener(
      "readystatechange",
      // The first frame after this shows all of the page.
      () =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => Object.assign(window, { layoutShownAt: performance.now() })),
        ),
      { once: true },
    );
    new PerformanceObserver((list) => {
      for (const { startTime, value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : "text"));
        watched.layoutShifts.push({ at: startTime, moved: `${value.toFixed(4)}: ${moved.join(", ")}` });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on the page after all of it was shown, until its fonts are there and its scripts are idle. */
export async function movedOn(page: Page): Promise<string[]> {
  // Nothing would count on a page that is never shown.
  await page.waitForFunction(isShown);
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { layoutShownAt, layoutShifts } = window as unknown as Watched;
    return layoutShifts.filter(({ at }) => at >= layoutShownAt).map(({ moved }) => moved);
  });
}
