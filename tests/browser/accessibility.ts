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

/** The rules that do not depend on colors. Contrast takes more than half of axe's time. */
const WITHOUT_CONTRAST: RunOptions = { ...OPTIONS, rules: { "color-contrast": { enabled: false } } };

/** Each look of text, which is its style and the backgrounds behind it, that axe found to have enough contrast. */
export type ReadableLooks = Set<string>;

/**
 * As `violationsOn` and `faintInTheDark`, but axe checks the contrast of only one text of each look, on any page. This takes
 * a third of the time. It misses text that another element covers partly; `npm run prove:accessibility` checks all text.
 * @param readable the looks before, to which this adds
 */
export async function newViolationsOn(page: Page, readable: ReadableLooks): Promise<string[]> {
  const found = [...(await violationsOn(page, WITHOUT_CONTRAST)), ...(await faintText(page, readable))];
  await page.emulateMedia({ colorScheme: "dark" });
  const inTheDark = await faintText(page, readable);
  await page.emulateMedia({ colorScheme: "light" });
  return [...found, ...inTheDark.map((violation) => `dark ${violation}`)];
}

/** The text with too little contrast, of those looks that are not known to be readable. */
async function faintText(page: Page, readable: ReadableLooks): Promise<string[]> {
  const { faint, enough } = await page.evaluate(
    async ({ options, known }) => {
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
      const looksBehind = new Map<Element, string>();
      /** What an element and all around it draw behind its text. */
      const lookBehind = (element: Element): string => {
        const before = looksBehind.get(element);
        if (before !== undefined) return before;
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
        // It may cover something else on each page.
        const isMoved = /^(absolute|fixed|sticky)$/.test(position);
        const isPlain = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
        const own = isPlain ? "" : ` ${backgroundColor} ${backgroundImage} ${opacity}`;
        const around = element.parentElement ? lookBehind(element.parentElement) : "";
        const look = `${around}${own}${isMoved ? ` ${position} at ${location.href}` : ""}`;
        looksBehind.set(element, look);
        return look;
      };
      const looks = new Map<string, Element>();
      for (const element of document.body.querySelectorAll("*")) {
        const isField = element.matches("input, select, textarea");
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        );
        if (!(isField || hasText) || !element.checkVisibility()) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const kind = isField ? element.localName : "";
        const look = `${kind} ${color} ${fontSize} ${fontWeight} ${textShadow} on${lookBehind(element)}`;
        if (!looks.has(look)) looks.set(look, element);
      }
      const wasReadable = new Set(known);
      const unknown = [...looks].filter(([look]) => !wasReadable.has(look));
      if (unknown.length === 0) return { faint: [], enough: [] };
      const { violations, passes } = await axe.run({ include: unknown.map(([, element]) => element) }, options);
      const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
      return {
        faint: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        enough: unknown.filter(([, element]) => passed.has(element as HTMLElement)).map(([look]) => look),
      };
    },
    {
      options: { ...CONTRAST, resultTypes: ["violations", "passes"], elementRef: true },
      known: [...readable],
    },
  );
  for (const look of enough) readable.add(look);
  return faint;
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
