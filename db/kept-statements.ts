import type Sqlite from "better-sqlite3";

/** More than the service has. Texts with a list of values differ by how many there are. */
const MOST = 500;

/**
 * A view of a connection that compiles each text once and then gives out the same statement. Drizzle compiles the text of
 * every query each time it runs, which takes longer than most queries. It never leaves a statement half read.
 */
export function keepingStatements(client: Sqlite.Database): Sqlite.Database {
  const kept = new Map<string, Sqlite.Statement>();
  const prepare = (text: string): Sqlite.Statement => {
    const found = kept.get(text);
    // Drizzle asks for rows as arrays, or takes them as they come. It asks again each time, and never for objects.
    if (found) return found.reader ? found.raw(false) : found;
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MOST) kept.delete(oldest);
    const prepared = client.prepare(text);
    kept.set(text, prepared);
    return prepared;
  };
  return Object.create(client, { prepare: { value: prepare } });
}
