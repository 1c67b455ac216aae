/** The pages that search. Government's searches the whole ledger, the other one what everyone else may read. */
export const SEARCH_PAGES = { government: "/gov/search", everyone: "/search" } as const;

/** What narrows a search besides its words and types, by the names in addresses, in the order of the page. */
export const SEARCH_FILTERS = ["status", "tag", "command", "year"] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];
