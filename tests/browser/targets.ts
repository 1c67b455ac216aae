import type { Page } from "@playwright/test";

/** The minimum width and height of a target, in CSS pixels (WCAG 2.2, 2.5.8). */
const MINIMUM = 24;

/**
 * The links, buttons and fields of a page that are too small, including those in menus and closed details. Links in a
 * sentence are exempt.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((minimum) => {
    const closed = [...document.querySelectorAll("details:not([open])")] as HTMLDetailsElement[];
    for (const details of closed) details.open = true;
    const panels = [...document.querySelectorAll<HTMLElement>("[popover]")];
    for (const panel of panels) panel.showPopover();

    const blockOf = (node: Node): Element => {
      let element = node.parentElement as Element;
      while (/^(inline|contents)$/.test(getComputedStyle(element).display)) element = element.parentElement as Element;
      return element;
    };
    /** Whether a link has text next to it in the same block that is not a link. */
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
    /** The element that users press: for checkboxes and radio buttons the label, because the design draws them there. */
    const targetOf = (element: Element): Element =>
      element.matches("[type=checkbox], [type=radio]")
        ? ((element as HTMLInputElement).labels?.[0] ?? element)
        : element;

    const found = [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".usa-sr-only"))
      .filter((element) => !isInSentence(element))
      .flatMap((element) => {
        const shown = targetOf(element);
        const heights = [...shown.getClientRects()].map(({ height }) => height).filter((height) => height > 0);
        const height = Math.min(...heights);
        const { width } = shown.getBoundingClientRect();
        if (heights.length === 0 || (width >= minimum && height >= minimum)) return [];
        const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
        return `${element.localName}.${element.className} "${name}": ${width.toFixed(1)} x ${height.toFixed(1)}`;
      });
    for (const details of closed) details.open = false;
    for (const panel of panels) panel.hidePopover();
    return found;
  }, MINIMUM);
}
