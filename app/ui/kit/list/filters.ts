import type { Option } from "~/ui/kit/form/options";
import { formatDay, formatMonth } from "~/values/format";
import { labelOf } from "~/values/labels";
import { type Asked, hrefWith, type Part, type Query } from "./list-address";

/** Something that a list can be filtered by. */
export interface Filter {
  name: string;
  label: string;
  /** One of them is chosen; else text is typed. */
  options?: readonly Option[];
  /** The choice of none of them. */
  emptyLabel?: string;
  type?: "date" | "month";
  /** Tags that are offered: one of them, or another one, is typed. */
  presets?: readonly string[];
  /** Its value in words, where that is not what was chosen or typed: an id's record by its name. */
  words?: string;
  /** The page of that record. */
  to?: string;
  /** The form's field for it is the page's own, or there is none, since only links lead here with it. */
  isApart?: boolean;
}

/** The filters that are on, each with its value in words. */
export function filtersOn({ query, faults }: Asked, filters: readonly Filter[]): { filter: Filter; value: string }[] {
  return filters.flatMap((filter) => {
    const value = faults?.[filter.name] ? undefined : query[filter.name];
    return value === undefined ? [] : [{ filter, value: wordsOf(filter, value) }];
  });
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

/** A list's title, with the filters that are on and the page: what a tab or a bookmark tells it by. */
export function listTitle(name: string, asked: Asked | undefined, filters: readonly Filter[], list?: Part): string {
  if (!asked) return name;
  const on = filtersOn(asked, filters).map(({ filter: { label }, value }) => `${label}: ${value}`);
  return [name, ...on, list && pageWords(list)].filter(Boolean).join(", ");
}

/** "page 2 of 5"; nothing where there is one. */
export function pageWords({ page, pageSize, total }: Part): string | null {
  const last = Math.ceil(total / pageSize);
  return last > 1 && page <= last ? `page ${page} of ${last}` : null;
}

/** The address of a list without any of its filters, in the same order and in pages of the same size. */
export const withoutFilters = (query: Query, filters: readonly Filter[]) =>
  hrefWith(query, { page: undefined, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) });
