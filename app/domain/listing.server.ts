import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import type { Paged } from "./paging";

/**
 * The order that a `sort` parameter asks for. The id makes it total, so that a page neither repeats nor skips a row.
 * @param columns by the names that `sort` may have
 */
export function orderedBy<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, Column | SQL>,
  id: Column,
): SQL[] {
  const direction = sort.startsWith("-") ? desc : asc;
  return [direction(columns[sort.replace(/^-/, "") as Name]), direction(id)];
}

/** Whether a comma-separated column holds a tag, as a whole token. */
export function hasTag(column: Column, tag: string): SQL {
  return sql`instr(',' || ${column} || ',', ${`,${tag},`}) > 0`;
}

/** Whether a column contains a text, without regard to the case of ASCII letters; `%` and `_` stand for themselves. */
export function contains(column: Column, text: string): SQL {
  return sql`${column} LIKE ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`;
}

/** Reads one page of a list. @param read the rows of the page, by how many and after how many */
export function readPage<Item>(
  { page, pageSize }: { page: number; pageSize: number },
  total: number,
  read: (limit: number, offset: number) => Item[],
): Paged<Item> {
  return { items: total === 0 ? [] : read(pageSize, (page - 1) * pageSize), total, page, pageSize };
}
