import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** Replaces an empty list: why it is empty, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="glip-empty">
      <p className="glip-empty__title">{title}</p>
      {children}
    </div>
  );
}

/** Replaces a list if the address asks for a page past the last one. */
export function PastLastPage({ what, firstPage }: { what: string; firstPage: string }) {
  return (
    <EmptyState title="This page does not exist">
      <p>
        {what} fewer pages. <Link to={firstPage}>Go to the first page</Link>.
      </p>
    </EmptyState>
  );
}
