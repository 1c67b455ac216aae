import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { LIMITS } from "~/values/limits";
import type { Paged } from "./paging";

/** The columns of a list's order, as `orderedBy` takes them. */
export function columnsOfOrder<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, Column | SQL | readonly (Column | SQL)[]>,
  id: Column,
): (Column | SQL)[] {
  return [columns[sort.replace(/^-/, "") as Name], id].flat() as (Column | SQL)[];
}

/**
 * The order of a list, by a column and its direction. The id makes it total, so that no page repeats or skips a row.
 * @param columns by the names that `sort` may have; several if an index has others before the id
 */
export function orderedBy<Name extends string>(
  sort: Name | `-${Name}`,
  columns: Record<Name, Column | SQL | readonly (Column | SQL)[]>,
  id: Column,
): SQL[] {
  const direction = sort.startsWith("-") ? desc : asc;
  return columnsOfOrder(sort, columns, id).map((column) => direction(column));
}

/** Whether a comma-separated column has this whole tag. */
export function hasTag(column: Column, tag: string): SQL {
  return sql`instr(',' || ${column} || ',', ${`,${tag},`}) > 0`;
}

/** Whether a column contains a text, ignoring the case of ASCII letters. `%` and `_` have no special meaning. */
export function contains(column: Column | SQL, text: string): SQL {
  return sql`${column} LIKE ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'`;
}

/** A trigram is three characters, and a tokenizer of trigrams finds no shorter text. */
const TRIGRAM = 3;
/** A match of these is nearly always one of all. */
const MOST_TRIGRAMS = 12;

/** Whether `containsByIndex` can look a text up. It compares a shorter one with every row. */
export const hasTrigram = (text: string): boolean => [...text].length >= TRIGRAM;

/**
 * Whether a column contains a text, as `contains` does, for a table with very many rows. Looks up its trigrams, and compares
 * the few rows that have all of them.
 * @param key the table's number, by which `index` has the trigrams
 * @param index a full-text table with the tokenizer `trigram`
 */
export function containsByIndex(column: Column, text: string, key: Column, index: string): SQL {
  if (!hasTrigram(text)) return contains(column, text);
  const characters = [...text];
  const last = characters.length - TRIGRAM;
  // Every second one: two that overlap by two characters are in nearly the same rows, and each has to be looked up.
  const places = Array.from({ length: Math.ceil(last / 2) }, (_, place) => 2 * place).concat(last);
  const trigrams = places.slice(0, MOST_TRIGRAMS).map((place) => characters.slice(place, place + TRIGRAM).join(""));
  const expression = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
  const found = sql`SELECT rowid FROM ${sql.identifier(index)} WHERE ${sql.identifier(index)} MATCH ${expression}`;
  return sql`(${key} IN (${found}) AND ${contains(column, text)})`;
}

/** A text column in an order that ignores the case of ASCII letters. */
export function withoutCase(column: Column): SQL {
  return sql`${column} COLLATE NOCASE`;
}

/** How many rows of a table meet a condition. */
export function countRows(db: Database, table: SQLiteTable, where: SQL | undefined): number {
  const [row] = db.values<[number]>(sql`SELECT count(*) FROM ${table}${whereOf(where)}`);
  return row?.[0] ?? 0;
}

const whereOf = (condition: SQL | undefined) => (condition ? sql` WHERE ${condition}` : sql``);

export interface Listing {
  /** Identifies the rows of the listed table. */
  key: SQLiteColumn;
  where: SQL | undefined;
  order: SQL[];
  /** How many rows there are, if the caller knows without counting them. */
  total?: number;
  /** Whether a page cannot be chosen without reading all rows of the list. Then they are counted on the way. */
  readsAll?: boolean;
  /** Selects the keys of all rows in the list's order, if the caller has a faster way than `where` and `order`. */
  keys?: SQL;
}

type Key = string | number;

/** Reads the rows with these keys, in their order. `values` are those of the query's other placeholders. */
export type RowsOfKeys<Row> = (db: Database, keys: readonly Key[], values?: Readonly<Record<string, unknown>>) => Row[];

interface Selecting<Row> {
  where(condition: SQL): { orderBy(order: SQL): { prepare(): { all(values: Record<string, unknown>): Row[] } } };
}

