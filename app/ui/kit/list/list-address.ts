import type { ListChoices } from "~/lists/paging";
import type { FieldErrors } from "~/values/errors";

/** What a list's address asks for. */
export type Query = Record<string, string>;

/** What its loader knows of a list's address (`askedList`). */
export interface Asked {
  query: Query;
  faults?: FieldErrors;
  choices: ListChoices;
}

/** How much of a list there is, and which part of it. */
export interface Part {
  page: number;
  pageSize: number;
  total: number;
}

/** The place of a list in its page, where the way to another part of it leads. */
export const LIST_ID = "list";

/** The address of the same list with some of its query changed; undefined takes a part away. */
export function hrefWith(query: Query, changes: Record<string, string | undefined>): string {
  const asked = Object.entries({ ...query, ...changes }).filter(
    (part): part is [string, string] => part[1] !== undefined,
  );
  return `?${new URLSearchParams(asked)}`;
}

/** The address of all that a list shows, as CSV. */
export function csvAddress(entity: string, { choices }: Pick<Asked, "choices">, filter: Query): string {
  const { page: _page, pageSize: _pageSize, sort = choices.defaultSort, ...filters } = filter;
  return `/api/export/csv?${new URLSearchParams({ entity, ...filters, sort })}`;
}
