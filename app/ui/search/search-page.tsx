import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EntryType } from "#db/enumerations";
import { SEARCH_FILTERS } from "~/domain/search/addresses";
import { UnreadableFilterAlert } from "~/ui/kit/list/filter-form";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { SAVED_SEARCHES_PAGE } from "~/ui/saved-search/saved-search-fields";
import type { FieldErrors } from "~/values/errors";
import { counted, formatCount } from "~/values/format";
import type { FieldConstraints } from "~/web/forms/form-state";
import { RecentSearches } from "./recent-searches";
import { SearchFilters } from "./search-filters";
import { SearchForm } from "./search-form";
import { BestResults, countText, FoundGroup, RESULTS, searchFor } from "./search-results";
import type { ShownResult } from "./shown-result";

type SearchPageProps = {
  /** The address of the page. */
  page: string;
  lede: string;
  /** The parameters of the address, as they are. */
  query: Record<string, string>;
  faults: FieldErrors | undefined;
  constraints: FieldConstraints;
  /** The types in the address. */
  types: EntryType[];
  offered: readonly EntryType[];
  /** Null before anyone searched. */
  found: ShownResult | null;
  /** What the reader searched for before, without a query in the address. */
  recent: string[];
  /** Whether the reader can save searches, and has recent ones. */
  saves: boolean;
  help: ReactNode;
};

/** A page of results: the form, what was found, and how to narrow it. */
export function SearchPage({
  page,
  lede,
  query,
  faults,
  constraints,
  types,
  offered,
  found,
  recent,
  saves,
  help,
}: SearchPageProps) {
  const onlyQueryFaulty = faults !== undefined && Object.keys(faults).every((name) => name === "q");
  const filtersOn = SEARCH_FILTERS.filter((name) => query[name]).length;
  return (
    <>
      <PageHeader
        title={found ? `Search results: ${found.query}` : "Search"}
        lede={found ? undefined : lede}
        actions={
          saves && (
            <>
              {found && !faults && <Link to={saveAddress(query)}>Save this search</Link>}
              <Link to={SAVED_SEARCHES_PAGE}>Saved searches</Link>
            </>
          )
        }
      />
      {faults && !onlyQueryFaulty && <UnreadableFilterAlert />}
      <SearchForm
        constraints={constraints}
        q={query.q ?? ""}
        types={types}
        page={page}
        offered={offered}
        remembers={saves}
        faults={faults}
      />
      {found && (
        <details className="glip-disclosure" key={found.query}>
          <summary className="glip-disclosure__summary">How to search</summary>
          {help}
        </details>
      )}
      {/* The region exists even when empty. Screen readers announce what is added to it. */}
      <div role="status" id={RESULTS} className="glip-outcome">
        {found && <Outcome found={found} query={query} />}
      </div>
      {found && found.count.total > 0 && (
        <p className="glip-search-jump">
          <a href="#narrow">Narrow the results{filtersOn > 0 && ` (${counted(filtersOn, "filter")} on)`}</a>
        </p>
      )}
      {found?.advice && <NothingFound found={found} query={query} types={types} offered={offered} />}
      {found && found.count.total > 0 && (
        <RecordPage facts={<SearchFilters filters={found.filters} query={query} />}>
          {found.best.length > 0 && <BestResults items={found.best} />}
          {found.groups.map((group) => (
            <FoundGroup key={group.type} group={group} query={query} />
          ))}
        </RecordPage>
      )}
      {!found && <RecentSearches queries={recent} />}
      {!found && <Section title="How to search">{help}</Section>}
    </>
  );
}

const KEPT = ["q", "types", ...SEARCH_FILTERS];

/** The page that saves what the reader searched for. */
function saveAddress(query: Record<string, string>): string {
  const kept = KEPT.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
  return `${SAVED_SEARCHES_PAGE}/new?${new URLSearchParams(kept)}`;
}

type OutcomeProps = { found: ShownResult; query: Record<string, string> };

/** The number of results with the query, because people who listen may not read the heading. */
function Outcome({ found, query }: OutcomeProps) {
  const { match, correction, count } = found;
  if (count.total === 0) return <p className="usa-sr-only">No results for {found.query}.</p>;
  const counted = `${countText(count)} ${count.total === 1 ? "result" : "results"}`;
  if (match === "CORRECTED" && correction !== null) {
    return (
      <p>
        No results for <q>{found.query}</q>. {counted} for{" "}
        <Link to={searchFor(query, { q: correction })}>
          <strong>{correction}</strong>
        </Link>
      </p>
    );
  }
  if (match === "MOST") {
    return (
      <p>
        No record has all of your words. {formatCount(count.total)} {count.total === 1 ? "has" : "have"} most of them
        <span className="usa-sr-only"> for {found.query}</span>
      </p>
    );
  }
  return (
    <p>
      {counted}
      <span className="usa-sr-only"> for {found.query}</span>
    </p>
  );
}

type NothingFoundProps = OutcomeProps & { types: EntryType[]; offered: readonly EntryType[] };

/** Suggests what to try next. */
function NothingFound({ found: { advice, correction }, query, types, offered }: NothingFoundProps) {
  if (!advice) return null;
  const { namesNothing, plainWords } = advice;
  return (
    <EmptyState title="No results">
      {correction !== null && (
        <p>
          Did you mean <Link to={searchFor(query, { q: correction })}>{correction}</Link>?
        </p>
      )}
      {namesNothing ? (
        <p>Enter at least one letter or number.</p>
      ) : (
        <p>Check the spelling, or try fewer or different words.</p>
      )}
      {plainWords && (
        <p>
          If you use quotation marks, OR, a minus sign or an asterisk, we find only exact matches.{" "}
          <Link to={searchFor(query, { q: plainWords })}>Search for only the words: {plainWords}</Link>
        </p>
      )}
      {types.length > 0 && types.length < offered.length && (
        <p>
          You searched only some types. <Link to={searchFor(query, { types: undefined })}>Search all types</Link>
        </p>
      )}
      {SEARCH_FILTERS.some((name) => query[name] !== undefined) && (
        <p>
          You searched with filters. <Link to={searchFor({ q: query.q ?? "" })}>Search without filters</Link>
        </p>
      )}
    </EmptyState>
  );
}
