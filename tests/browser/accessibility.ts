import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const OPTIONS: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  resultTypes: ["violations"],
  // Only an experimental rule needs the style sheets, and we do not run it.
  preload: false,
};

/** Loads axe into every page that opens from now on. This is faster than injecting it into each page. */
export const preloadAxe = (page: Page): Promise<unknown> => page.addInitScript(AXE);

/** Only the contrast of text. The other rules do not depend on colors. */
const CONTRAST: RunOptions = { ...OPTIONS, runOnly: { type: "rule", values: ["color-contrast"] } };

/** The text of a page with too little contrast for a reader who prefers dark pages. */
export async function faintInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await violationsOn(page, CONTRAST);
  await page.emulateMedia({ colorScheme: "light" });
  return found.map((violation) => `dark ${violation}`);
}

/** The WCAG 2.2 AA and best-practice rules that a page violates, each with its elements. */
export async function violationsOn(page: Page, only = OPTIONS): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return (await axe.run(options)).violations;
  }, only);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** The visible parts of a page. Hidden content differs between people, and axe checks only what is visible. */
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

/**
 * Whether the page has a part, such as its header, that it did not have before in this situation.
 * @param known the parts before, to which this adds
 */
export async function hasNewParts(page: Page, situation: string, known: Set<string>): Promise<boolean> {
  const parts = await shownParts(page);
  if (parts.length === 0) throw new Error(`${page.url()} shows nothing`);
  const hashes = parts.map((part) => createHash("sha256").update(`${situation} ${part}`).digest("hex"));
  const isNew = hashes.some((hash) => !known.has(hash));
  for (const hash of hashes) known.add(hash);
  return isNew;
}
