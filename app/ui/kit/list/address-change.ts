import { useEffect, useRef } from "react";
import type { Query } from "./list-address";

/** Runs a function after the list's address changed and the new list is rendered. */
export function useOnOtherAddress(query: Query, act: () => void) {
  const address = JSON.stringify(query);
  const before = useRef(address);
  useEffect(() => {
    if (address !== before.current) act();
    before.current = address;
  });
}

/** Whether the element that had the focus is gone. */
export const isFocusLost = () => document.activeElement === document.body;
