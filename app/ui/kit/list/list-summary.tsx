import { Link } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { Icon } from "~/ui/kit/icon";
import { counted, formatCount } from "~/values/format";
import { isFocusLost, useOnOtherAddress } from "./address-change";
import { FilterButton } from "./filter-form";
import { type Filter, filtersOn, hasNothing, pageWords, withoutFilters } from "./filters";
import { hrefWith, LIST_ID, type Part, type RequestedList } from "./list-address";

interface ListSummaryProps {
  requested: RequestedList;
  filters: readonly Filter[];
  list: Part;
  /** The singular and plural of an item's name. */
  noun: [one: string, many: string];
  /** The address of the list as CSV. */
  csv?: string | null;
  /** The menu of the list's columns. */
  columns?: ReactNode;
}

/** How many items match, the active filters, and a CSV download. Screen readers announce a changed number. */
export function ListSummary({ requested, filters, list, noun, csv, columns }: ListSummaryProps) {
  const { query } = requested;
  const on = filtersOn(requested, filters);
  const summary = useRef<HTMLDivElement>(null);
  // The link that cleared a filter is gone with it.
  useOnOtherAddress(query, () => {
    if (isFocusLost()) summary.current?.focus({ preventScroll: true });
  });
  const count = (
    <p className="glip-list-summary__count" role="status">
      {[counted(list.total, ...noun), pageWords(list)].filter(Boolean).join(", ")}
    </p>
  );
  // Still there for the focus, after someone cleared the last filter.
  if (hasNothing(requested, filters, list)) {
    return (
      <div className="usa-sr-only" id={LIST_ID} tabIndex={-1} ref={summary}>
        {count}
      </div>
    );
  }
  return (
    <div className="glip-list-summary" id={LIST_ID} tabIndex={-1} ref={summary}>
      {count}
      {filters.length > 0 && <FilterButton on={on.length} />}
      {on.length > 0 && (
        <div className="glip-cluster glip-filters-on">
          <span id="filters-on">Filtered by</span>
          <ul className="glip-cluster" aria-labelledby="filters-on">
            {on.map(({ filter: { name, label, to }, value }) => (
              <li key={name} className="glip-filter-on">
                {label}: {to ? <Link to={to}>{value}</Link> : value}{" "}
                <Link className="glip-filter-on__remove" to={hrefWith(query, { [name]: undefined, page: undefined })}>
                  <Icon name="close" label={`Clear the filter: ${label}`} />
                </Link>
              </li>
            ))}
          </ul>
          <Link to={withoutFilters(query, filters)}>Clear filters</Link>
        </div>
      )}
      {columns}
      {csv && list.total > 0 && (
        <a className="glip-list-summary__file" href={csv}>
          <Icon name="file_download" />
          {list.total === 1 ? "Download it as CSV" : `Download these ${formatCount(list.total)} as CSV`}
        </a>
      )}
    </div>
  );
}
