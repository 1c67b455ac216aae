import { Form, Link, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ListChoices } from "~/lists/paging";
import { type Option, SelectField, TagField, TextField } from "~/ui/kit/form/fields";
import { FormKit } from "~/ui/kit/form/form-kit";
import { Icon } from "~/ui/kit/icon";
import { Alert, EmptyState, Pagination, PastLastPage, type Sorting } from "~/ui/kit/page/page";
import type { FieldErrors } from "~/values/errors";
import { counted, formatCount, formatDay, formatMonth } from "~/values/format";
import { labelOf } from "~/values/labels";

/** What a list's address asks for. */
type Query = Record<string, string>;

/** What its loader knows of a list's address (`askedList`). */
export interface Asked {
  query: Query;
  faults?: FieldErrors;
  choices: ListChoices;
}

/** How much of a list there is, and which part of it. */
interface Part {
  page: number;
  pageSize: number;
  total: number;
}

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

/** The place of a list in its page, where the way to another part of it leads. */
const LIST_ID = "list";

/** The address of the same list with some of its query changed; undefined takes a part away. */
export function hrefWith(query: Query, changes: Record<string, string | undefined>): string {
  const asked = Object.entries({ ...query, ...changes }).filter(
    (part): part is [string, string] => part[1] !== undefined,
  );
  return `?${new URLSearchParams(asked)}`;
}

