import type Sqlite from "better-sqlite3";

/** Every row of every table as comparable text, except the excluded tables and the `last_seen_at` column. */
export function rowsByTable(client: Sqlite.Database, excluded: readonly string[] = []): Record<string, string[]> {
  const tables = prepared(client, SELECT_TABLES)
    .all()
    .map((row) => String(row.name))
    .filter((name) => !excluded.includes(name));
  const rowsOf = (name: string) =>
    prepared(client, `SELECT * FROM "${name}"`)
      .all()
      .map(({ last_seen_at: _seen, ...row }) => JSON.stringify(row));
  return Object.fromEntries(tables.map((name) => [name, rowsOf(name)]));
}

const SELECT_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

type Row = Record<string, unknown>;
const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement<[], Row>>>();

/** Compiles each statement once per database, because many tests read every table before and after each request. */
function prepared(client: Sqlite.Database, text: string): Sqlite.Statement<[], Row> {
  const cached = statements.get(client) ?? new Map<string, Sqlite.Statement<[], Row>>();
  statements.set(client, cached);
  const statement = cached.get(text) ?? client.prepare<[], Row>(text);
  cached.set(text, statement);
  return statement;
}
