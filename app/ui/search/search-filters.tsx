import { Link } from "@remix-run/react";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { searchFor } from "./search-results";
import type { ShownFilter } from "./shown-result";

type SearchFiltersProps = { filters: ShownFilter[]; query: Record<string, string> };

/** Ways to narrow the results, each with how many of them are left, and their order. Plain links, so that they work without JavaScript. */
export function SearchFilters({ filters, query }: SearchFiltersProps) {
  const byDate = query.order === "date";
  return (
    <section className="glip-search-filters" aria-labelledby="narrow">
      <h2 id="narrow">Narrow the results</h2>
      <p>
        {byDate ? "The newest come first." : "The best match comes first."}{" "}
        <Link to={searchFor(query, { order: byDate ? undefined : "date" })}>
          {byDate ? "Show the best match first" : "Show the newest first"}
        </Link>
      </p>
      {filters.map(({ name, label, values }) => (
        <section key={name} aria-labelledby={`narrow-${name}`}>
          <h3 id={`narrow-${name}`}>{label}</h3>
          <ul className="usa-list usa-list--unstyled">
            {query[name] !== undefined ? (
              <li>
                {values.find(({ value }) => value === query[name])?.label ?? labelOf(query[name])}{" "}
                <Link to={searchFor(query, { [name]: undefined })}>
                  Remove<span className="usa-sr-only"> the filter {label.toLowerCase()}</span>
                </Link>
              </li>
            ) : (
              values.map(({ value, label: shown, total }) => (
                <li key={value}>
                  <Link to={searchFor(query, { [name]: value })}>{shown}</Link>
                  {total !== null && <span> ({formatCount(total)})</span>}
                </li>
              ))
            )}
          </ul>
        </section>
      ))}
    </section>
  );
}
