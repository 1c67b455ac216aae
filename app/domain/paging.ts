import { z } from "zod";

/** One page of a list, as every paged read answers. */
export interface Paged<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
}

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(1, "must be at least 1").max(max, `must be at most ${max}`));

/** The query parameters of a paged list: `page` from 1, `pageSize` up to a list's own bound. */
export function paging(size: { default: number; max: number }) {
  return { page: wholeNumber(1_000_000).default(1), pageSize: wholeNumber(size.max).default(size.default) };
}
