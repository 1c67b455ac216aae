import type Sqlite from "better-sqlite3";

/** Every row of every table, those left out that are named, as text to be compared. When somebody was last seen is no part of it. */
export function rowsByTable(client: Sqlite.Database, leftOut: readonly string[] = []): Record<string, string[]> {
  const tables = client
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
    .filter((name) => !leftOut.includes(name));
  const rowsOf = (name: string) =>
    client
      .prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`)
      .all()
      .map(({ last_seen_at: _seen, ...row }) => JSON.stringify(row));
  return Object.fromEntries(tables.map((name) => [name, rowsOf(name)]));
}
