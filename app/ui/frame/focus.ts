import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Moves the focus, and the reader with it, to something that need not be able to take it by itself. */
function focusOn(target: HTMLElement | null): boolean {
  if (!target) return false;
  if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest" });
  return true;
}

/**
 * Follows links within a page without a navigation. The router would make one of them, and forget what a refused form
 * was told: the way from the summary of faults to a field would wipe the faults.
 */
export function useLinksWithinPage(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
      if (!link || !isPlain) return;
      if (focusOn(document.getElementById(link.hash.slice(1)))) event.preventDefault();
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);
}

/** What a form stands in that may outlast it: a row, an item, a part of the page. */
const PLACES = "tr, li, section";

/**
 * Moves the focus to what a navigation leads to, as a browser does when it loads a page: the part of the page that the
 * address names, or the page's heading. Where a form led back to its own page and its button is gone, it moves to what
 * the form stood in, or else to the heading.
 */
export function useFocusOnArrival(): void {
  const { pathname, search, hash, key } = useLocation();
  const before = useRef({ pathname, address: pathname + search + hash, key });
  const sentFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: SubmitEvent) => {
      sentFrom.current = target instanceof Element ? target.closest<HTMLElement>(PLACES) : null;
    };
    document.addEventListener("submit", remember, { capture: true });
    return () => document.removeEventListener("submit", remember, { capture: true });
  }, []);
  useEffect(() => {
    const address = pathname + search + hash;
    const last = before.current;
    before.current = { pathname, address, key };
    if (key === last.key) return;
    const named = hash === "" ? null : document.getElementById(hash.slice(1));
    const heading = document.querySelector<HTMLElement>("main h1");
    if (address === last.address) {
      if (document.activeElement === document.body) focusOn(sentFrom.current?.isConnected ? sentFrom.current : heading);
    } else if (named) focusOn(named);
    else if (pathname !== last.pathname) focusOn(heading);
  }, [pathname, search, hash, key]);
}
