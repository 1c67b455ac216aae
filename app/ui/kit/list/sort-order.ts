import { labelOf } from "~/values/labels";
import type { Sorting } from "./data-table";
import { type Asked, hrefWith } from "./list-address";

const ORDER_WORDS: Readonly<Record<string, string>> = {
  createdAt: "Oldest first",
  "-createdAt": "Newest first",
  updatedAt: "Least recently changed first",
  "-updatedAt": "Most recently changed first",
  closesAt: "Earliest deadline first",
  "-closesAt": "Latest deadline first",
  date: "Earliest date first",
  "-date": "Latest date first",
  status: "Grouped by status",
  "-status": "Grouped by status, reversed",
  role: "Grouped by role",
  "-role": "Grouped by role, reversed",
  published: "Unpublished first",
  "-published": "Published first",
};

/** An order in words: what is no date goes from A to Z, or back. */
export function orderWords(sort: string): string {
  const name = sort.replace("-", "");
  return ORDER_WORDS[sort] ?? `${labelOf(name)}, ${sort.startsWith("-") ? "Z to A" : "A to Z"}`;
}

/** The order that a list has. */
function sortOf({ query, faults, choices }: Asked): string {
  return (faults?.sort ? undefined : query.sort) ?? choices.defaultSort;
}

/** The order of a list's table, for its headers: another one begins with its first page. */
export function sortingOf(asked: Asked): Sorting {
  const { query, choices } = asked;
  return {
    sort: sortOf(asked),
    hrefFor: (sort) => hrefWith(query, { sort: sort === choices.defaultSort ? undefined : sort, page: undefined }),
  };
}

/** What a list's table is called, with its order. */
export function captionOf(name: string, asked: Asked): string {
  const sort = sortOf(asked);
  const words = orderWords(sort);
  return `${name}${sort in ORDER_WORDS ? "," : " by"} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
