import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** What a list shows when it has nothing: why, and what can be done about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="glip-empty">
      <p className="glip-empty__title">{title}</p>
      {children}
    </div>
  );
}

/** What a list shows whose pages have ended before the one that was asked for. */
export function PastLastPage({ what, firstPage }: { what: string; firstPage: string }) {
  return (
    <EmptyState title="This page does not exist">
      <p>
        {what} fewer pages. <Link to={firstPage}>Go to the first page</Link>.
      </p>
    </EmptyState>
  );
}
