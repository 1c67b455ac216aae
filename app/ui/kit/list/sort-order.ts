import { labelOf } from "~/values/labels";
import type { Sorting } from "./data-table";
import { hrefWith, type RequestedList } from "./list-address";

const ORDER_WORDS: Readonly<Record<string, string>> = {
  createdAt: "Oldest first",
  "-createdAt": "Newest first",
  updatedAt: "Least recently changed first",
  "-updatedAt": "Most recently changed first",
  publishedAt: "Oldest publication first",
  "-publishedAt": "Newest publication first",
  closesAt: "Earliest deadline first",
  "-closesAt": "Latest deadline first",
  answerBy: "Earliest promised answer first",
  "-answerBy": "Latest promised answer first",
  date: "Earliest date first",
  "-date": "Latest date first",
  lastSignInAt: "Longest without signing in first",
  "-lastSignInAt": "Last sign-in, newest first",
  status: "Grouped by status",
  "-status": "Grouped by status, reversed",
  role: "Grouped by role",
  "-role": "Grouped by role, reversed",
  published: "Drafts and unpublished first",
  "-published": "Scheduled and published first",
};

/** An order in words. Columns without words of their own sort from A to Z, or from Z to A. */
export function orderWords(sort: string): string {
  const name = sort.replace("-", "");
  return ORDER_WORDS[sort] ?? `${labelOf(name)}, ${sort.startsWith("-") ? "Z to A" : "A to Z"}`;
}

/** The current order of a list. */
function sortOf({ query, faults, choices }: RequestedList): string {
  return (faults?.sort ? undefined : query.sort) ?? choices.defaultSort;
}

/** The order of a list for its table's headers. Another order starts on the first page. */
export function sortingOf(requested: RequestedList): Sorting {
  const { query, choices } = requested;
  return {
    sort: sortOf(requested),
    hrefFor: (sort) => hrefWith(query, { sort: sort === choices.defaultSort ? undefined : sort, page: undefined }),
  };
}

/** The caption of a list's table, with its order. */
export function captionOf(name: string, requested: RequestedList): string {
  const sort = sortOf(requested);
  const words = orderWords(sort);
  return `${name}${sort in ORDER_WORDS ? "," : " by"} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
