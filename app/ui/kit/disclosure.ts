import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/**
 * Closes an open `<details>` menu on Escape, when someone clicks or moves the focus elsewhere, and after a navigation.
 * Without scripts, its summary closes it.
 */
export function useClosingMenu(menu: RefObject<HTMLDetailsElement>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes it, even to the same page
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [menu, key]);
  useEffect(() => {
    const closeUnlessWithin = ({ target }: Event) => {
      if (menu.current?.open && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    // A press on text in the menu moves the focus to the page's main part, which has the menu in it. Besides, Chromium 156
    // crashes if the pressed text disappears meanwhile.
    const closeUnlessAround = (event: Event) => {
      if (!(event.target instanceof Node && event.target.contains(menu.current))) closeUnlessWithin(event);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !menu.current?.open) return;
      const holdsFocus = menu.current.contains(document.activeElement);
      menu.current.open = false;
      // The focused element is hidden now.
      if (holdsFocus) menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("click", closeUnlessWithin);
    document.addEventListener("focusin", closeUnlessAround);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("click", closeUnlessWithin);
      document.removeEventListener("focusin", closeUnlessAround);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [menu]);
}
