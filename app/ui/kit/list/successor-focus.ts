import { type RefObject, useEffect, useRef } from "react";
import { isFocusLost } from "./address-change";

/**
 * After a form removed the row or item that it was in, moves the focus to the link of the one that took its place. People who
 * work through a list by keyboard go on from there.
 */
export function useFocusOnSuccessor(list: RefObject<HTMLElement>): void {
  const sentFrom = useRef<{ item: Element; index: number } | null>(null);
  useEffect(() => {
    const remember = ({ target }: SubmitEvent) => {
      const items = [...(list.current?.children ?? [])];
      const index = items.findIndex((item) => target instanceof Node && item.contains(target));
      const item = items[index];
      sentFrom.current = item ? { item, index } : null;
    };
    document.addEventListener("submit", remember, { capture: true });
    return () => document.removeEventListener("submit", remember, { capture: true });
  }, [list]);
  // Without dependencies, because only the list itself shows which rows are left.
  useEffect(() => {
    if (sentFrom.current === null || sentFrom.current.item.isConnected) return;
    const items = [...(list.current?.children ?? [])];
    const successor = items[sentFrom.current.index] ?? items.at(-1);
    sentFrom.current = null;
    if (isFocusLost()) successor?.querySelector("a")?.focus();
  });
}
