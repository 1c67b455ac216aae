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

/**
 * Moves the focus to what a navigation leads to, as a browser does when it loads a page: the part of the page that the
 * address names, or the page's heading.
 */
export function useFocusOnArrival(): void {
  const { pathname, search, hash } = useLocation();
  const before = useRef({ pathname, address: pathname + search + hash });
  useEffect(() => {
    const address = pathname + search + hash;
    const { pathname: previous, address: previousAddress } = before.current;
    before.current = { pathname, address };
    if (address === previousAddress) return;
    const named = hash === "" ? null : document.getElementById(hash.slice(1));
    if (named) focusOn(named);
    else if (pathname !== previous) focusOn(document.querySelector<HTMLElement>("main h1"));
  }, [pathname, search, hash]);
}
