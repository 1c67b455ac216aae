import { SEARCH_FILTERS, type SearchFilter } from "~/domain/search/addresses";
import type { LedgerItem } from "~/domain/search/ledger-items.server";
import type { LedgerResult } from "~/domain/search/ledger-queries.server";
import { adviceOn, ENTRY_TYPE_LABELS } from "~/domain/search/rules";
import { type Marking, markedPieces } from "~/search/marks";
import { excerptOf } from "~/values/excerpt";
import { labelOf } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import type { ShownGroup, ShownItem } from "./search-results";

/** How much of a query the page's title repeats. The search field has all of it. */
const QUERY_SHOWN = 60;
/** The most values of a filter that the page offers. */
const VALUES_SHOWN = 8;

/** A filter that the results offer: its parameter, and its values with how many results have them. */
export interface ShownFilter {
  name: SearchFilter;
  label: string;
  /** The totals are null if not all results were counted. */
  values: { value: string; label: string; total: number | null }[];
}

/** A result as the page shows it: text in pieces, and advice if there is none. */
export function shownResult({
  query,
  total,
  isAtLeast,
  groups,
  best,
  marking,
  facets,
  isTruncated,
  ...found
}: LedgerResult) {
  return {
    query: excerptOf(query, QUERY_SHOWN),
    match: found.match,
    correction: found.correction,
    count: { total, isAtLeast },
    best: best.map((item) => shownItem(item, marking)),
    groups: groups.map(({ type, items, ...count }): ShownGroup => {
      const most = LIMITS.searchResults.max;
      return {
        type,
        label: ENTRY_TYPE_LABELS[type],
        count,
        items: items.map((item) => shownItem(item, marking)),
        more: items.length < Math.min(count.total, most) ? most : null,
      };
    }),
    filters: shownFilters(facets, found.commands, isTruncated),
    advice: groups.length === 0 ? adviceOn(query) : null,
  };
}

export type ShownResult = ReturnType<typeof shownResult>;

function shownItem(
  { type, id, url, title, snippet, meta: { tags = [], ...meta } }: LedgerItem,
  marking: Marking,
): ShownItem {
  return {
    type,
    id,
    url,
    title: markedPieces(title, marking),
    snippet: markedPieces(snippet, marking),
    meta: { ...meta, tags: tags.map((tag) => markedPieces(tag, marking)) },
  };
}

const FILTER_LABELS: Readonly<Record<SearchFilter, string>> = {
  status: "Status",
  tag: "Tag",
  command: "Command",
  year: "Year",
};

/** The filters that have values among the results. */
function shownFilters(
  facets: LedgerResult["facets"],
  commands: LedgerResult["commands"],
  isTruncated: boolean,
): ShownFilter[] {
  const names = new Map(commands.map(({ id, abbreviation }) => [id, abbreviation]));
  const labelFor = (name: SearchFilter, value: string) => {
    if (name === "status") return labelOf(value);
    return name === "command" ? (names.get(value) ?? value) : value;
  };
  return SEARCH_FILTERS.filter((name) => facets[name].length > 0).map((name) => ({
    name,
    label: FILTER_LABELS[name],
    values: facets[name]
      .slice(0, VALUES_SHOWN)
      .map(({ value, total }) => ({ value, label: labelFor(name, value), total: isTruncated ? null : total })),
  }));
}
