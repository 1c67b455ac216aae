import type Sqlite from "better-sqlite3";
import { type Database, valueStatement } from "./open";

/** What of a table to watch. */
export interface Watched {
  /** An SQL expression over a row, with `ROW.` before its columns. */
  value: string;
  /** The same for a row that is deleted; as before, unless given. */
  deleted?: string;
  /** Only updates of this column count. Otherwise, all updates, insertions and deletions do. */
  column?: string;
}

/** The name of the SQL function that the triggers call. */
const NOTE_WRITE = "note_write";

const EVENTS = { insert: ["NEW"], update: ["OLD", "NEW"], delete: ["OLD"] } as const;

/**
 * Calls back when this connection writes a row of one of the tables, even if the transaction is rolled back later.
 * Temporary triggers do it: they belong to the connection, so nothing of them is in the file.
 * @param noteWrite gets the value of the row before and after the write
 */
export function watchTables(
  { $client }: Database,
  tables: Readonly<Record<string, Watched>>,
  noteWrite: (values: unknown[]) => void,
): void {
  $client.function(NOTE_WRITE, { varargs: true }, (...values: unknown[]) => {
    noteWrite(values);
    return null;
  });
  for (const [table, { value, deleted = value, column }] of Object.entries(tables)) {
    for (const [event, rows] of Object.entries(EVENTS)) {
      if (column !== undefined && event !== "update") continue;
      const of = column === undefined ? "" : `OF ${column}`;
      const expression = event === "delete" ? deleted : value;
      const values = rows.map((row) => expression.replaceAll("ROW.", `${row}.`)).join(", ");
      $client.exec(
        `CREATE TEMP TRIGGER watch_${table}_${event} AFTER ${event} ${of} ON main.${table}
         BEGIN SELECT ${NOTE_WRITE}(${values}); END`,
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
