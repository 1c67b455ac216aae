import type { Page } from "@playwright/test";
import { faintInTheDark, hasNewParts, preloadAxe, violationsOn } from "./accessibility";
import { test } from "./cast-test";
import { expect } from "./portal";
import { hasLeastAccess, hasMostAccess, VISITORS, visit, visitsOf } from "./visits";

/* axe on every page in every situation: too much for each run of the tests, which pages.spec.ts is for. */

test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false", RECERTIFY_DAYS: "30" } });

const WIDTHS = [375, 768, 1280, 1600];
/** The width of a 1280 pixel window at 400% zoom. */
const REFLOW = 320;

/** Axe is a script itself, so without scripts means without those of the page. */
async function open(page: Page, address: string, hasScripts: boolean): Promise<void> {
  if (hasScripts) await visit(page, address);
  else await page.goto(address, { waitUntil: "load" });
}

for (const visitor of VISITORS) {
  for (const hasScripts of [true, false]) {
    test(`axe finds nothing for ${visitor} ${hasScripts ? "with" : "without"} scripts`, async ({ page, cast }) => {
      test.setTimeout(60 * 60_000);
      const visits = visitsOf(visitor, await cast.records()).filter(
        ({ path, outcome }) => outcome === "shown" && (hasMostAccess(visitor, path) || hasLeastAccess(visitor, path)),
      );
      await preloadAxe(page);
      await cast.actAs(page, visitor);
      if (!hasScripts) await page.route("**/*.js", (route) => route.abort());
      const known = new Set<string>();
      const found: string[] = [];
      for (const { address } of visits) {
        await open(page, address, hasScripts);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          if (!(await hasNewParts(page, `${width}`, known))) continue;
          const violations = [...(await violationsOn(page)), ...(await faintInTheDark(page))];
          found.push(...violations.map((violation) => `${address} at ${width}: ${violation}`));
        }
        await page.setViewportSize({ width: REFLOW, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (overflow > 0) found.push(`${address} is ${overflow} pixels wider than ${REFLOW}`);
      }
      expect(found).toEqual([]);
    });
  }
}
