import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Detail } from "~/ui/kit/detail";

interface ShortItem {
  key: string;
  to: string;
  title: string;
  /** What the line below the title says. */
  about: ReactNode;
}

/** A few records in a narrow column, each with one line about it. */
export function ShortList({ items }: { items: readonly ShortItem[] }) {
  return (
    <ul className="glip-short">
      {items.map(({ key, to, title, about }) => (
        <li key={key}>
          <Link to={to} title={title}>
            {title}
          </Link>
          <Detail>{about}</Detail>
        </li>
      ))}
    </ul>
  );
}
