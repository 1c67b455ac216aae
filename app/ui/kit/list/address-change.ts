import { useEffect, useRef } from "react";
import type { Query } from "./list-address";

/** Does something once the address of a list is another, and what stood there was made anew. */
export function useOnOtherAddress(query: Query, act: () => void) {
  const address = JSON.stringify(query);
  const before = useRef(address);
  useEffect(() => {
    if (address !== before.current) act();
    before.current = address;
  });
}

/** Whether what had the focus is gone. */
export const isFocusLost = () => document.activeElement === document.body;
