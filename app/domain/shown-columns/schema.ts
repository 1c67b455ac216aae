import * as z from "zod";
import { COLUMN_LISTS, type ColumnList, columnsText, NO_COLUMNS } from "./lists";

/** Columns of a list as an address has them: their names with commas between. The list has its own order. */
export function columnsOf(list: ColumnList) {
  const offered: readonly string[] = COLUMN_LISTS[list].offered;
  return z
    .string()
    .max(columnsText(offered).length, "Name each column once")
    .transform((text) => (text === NO_COLUMNS ? [] : text.split(",")))
    .refine((names) => names.every((name) => offered.includes(name)), "Name only columns that the list offers")
    .refine((names) => new Set(names).size === names.length, "Name each column once")
    .transform((names) => offered.filter((name) => names.includes(name)));
}
