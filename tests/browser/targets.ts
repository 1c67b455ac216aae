import type { Page } from "@playwright/test";

/** The least width and height of what is pressed, in CSS pixels (WCAG 2.2, 2.5.8). */
const LEAST = 24;

/**
 * The links, buttons and fields of a page that are too small to press, also within what opens. A link in a sentence is
 * as high as its line.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const closed = [...document.querySelectorAll("details:not([open])")] as HTMLDetailsElement[];
    for (const details of closed) details.open = true;
    const panels = [...document.querySelectorAll<HTMLElement>("[popover]")];
    for (const panel of panels) panel.showPopover();

    const blockOf = (node: Node): Element => {
      let element = node.parentElement as Element;
      while (/^(inline|contents)$/.test(getComputedStyle(element).display)) element = element.parentElement as Element;
      return element;
    };
    /** Whether there are words beside a link, other than links, that are set in the same lines. */
    const isInSentence = (link: Element): boolean => {
      if (getComputedStyle(link).display !== "inline") return false;
      const block = blockOf(link);
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode } = texts;
        const element = currentNode.parentElement as Element;
        const isBeside = blockOf(currentNode) === block && element.closest("a, button") === null;
        if (isBeside && element.checkVisibility() && /[\p{L}\p{N}]/u.test(currentNode.textContent ?? "")) return true;
      }
      return false;
    };
    /** What is pressed for a field: its label too, where that draws it. */
    const drawnBy = (element: Element): Element =>
      element.matches("[type=checkbox], [type=radio]")
        ? ((element as HTMLInputElement).labels?.[0] ?? element)
        : element;

    const found = [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".usa-sr-only"))
      .filter((element) => !isInSentence(element))
      .flatMap((element) => {
        const shown = drawnBy(element);
        const heights = [...shown.getClientRects()].map(({ height }) => height).filter((height) => height > 0);
        const height = Math.min(...heights);
        const { width } = shown.getBoundingClientRect();
        if (heights.length === 0 || (width >= least && height >= least)) return [];
        const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
        return `${element.localName}.${element.className} "${name}": ${width.toFixed(1)} x ${height.toFixed(1)}`;
      });
    for (const details of closed) details.open = false;
    for (const panel of panels) panel.hidePopover();
    return found;
  }, LEAST);
}
