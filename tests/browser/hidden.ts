import type { Page } from "@playwright/test";

/**
 * The headings, sections and tables of a page that take no place on the screen, which a rule for another part of the page
 * may have hidden. What its reader opens is exempt.
 */
export const hiddenParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(h1, h2, h3, section, table)")]
      .filter((part) => !part.closest("details:not([open]), dialog, [popover], [hidden]"))
      .filter((part) => part.getClientRects().length === 0)
      .map((part) => `${part.tagName}: ${part.textContent?.slice(0, 60)}`),
  );
