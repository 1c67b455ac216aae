import type { ListChoices } from "~/lists/paging";
import type { FieldErrors } from "~/values/errors";

/** The query parameters of a list's address. */
export type Query = Record<string, string>;

/** What a list's loader returns about its address (`requestedList`). */
export interface RequestedList {
  query: Query;
  faults?: FieldErrors;
  choices: ListChoices;
}

/** The size of a list, and the part of it that the page shows. */
export interface Part {
  page: number;
  pageSize: number;
  total: number;
}

/** The ID of the list's element, for links to other parts of the list. */
export const LIST_ID = "list";

/** The address of the same list with some parameters changed. Undefined removes one. */
export function hrefWith(query: Query, changes: Record<string, string | undefined>): string {
  const parameters = Object.entries({ ...query, ...changes }).filter(
    (parameter): parameter is [string, string] => parameter[1] !== undefined,
  );
  return `?${new URLSearchParams(parameters)}`;
}

/**
 * The address of a record of a list. Its query is that of the list without the page and columns, so that the record's page can lead to
 * the next record of the same list.
 * @param view the parameters to send even if the list's address leaves them out
 */
export function recordHref(
  path: string,
  { query, faults }: Pick<RequestedList, "query" | "faults">,
  view: Query,
): string {
  const { page: _page, pageSize: _pageSize, columns: _columns, ...rest } = query;
  const valid = Object.entries(rest).filter(([name]) => !faults?.[name]);
  return `${path}?${new URLSearchParams({ ...view, ...Object.fromEntries(valid) })}`;
}

/** The address of the CSV file with everything that the list shows. */
export function csvAddress(entity: string, { choices }: Pick<RequestedList, "choices">, filter: Query): string {
  const { page: _page, pageSize: _pageSize, sort = choices.defaultSort, ...filters } = filter;
  return `/api/export/csv?${new URLSearchParams({ entity, ...filters, sort })}`;
}
