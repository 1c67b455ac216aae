import type Sqlite from "better-sqlite3";

/** Every row of every table, those left out that are named, as text to be compared. When somebody was last seen is no part of it. */
export function rowsByTable(client: Sqlite.Database, leftOut: readonly string[] = []): Record<string, string[]> {
  const tables = prepared(client, SELECT_TABLES)
    .all()
    .map((row) => String(row.name))
    .filter((name) => !leftOut.includes(name));
  const rowsOf = (name: string) =>
    prepared(client, `SELECT * FROM "${name}"`)
      .all()
      .map(({ last_seen_at: _seen, ...row }) => JSON.stringify(row));
  return Object.fromEntries(tables.map((name) => [name, rowsOf(name)]));
}

const SELECT_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";

type Row = Record<string, unknown>;
const statements = new WeakMap<Sqlite.Database, Map<string, Sqlite.Statement<[], Row>>>();

/** Compiled once for each open database: it is looked at before and after every request of many tests. */
function prepared(client: Sqlite.Database, text: string): Sqlite.Statement<[], Row> {
  const known = statements.get(client) ?? new Map<string, Sqlite.Statement<[], Row>>();
  statements.set(client, known);
  const statement = known.get(text) ?? client.prepare<[], Row>(text);
  known.set(text, statement);
  return statement;
}
