import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyState, PastLastPage } from "~/ui/kit/page/empty-state";
import { type Filter, filtersOn, withoutFilters } from "./filters";
import { type Asked, hrefWith, type Part } from "./list-address";

interface ListEmptyProps {
  asked: Asked;
  filters: readonly Filter[];
  list: Part;
  /** Its title where a filter leaves nothing, and where there is nothing to be filtered. */
  titles: [filtered: string, none: string];
  /** The next step. */
  children?: ReactNode;
}

/** What a list shows when it has nothing to show: that nothing fits, that there is nothing, or that its pages have ended. */
export function ListEmpty({ asked, filters, list, titles: [filtered, none], children }: ListEmptyProps) {
  const { query } = asked;
  if (list.total > 0) {
    return <PastLastPage what="The list has" firstPage={hrefWith(query, { page: undefined })} />;
  }
  const on = filtersOn(asked, filters);
  if (on.length === 0) return <EmptyState title={none}>{children}</EmptyState>;
  const which = on.length === 1 ? "filter" : "filters";
  return (
    <EmptyState title={filtered}>
      <p>
        Try something else, or <Link to={withoutFilters(query, filters)}>clear the {which}</Link>.
      </p>
      {children}
    </EmptyState>
  );
}
