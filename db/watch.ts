import type Sqlite from "better-sqlite3";
import { type Database, valueStatement } from "./open";

/** The columns of a table whose changes count; null for all of them. Insertions and deletions always count. */
type Watched = Readonly<Record<string, readonly string[] | null>>;

/** The name of the SQL function that the triggers call. */
const NOTE_WRITE = "note_write";

/**
 * Calls back when this connection writes to one of the tables, even if the transaction is rolled back later. Temporary
 * triggers do it: they belong to the connection, so nothing of them is in the file.
 */
export function watchTables({ $client }: Database, tables: Watched, noteWrite: () => void): void {
  $client.function(NOTE_WRITE, () => {
    noteWrite();
    return null;
  });
  for (const [table, columns] of Object.entries(tables)) {
    const update = columns === null ? "UPDATE" : `UPDATE OF ${columns.join(", ")}`;
    for (const [name, event] of Object.entries({ insert: "INSERT", update, delete: "DELETE" })) {
      $client.exec(
        `CREATE TEMP TRIGGER watch_${table}_${name} AFTER ${event} ON main.${table} BEGIN SELECT ${NOTE_WRITE}(); END`,
      );
    }
  }
}

/** A number that changes when another connection has written to the database (https://www.sqlite.org/pragma.html#pragma_data_version). */
export const foreignWrites = (db: Database): number => valueStatement<number>(db, "PRAGMA data_version").get() ?? 0;

/** A state of a database as one connection sees it. */
export interface DatabaseState {
  client: Sqlite.Database;
  /** How many rows this connection has written. */
  own: number | undefined;
  /** Changes when another connection commits. */
  others: number;
}

/** The present state. As long as it is the same, nothing was written. */
export const stateOf = (db: Database): DatabaseState => ({
  client: db.$client,
  own: valueStatement<number>(db, "SELECT total_changes()").get(),
  others: foreignWrites(db),
});

export const isSameState = (one: DatabaseState, other: DatabaseState | undefined): boolean =>
  one.client === other?.client && one.own === other.own && one.others === other.others;
