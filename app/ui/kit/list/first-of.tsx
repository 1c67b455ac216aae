import type { ReactNode } from "react";

type FirstOfProps<Item> = {
  items: readonly Item[];
  /** How many to show at first. */
  most: number;
  /** The list of some of them. */
  children: (items: readonly Item[]) => ReactNode;
};

/** The first items of a list, and the others behind one press. It opens without scripts. */
export function FirstOf<Item>({ items, most, children }: FirstOfProps<Item>) {
  // A press to see one more item would be as long as the item.
  const shown = items.length > most + 1 ? most : items.length;
  return (
    <>
      {children(items.slice(0, shown))}
      {shown < items.length && (
        <details className="glip-disclosure">
          <summary className="glip-disclosure__summary">Show {items.length - shown} more</summary>
          {children(items.slice(shown))}
        </details>
      )}
    </>
  );
}
