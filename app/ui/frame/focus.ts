import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Moves the focus to an element and scrolls to it, even if the element cannot normally take the focus. */
function focusOn(target: HTMLElement | null): boolean {
  if (!target) return false;
  if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest" });
  return true;
}

/**
 * Follows links within a page without a navigation. The router would navigate and drop the result of a refused form, so
 * a link from the error summary to a field would clear the errors.
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

/** What surrounds a form and may still be there after it: a row, an item, a section. */
const PLACES = "tr, li, section";

/** The places around an element, from the closest. */
function placesAround(element: Element | null): HTMLElement[] {
  const place = element?.closest<HTMLElement>(PLACES);
  return place ? [place, ...placesAround(place.parentElement)] : [];
}

/**
 * Moves the focus after a navigation, as a browser does when it loads a page: to the part that the address names, or to
 * the page's heading. If a form led back to its own page and its button is gone, the focus moves to what surrounded the
 * form and is still there, or else to the heading.
 */
export function useFocusOnArrival(): void {
  const { pathname, search, hash, key } = useLocation();
  const before = useRef({ pathname, address: pathname + search + hash, key });
  const sentFrom = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const remember = ({ target }: SubmitEvent) => {
      sentFrom.current = target instanceof Element ? placesAround(target) : [];
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
    if (named && address !== last.address) focusOn(named);
    else if (pathname !== last.pathname) focusOn(heading);
    // The address of a refused form has its name too, and that of the saved one does not.
    else if (document.activeElement === document.body) {
      focusOn(sentFrom.current.find(({ isConnected }) => isConnected) ?? heading);
    }
    sentFrom.current = [];
  }, [pathname, search, hash, key]);
}
