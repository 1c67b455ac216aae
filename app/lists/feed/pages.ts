import type { Paged } from "~/lists/paging";
import type { Linked, PageLinks } from "~/operations/versioned";
import { LIMITS } from "~/values/limits";

const { feedPageRows } = LIMITS;

/** The address of a page. */
type AddressOf = (page: number) => string;

/** A page of a feed, and where the others are. */
export function linkedPage<Item>({ items, page, total }: Paged<Item>, addressOf: AddressOf): Linked<Item[]> {
  return { value: items, links: pageLinks(page, total, addressOf) };
}

/** Where the other pages are; nothing where there is one alone. A page beyond the last leads back. */
function pageLinks(page: number, total: number, addressOf: AddressOf): PageLinks {
  const last = Math.max(1, Math.ceil(total / feedPageRows));
  if (page === 1 && last === 1) return {};
  return {
    first: addressOf(1),
    ...(page > 1 && { prev: addressOf(Math.min(page - 1, last)) }),
    ...(page < last && { next: addressOf(page + 1) }),
    last: addressOf(last),
  };
}
