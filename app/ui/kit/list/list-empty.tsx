import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyState, PastLastPage } from "~/ui/kit/page/empty-state";
import { type Filter, filtersOn, withoutFilters } from "./filters";
import { hrefWith, type Part, type RequestedList } from "./list-address";

interface ListEmptyProps {
  requested: RequestedList;
  filters: readonly Filter[];
  list: Part;
  /** The title if filters leave nothing, and the title if there is nothing at all. */
  titles: [filtered: string, none: string];
  /** The next step. */
  children?: ReactNode;
}

/** Replaces a list without items: nothing matches, there is nothing yet, or the page is past the last one. */
export function ListEmpty({ requested, filters, list, titles: [filtered, none], children }: ListEmptyProps) {
  const { query } = requested;
  if (list.total > 0) {
    return <PastLastPage what="The list has" firstPage={hrefWith(query, { page: undefined })} />;
  }
  const on = filtersOn(requested, filters);
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
