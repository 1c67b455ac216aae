import type { Paged } from "~/lists/paging";
import type { Linked, PageLinks } from "~/operations/versioned";
import { LIMITS } from "~/values/limits";

const { feedPageRows } = LIMITS;

type AddressOf = (page: number) => string;

/** One page of a feed, with links to the others. */
export function linkedPage<Item>({ items, page, total }: Paged<Item>, addressOf: AddressOf): Linked<Item[]> {
  return { value: items, links: pageLinks(page, total, addressOf) };
}

/** Links to the other pages; none if there is only one. A page past the last links back. */
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
