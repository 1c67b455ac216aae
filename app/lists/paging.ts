import * as z from "zod";
import { LIMITS } from "~/values/limits";
import { normalizeTags } from "~/values/tags";
import { dateTime, line, oneOf } from "~/values/text";
import { ListInPieces, piecesOf } from "./list-in-pieces";

/** One page of a list, as every paged read returns it. */
export interface Paged<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  /** Only with `updatedSince`: the ids of records that have left the list since then. */
  removed?: string[];
  /** Only with `updatedSince`: what the next request sends as `updatedSince`. */
  next?: string;
}

/** A page of what has changed in a list since a position. */
export interface Changes<Item> extends Paged<Item> {
  removed: string[];
  next: string;
}

/** Every item of a list without pages, for a request without `updatedSince`. */
export function wholeList<Item>(list: ListInPieces<Item> | Changes<Item>): Item[] {
  return list instanceof ListInPieces ? [...piecesOf(list)].flatMap(({ items }) => items) : list.items;
}

/** The same page with less of each item. A page in the browser gets only what it shows. */
export function pageOf<Item, Shown>({ items, ...page }: Paged<Item>, shown: (item: Item) => Shown): Paged<Shown> {
  return { ...page, items: items.map(shown) };
}

/**
 * A query parameter that is a whole number from 1 to `max`, in any notation that JavaScript reads: `5`, `5.0`, `1e1`.
 */
export const wholeNumber = (max: number) =>
  z
    .string()
    .transform(Number)
    .pipe(z.int("Enter a whole number").min(1, "Enter 1 or more").max(max, `Enter ${max} or less`))
    .meta({ type: "integer", minimum: 1, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) });

/** The query parameters of a paged list. `pageSize` has the list's own maximum. */
export function paging(size: { default: number; max: number }) {
  return {
    page: wholeNumber(Number.MAX_SAFE_INTEGER).default(1),
    pageSize: wholeNumber(size.max).default(size.default),
  };
}

/** The order of a list: `by` is a column, with a minus in front for descending. */
export interface Sort<Name extends string = string> {
  by: SortOf<Name>;
  /** False for the default. `updatedSince` then lists records in the order in which they changed. */
  isRequested: boolean;
}

/** The `sort` parameter of a list: one of its columns, with a minus in front for descending. */
export function sortedBy<const Names extends readonly [string, ...string[]]>(
  names: Names,
  defaultSort: SortOf<Names[number]>,
) {
  const sorts = names.flatMap((name) => [name, `-${name}`]) as [SortOf<Names[number]>, ...SortOf<Names[number]>[]];
  return oneOf(sorts)
    .optional()
    .meta({ default: defaultSort, description: "The order of the list. A minus sign in front means descending." })
    .transform((sort): Sort<Names[number]> => ({ by: sort ?? defaultSort, isRequested: sort !== undefined }));
}

type SortOf<Name extends string> = Name | `-${Name}`;

/** The orders and page sizes that a list offers. */
export interface ListChoices {
  sorts: readonly string[];
  defaultSort: string;
  /** The usual sizes that the list accepts. */
  pageSizes: readonly number[];
}

const USUAL_PAGE_SIZES = [10, 20, 50, 100];

const choices = new WeakMap<z.ZodObject, ListChoices>();

/** The choices of a list, read from its schema once. */
export function choicesOf(schema: z.ZodObject): ListChoices {
  const found = choices.get(schema) ?? readChoices(schema);
  choices.set(schema, found);
  return found;
}

function readChoices({ shape }: z.ZodObject): ListChoices {
  const sort = shape.sort as ReturnType<typeof sortedBy> | undefined;
  return {
    sorts: sort?.in.unwrap().options ?? [],
    defaultSort: String(sort?.in.meta()?.default ?? ""),
    pageSizes: USUAL_PAGE_SIZES.filter((size) => shape.pageSize?.safeParse(String(size)).success),
  };
}

/** Text to search for in a list. */
export const searchedText = line(1, 255);

/** From the last response. Only the server knows what it means. */
const nextText = z.string().regex(/^[A-Za-z0-9_-]{1,255}$/);

/** Where a copy of a list continues or begins. */
export const updatedSince = z
  .union([dateTime.transform((moment) => ({ moment })), nextText.transform((next) => ({ next }))], {
    error: "Send a date and time with a time zone, such as 2026-01-31T17:00:00Z, or the `next` of an earlier response",
  })
  .optional()
  .meta({
    description:
      "Lists changes, oldest first. Start with a date-time (1970-01-01T00:00:00Z for everything), then send the `next` " +
      "of each response. If you also send `sort`, this only filters by `updatedAt`, and must be a date-time.",
  });

export type UpdatedSince = NonNullable<z.output<typeof updatedSince>>;

const OF_CHANGES = { description: "Applies to lists of changes. See `updatedSince`." };
const { page, pageSize } = paging(LIMITS.listPageSize);

/** The query parameters of a list that has no pages, but whose changes come in pages. */
export const changesOnly = { updatedSince, page: page.meta(OF_CHANGES), pageSize: pageSize.meta(OF_CHANGES) };

/** Filters that every list of records has. */
export const listFilters = {
  tag: line(1, 255)
    .transform(normalizeTags)
    .refine((tag) => !tag.includes(","), "Enter only one tag")
    .optional()
    .meta({ description: "A whole tag, ignoring case." }),
  q: line(1, 255).optional().meta({
    description: "Text in the title, ignoring the case of A to Z.",
  }),
  updatedSince,
};