/** Says that not all of an address counts. */
export function PartNotUnderstood() {
  return <Alert kind="warning">We did not understand part of this address and left it out.</Alert>;
}

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
function orderWords(sort: string): string {
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

/** The filters that are on, each with its value in words. */
function filtersOn({ query, faults }: Asked, filters: readonly Filter[]): { filter: Filter; value: string }[] {
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
function pageWords({ page, pageSize, total }: Part): string | null {
  const last = Math.ceil(total / pageSize);
  return last > 1 && page <= last ? `page ${page} of ${last}` : null;
}

/** The address of a list without any of its filters, in the same order and in pages of the same size. */
const withoutFilters = (query: Query, filters: readonly Filter[]) =>
  hrefWith(query, { page: undefined, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) });

type FilterFormProps = {
  asked: Asked;
  filters: readonly Filter[];
  /** Fields of the page's own, for filters that are apart, by their names. */
  children?: { names: readonly string[]; fields: ReactNode };
};

/**
 * The filters of a list and its order. They stand in its address, so that a filtered list can be kept and sent. What the
 * form has no field for stays as it is, but for the page: another filter begins with the first.
 */
export function FilterForm({ asked, filters, children }: FilterFormProps) {
  const { query, faults, choices } = asked;
  const fields = filters.filter(({ isApart }) => !isApart);
  const inForm = [...fields.map(({ name }) => name), ...(children?.names ?? []), "sort"];
  const others = Object.entries(query).filter(
    ([name]) => !(inForm.includes(name) || name === "page" || faults?.[name]),
  );
  const orders = choices.sorts.filter((sort) => sort !== choices.defaultSort);
  const address = JSON.stringify(query);
  const { pathname } = useLocation();
  const sentFrom = useRef<string | undefined>(undefined);
  // The field in which Enter was pressed is there anew.
  useOnOtherAddress(query, () => {
    if (sentFrom.current && isFocusLost()) document.getElementById(sentFrom.current)?.focus({ preventScroll: true });
    sentFrom.current = undefined;
  });
  return (
    <>
      {faults && <PartNotUnderstood />}
      <Form
        method="get"
        action={pathname}
        className="glip-filters"
        aria-label="Filters"
        preventScrollReset
        onSubmit={() => {
          sentFrom.current = document.activeElement?.id;
        }}
      >
        {/* Another address has other fields: they begin with what that one asks for. */}
        <FormKit constraints={{}} values={query} errors={faults} key={address}>
          {others.map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          {fields.map((field) => (
            <FilterField key={field.name} {...field} />
          ))}
          {children?.fields}
          {orders.length > 0 && (
            <SelectField
              name="sort"
              label="Sort by"
              options={orders.map((value) => ({ value, label: orderWords(value) }))}
              emptyLabel={orderWords(choices.defaultSort)}
            />
          )}
        </FormKit>
        <button className="usa-button" type="submit">
          Filter
        </button>
      </Form>
    </>
  );
}

function FilterField({ name, label, options, emptyLabel = "Any", type, presets }: Filter) {
  if (options) return <SelectField name={name} label={label} options={options} emptyLabel={emptyLabel} />;
  if (presets) return <TagField name={name} label={label} presets={presets} isSingle />;
  return <TextField name={name} label={label} type={type} spellCheck={false} />;
}

/** Does something once the address of a list is another, and what stood there was made anew. */
function useOnOtherAddress(query: Query, act: () => void) {
  const address = JSON.stringify(query);
  const before = useRef(address);
  useEffect(() => {
    if (address !== before.current) act();
    before.current = address;
  });
}

/** Whether what had the focus is gone. */
const isFocusLost = () => document.activeElement === document.body;

interface ListSummaryProps {
  asked: Asked;
  filters: readonly Filter[];
  list: Part;
  /** What one of its items is called, and what several are. */
  noun: [one: string, many: string];
  /** Where all that fits can be downloaded. */
  csv?: string | null;
}

/** How many items fit, by which filters, and what can be done with all of them. Another number of them is announced. */
export function ListSummary({ asked, filters, list, noun, csv }: ListSummaryProps) {
  const { query } = asked;
  const on = filtersOn(asked, filters);
  const summary = useRef<HTMLDivElement>(null);
  // The way that was followed is gone with the filter that it cleared.
  useOnOtherAddress(query, () => {
    if (isFocusLost()) summary.current?.focus({ preventScroll: true });
  });
  return (
    <div className="glip-list-summary" id={LIST_ID} tabIndex={-1} ref={summary}>
      <p className="glip-list-summary__count" role="status">
        {[counted(list.total, ...noun), pageWords(list)].filter(Boolean).join(", ")}
      </p>
      {on.length > 0 && (
        <div className="glip-cluster">
          <span id="filters-on">Filtered by</span>
          <ul className="glip-cluster" aria-labelledby="filters-on">
            {on.map(({ filter: { name, label, to }, value }) => (
              <li key={name} className="glip-filter-on">
                {label}: {to ? <Link to={to}>{value}</Link> : value}{" "}
                <Link className="glip-filter-on__remove" to={hrefWith(query, { [name]: undefined, page: undefined })}>
                  <Icon name="close" label={`Clear the filter: ${label}`} />
                </Link>
              </li>
            ))}
          </ul>
          <Link to={withoutFilters(query, filters)}>Clear filters</Link>
        </div>
      )}
      {csv && list.total > 0 && (
        <a className="usa-button usa-button--outline" href={csv}>
          <Icon name="file_download" />
          {list.total === 1 ? "Download it as CSV" : `Download these ${formatCount(list.total)} as CSV`}
        </a>
      )}
    </div>
  );
}

/** The address of all that a list shows, as CSV. */
export function csvAddress(entity: string, { choices }: Pick<Asked, "choices">, filter: Query): string {
  const { page: _page, pageSize: _pageSize, sort = choices.defaultSort, ...filters } = filter;
  return `/api/export/csv?${new URLSearchParams({ entity, ...filters, sort })}`;
}

interface ListEmptyProps {
  asked: Asked;
  filters: readonly Filter[];
  list: Part;
  /** Its title where a filter leaves nothing, and where there is nothing to be filtered. */
  titles: [filtered: string, none: string];
  /** The next step. */
  children?: ReactNode;
}

/** What a list shows when it has nothing to show: that nothing fits, that there is nothing, or that its pages have ended. */
export function ListEmpty({ asked, filters, list, titles: [filtered, none], children }: ListEmptyProps) {
  const { query } = asked;
  if (list.total > 0) {
    return <PastLastPage what="The list has" firstPage={hrefWith(query, { page: undefined })} />;
  }
  const on = filtersOn(asked, filters);
  if (on.length === 0) return <EmptyState title={none}>{children}</EmptyState>;
  const which = on.length === 1 ? "filter" : "filters";
  return (
    <EmptyState title={filtered}>
      <p>
        Try something else, or <Link to={withoutFilters(query, filters)}>clear the {which}</Link>.
      </p>
      {children}
    </EmptyState>
  );
}

type ListPagesProps = { asked: Asked; list: Part };

/** The pages of a list, and how much of it stands on each. The way leads to the list's own place in the page. */
export function ListPages({ asked: { query, choices }, list }: ListPagesProps) {
  const { pageSize, total } = list;
  const sizes = total > Math.min(...choices.pageSizes) ? choices.pageSizes : [];
  return (
    <>
      <Pagination {...list} hrefFor={(page) => `${hrefWith(query, { page: String(page) })}#${LIST_ID}`} />
      {sizes.length > 0 && (
        <nav aria-label="Rows per page" className="glip-page-sizes">
          <span>Rows per page:</span>
          <ul className="glip-cluster">
            {sizes.map((size) => (
              <li key={size}>
                <Link
                  to={`${hrefWith(query, { pageSize: String(size), page: undefined })}#${LIST_ID}`}
                  aria-current={size === pageSize ? "true" : undefined}
                >
                  {size}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