/**
 * Reads a list's rows by their keys with a query that is built once for each connection. Drizzle takes longer to build one
 * with 20 columns than SQLite to run it.
 * @param select without a condition and an order
 */
export function rowsByKey<Row>(key: SQLiteColumn, select: (db: Database) => Selecting<Row>): RowsOfKeys<Row> {
  const built = new WeakMap<Database["$client"], { all(values: Record<string, unknown>): Row[] }>();
  const build = (db: Database) => {
    const isGiven = sql`${key} IN (SELECT value FROM json_each(${sql.placeholder("keys")}))`;
    const place = sql`instr(${sql.placeholder("places")}, ',' || ${key} || ',')`;
    const query = select(db).where(isGiven).orderBy(place).prepare();
    built.set(db.$client, query);
    return query;
  };
  return (db, keys, values) =>
    (built.get(db.$client) ?? build(db)).all({ ...values, keys: JSON.stringify(keys), places: `,${keys.join(",")},` });
}

/**
 * Reads one page of a list and the total. A first page that is not full is the whole list, so nothing else counts it. It
 * first finds the keys of the page's rows, which an index in the list's order gives directly. Only then does it read and join
 * those rows. One query for both would join every row that OFFSET skips and sort whole rows, while all other requests wait.
 * @param read the rows with these keys, as `rowsByKey` makes it, or those that meet a condition, in the order of the list
 */
export function readPage<Item>(
  db: Database,
  { page, pageSize }: { page: number; pageSize: number },
  { key, where, order, keys, total, readsAll }: Listing,
  read: { rows: RowsOfKeys<Item> } | ((onPage: SQL) => Item[]),
): Paged<Item> {
  const offset = (page - 1) * pageSize;
  const isBeyond = total !== undefined && offset >= total;
  const count = readsAll && typeof read !== "function" ? sql`, count(*) OVER ()` : sql``;
  const ordered = sql` FROM ${tableOf(key)}${whereOf(where)} ORDER BY ${sql.join(order, sql`, `)}`;
  const inOrder = keys ?? sql`SELECT ${key}${count}${ordered}`;
  const chosen = sql`${inOrder} LIMIT ${pageSize} OFFSET ${offset}`;
  /** The rows, the number of keys (another process may delete a row before it is read), and the total if it was counted. */
  const readChosen = (): [Item[], chosen: number, counted?: number] => {
    if (typeof read === "function") {
      const rows = read(sql`${key} IN (${chosen})`);
      return [rows, rows.length];
    }
    const found = db.values<[Key, number?]>(chosen);
    const onPage = found.map(([each]) => each);
    return [read.rows(db, onPage), found.length, found[0]?.[1]];
  };
  const [items, taken, counted] = isBeyond ? [[], 0] : readChosen();
  const isWhole = page === 1 && taken < pageSize;
  const all = total ?? (isWhole ? items.length : (counted ?? countRows(db, tableOf(key), where)));
  return { items, total: all, page, pageSize };
}

export const tableOf = (column: SQLiteColumn) => (column as SQLiteColumn & { table: SQLiteTable }).table;

/**
 * Selects one page of rows, and the row before it.
 * @param select reads rows from an offset on, up to a limit
 */
export function choosePage<Row>(select: (offset: number, limit: number) => Row[], page: number, pageSize: number) {
  const offset = (page - 1) * pageSize;
  const hasBefore = offset > 0;
  const rows = select(hasBefore ? offset - 1 : 0, pageSize + (hasBefore ? 2 : 1));
  const before = hasBefore ? rows.shift() : undefined;
  return { before, chosen: rows.slice(0, pageSize), isLast: rows.length <= pageSize };
}

/** The ids of a page's records, for a query about them all. */
export const idsOnPage = z.object({ ids: z.array(z.string()).max(LIMITS.listPageSize.max) });

/**
 * One value for each of some records, with one query for all.
 * @param query selects `id` and `value` from `given`, a table whose column `value` has the ids
 */
export function valuesById<Value>(db: Database, query: string, ids: readonly string[]): Record<string, Value> {
  const rows = statement<{ id: string; value: Value }>(db, query).all(JSON.stringify(ids));
  return Object.fromEntries(rows.map(({ id, value }) => [id, value]));
}
