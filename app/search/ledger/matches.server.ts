import { type Database, statement } from "#db/open";

/** The newest entries that meet an expression. */
export function numbersOf(db: Database, expression: string, most: number): { entryNumber: number }[] {
  return statement<{ entryNumber: number }>(
    db,
    "SELECT rowid AS entryNumber FROM search_ledger WHERE search_ledger MATCH ? ORDER BY rowid DESC LIMIT ?",
  ).all(expression, most);
}

/** How many entries meet an expression, but at most `bound`. */
export function countUpTo(db: Database, expression: string, bound: number): number {
  const counted = statement<{ total: number }>(
    db,
    "SELECT count(*) AS total FROM (SELECT 1 FROM search_ledger WHERE search_ledger MATCH ? LIMIT ?)",
  ).get(expression, bound);
  return counted?.total ?? 0;
}
