import type { Option } from "~/ui/kit/form/options";
import { formatDay, formatMonth } from "~/values/format";
import { labelOf } from "~/values/labels";
import type { PresetTag } from "~/values/tags";
import { hrefWith, type Part, type Query, type RequestedList } from "./list-address";

export interface Filter {
  name: string;
  label: string;
  /** The choices of a drop-down list. Without them, the filter is a text field. */
  options?: readonly Option[];
  /** The label of the empty choice. */
  emptyLabel?: string;
  type?: "date" | "month";
  /** Preset tags to suggest. Any other tag works too. */
  presets?: readonly PresetTag[];
  /** The value in words, if it is an ID: the name of its record. */
  words?: string;
  /** The page of that record. */
  to?: string;
  /** Whether the list leaves out some records even if this is empty. */
  leavesOut?: boolean;
  /** The page renders its own field for it, or only links use it. */
  isApart?: boolean;
}

/** The active filters, each with its value in words. */
export function filtersOn(
  { query, faults }: RequestedList,
  filters: readonly Filter[],
): { filter: Filter; value: string }[] {
  return filters.flatMap((filter) => {
    const value = faults?.[filter.name] ? undefined : query[filter.name];
    return value === undefined ? [] : [{ filter, value: wordsOf(filter, value) }];
  });
}

/** Whether there is nothing to filter: not even without filters has the list any record. */
export function hasNothing(requested: RequestedList, filters: readonly Filter[], list: Part): boolean {
  const isNarrowed = requested.faults !== undefined || filtersOn(requested, filters).length > 0;
  return list.total === 0 && !isNarrowed && !filters.some(({ leavesOut }) => leavesOut);
}

function wordsOf({ options, type, words }: Filter, value: string): string {
  if (words) return words;
  if (type === "month") return formatMonth(value);
  if (type === "date") return formatDay(new Date(value));
  const chosen = options?.find((option) => (typeof option === "string" ? option : option.value) === value);
  if (chosen === undefined) return value;
  // The options of a tree are indented.
  return typeof chosen === "string" ? labelOf(chosen) : chosen.label.trim();
}

/** A list's title with its active filters and page, to tell tabs and bookmarks apart. */
export function listTitle(
  name: string,
  requested: RequestedList | undefined,
  filters: readonly Filter[],
  list?: Part,
): string {
  if (!requested) return name;
  const on = filtersOn(requested, filters).map(({ filter: { label }, value }) => `${label}: ${value}`);
  return [name, ...on, list && pageWords(list)].filter(Boolean).join(", ");
}

/** "page 2 of 5", or null if there is only one. */
export function pageWords({ page, pageSize, total }: Part): string | null {
  const last = Math.ceil(total / pageSize);
  return last > 1 && page <= last ? `page ${page} of ${last}` : null;
}

/** The address of a list without its filters. Keeps the order and the page size. */
export const withoutFilters = (query: Query, filters: readonly Filter[]) =>
  hrefWith(query, { page: undefined, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) });
