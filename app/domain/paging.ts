import { z } from "zod";
import { normalizeTags } from "../routing/tags";
import { dateTime, line, oneOf } from "./text";

/** One page of a list, as every paged read answers. */
export interface Paged<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
}

/** The same page, of less: a page in the browser is sent no more of each item than it shows. */
export function pageOf<Item, Shown>({ items, ...page }: Paged<Item>, shown: (item: Item) => Shown): Paged<Shown> {
  return { ...page, items: items.map(shown) };
}

/** A query parameter that is a whole number, from 1 to `max`. */
export const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1, "must be at least 1").max(max, `must be at most ${max}`));

/** The query parameters of a paged list: `page` from 1 to as far as numbers go, `pageSize` up to a list's own bound. */
export function paging(size: { default: number; max: number }) {
  return {
    page: wholeNumber(Number.MAX_SAFE_INTEGER).default(1),
    pageSize: wholeNumber(size.max).default(size.default),
  };
}

/** The `sort` parameter of a list: one of its columns, with a minus in front for descending. */
export function sortedBy<const Names extends readonly [string, ...string[]]>(
  names: Names,
  byDefault: SortOf<Names[number]>,
) {
  const sorts = names.flatMap((name) => [name, `-${name}`]) as [SortOf<Names[number]>, ...SortOf<Names[number]>[]];
  // It is one of them by its type, which zod computes anew from the list in a form that cannot be followed.
  return oneOf(sorts)
    .default(byDefault as never)
    .meta({ description: "The order of the list; with a minus in front, descending." });
}

type SortOf<Name extends string> = Name | `-${Name}`;

/** Filters that every list of records takes alike. */
export const listFilters = {
  tag: line(1, 255)
    .transform(normalizeTags)
    .refine((tag) => !tag.includes(","), "must be one tag")
    .optional()
    .meta({ description: "A whole tag, in whatever case." }),
  q: line(1, 255).optional().meta({
    description: "Text that the title contains; the case of the letters A to Z does not matter.",
  }),
  updatedSince: dateTime.optional(),
};
