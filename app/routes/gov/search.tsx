import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { type CallStatus, SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { shownStatus } from "~/domain/call/rules";
import { type SearchResult, searchRecords } from "~/domain/search/queries.server";
import type { SearchItem } from "~/domain/search/responses";
import { adviceOn } from "~/domain/search/rules";
import { searchPageSchema, searchSchema } from "~/domain/search/schema";
import { MATCHES_COUNTED } from "~/search/full-text.server";
import { type Marking, markedPieces } from "~/search/marks";
import { UnreadableFilterAlert } from "~/ui/kit/list/filter-form";
import { Alert } from "~/ui/kit/page/alert";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { SearchForm } from "~/ui/search/search-form";
import { SearchHelp } from "~/ui/search/search-help";
import {
  countText,
  FoundGroup,
  RESULTS,
  type ShownCount,
  type ShownGroup,
  type ShownItem,
  searchFor,
} from "~/ui/search/search-results";
import { excerptOf } from "~/values/excerpt";
import { LIMITS } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import { page, requestedList } from "~/web/pages/page.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) =>
  data?.found ? `${data.found.query} – Search` : "Search",
);

/** How much of a query the page's title repeats. The search field has all of it. */
const QUERY_SHOWN = 60;

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "gov read");
  // A page without a query has no error: nobody has searched yet.
  const { query, faults, filter } = requestedList(args.request, { input: searchPageSchema }, ["types"]);
  const hasQuery = (filter.q ?? "").trim() !== "";
  return {
    query,
    faults,
    types: typesIn(filter.types),
    constraints: { q: { maxLength: constraintsOf(searchSchema).q?.maxLength } },
    backend: services.settings.searchBackend,
    found: hasQuery ? shownResult(await read(searchRecords, filter), services.clock()) : null,
  };
}

/** The types in the address. None if the search covers all. */
function typesIn(list = ""): SearchType[] {
  const names = list.split(",").map((name) => name.trim());
  return SEARCH_TYPES.filter((type) => names.includes(type));
}

/** A result as the page shows it: text in pieces, and a fallback if there is none. */
function shownResult({ query, total, isApproximate, groups, marking }: SearchResult, now: Date) {
  const isAtLeast = groups.some((group) => group.total >= MATCHES_COUNTED);
  return {
    query: excerptOf(query, QUERY_SHOWN),
    isApproximate,
    count: { total, isAtLeast } satisfies ShownCount,
    groups: groups.map(
      ({ type, label, total, items }): ShownGroup => ({
        type,
        label,
        count: isApproximate ? null : { total, isAtLeast: total >= MATCHES_COUNTED },
        items: items.map((item) => shownItem(item, marking, now)),
        more: items.length < Math.min(total, LIMITS.searchResults.max) ? LIMITS.searchResults.max : null,
      }),
    ),
    advice: groups.length === 0 ? adviceOn(query) : null,
  };
}

function shownItem({ type, id, url, title, snippet, meta }: SearchItem, marking: Marking, now: Date): ShownItem {
  const { tags = [], status, ...others } = meta;
  return {
    id,
    url,
    title: markedPieces(title, marking),
    snippet: markedPieces(snippet, marking),
    meta: {
      ...others,
      status: type === "call" ? shownCallStatus(meta, now) : status,
      tags: tags.map((tag) => markedPieces(tag, marking)),
    },
  };
}

/** A call's date is its deadline, and its status already is the effective one. */
function shownCallStatus({ status, date }: SearchItem["meta"], now: Date): string | undefined {
  return status && shownStatus({ status: status as CallStatus, releasesAt: null, closesAt: date ?? null }, now);
}

export default function Search() {
  const { query, faults, types, constraints, backend, found } = useLoaderData<typeof loader>();
  // A search by similarity only has no operators.
  const hasOperators = backend !== "trigram";
  const help = hasOperators && <SearchHelp findsSimilar={backend === "hybrid"} />;
  const onlyQueryFaulty = faults !== undefined && Object.keys(faults).every((name) => name === "q");
  return (
    <>
      <PageHeader
        title={found ? `Search results: ${found.query}` : "Search"}
        lede={found ? undefined : "Search organizations, submissions, engagements and calls."}
      />
      {faults && !onlyQueryFaulty && <UnreadableFilterAlert />}
      <SearchForm constraints={constraints} q={query.q ?? ""} types={types} faults={faults} />
      {found && help && (
        <details className="glip-disclosure" key={found.query}>
          <summary className="glip-disclosure__summary">How to search</summary>
          {help}
        </details>
      )}
      {/* The region exists even when empty. Screen readers announce what is added to it. */}
      <div role="status" id={RESULTS} className="glip-outcome">
        {found && <Outcome found={found} nothingMatched={hasOperators} />}
      </div>
      {found?.advice && (
        <NothingFound
          namesNothing={found.advice.namesNothing}
          plainWords={hasOperators ? found.advice.plainWords : null}
          query={query}
          types={types}
        />
      )}
      {found?.groups.map((group) => (
        <FoundGroup key={group.type} group={group} query={query} />
      ))}
      {!found && help && <Section title="How to search">{help}</Section>}
    </>
  );
}

type Found = ReturnType<typeof shownResult>;

/** The number of results with the query, because people who listen may not read the heading. */
function Outcome({ found, nothingMatched }: { found: Found; nothingMatched: boolean }) {
  const { query, groups, isApproximate, count } = found;
  if (groups.length === 0) return <p className="usa-sr-only">No results for {query}.</p>;
  if (isApproximate) {
    return (
      <Alert kind="info">
        {nothingMatched && "We found no exact matches. "}These are the most similar records
        <span className="usa-sr-only"> to {query}</span>.
      </Alert>
    );
  }
  return (
    <p>
      {countText(count)} {count.total === 1 ? "result" : "results"}
      <span className="usa-sr-only"> for {query}</span>
    </p>
  );
}

type NothingFoundProps = {
  namesNothing: boolean;
  /** Suggests the same search without operators. */
  plainWords: string | null;
  query: Record<string, string>;
  types: SearchType[];
};

/** Suggests what to try next. */
function NothingFound({ namesNothing, plainWords, query, types }: NothingFoundProps) {
  return (
    <EmptyState title="No results">
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
      {types.length > 0 && types.length < SEARCH_TYPES.length && (
        <p>
          You searched only some types. <Link to={searchFor(query, { types: undefined })}>Search all types</Link>
        </p>
      )}
    </EmptyState>
  );
}
